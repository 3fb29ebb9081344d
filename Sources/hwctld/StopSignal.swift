import Dispatch
import Glibc

/// SIGTERM, SIGINT or SIGHUP as something to wait for.
///
/// `@unchecked Sendable`: the sources are only kept alive, never touched again after `init`.
final class StopSignal: @unchecked Sendable {
  private let stream: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.stream = stream
    sources = [SIGTERM, SIGINT, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in continuation.yield() }
      source.resume()
      return source
    }
  }

  func wait() async {
    for await _ in stream { return }
  }
}
