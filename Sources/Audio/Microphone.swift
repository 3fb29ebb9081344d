internal import Dispatch
internal import Synchronization
internal import SystemCalls

/// The microphone: closed, and known to the sound server by a connection alone, except while a capture runs.
public final class Microphone: Sendable {
  public enum ConnectionState: String, CaseIterable, Hashable, Sendable {
    case disconnected
    case connecting
    case connected
  }

  private let connection: PulseConnection
  private let published: Published

  /// - Parameters:
  ///   - applicationName: what sound settings show while recording.
  ///   - server: a PulseAudio server string ("unix:/path"); nil for the session's own.
  public init(applicationName: String = "hwctl", server: String? = nil) {
    let published = Published()
    self.published = published
    connection = PulseConnection(applicationName: applicationName, server: server) { published.set($0) }
  }

  /// How the connection stands now.
  public var state: ConnectionState { published.state.withLock { $0 } }

  /// Connects ahead of need and from then on again by itself; returns at once. A failure shows in `state` only.
  public func prepare() {
    connection.queue.async { [connection] in connection.connect(keepTrying: true) { _ in } }
  }

  /// Begins to record; returns at once, and every failure comes as `.ended`.
  ///
  /// - Parameters:
  ///   - source: a source by name; nil, or a source that is away, means the default one. A monitor (what the
  ///     loudspeakers play) is recorded only when it is named here.
  ///   - onEvent: called on a serial queue of this capture alone.
  /// - Returns: the handle; letting go of it cancels.
  public func open(source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void) -> Capture {
    let runner = CaptureRunner(connection, chosen: source, begun: .now(), onEvent: onEvent)
    runner.start()
    return Capture(runner)
  }

  /// Everything the server can record from. Waits; not for the path of a press.
  ///
  /// - Throws: `noServer`, `serverGone`, `refused`, or `serverSilent` after `timeout`.
  public func sources(timeout: Duration = .seconds(3)) throws(AudioError) -> [AudioSource] {
    let answer = Answer<[AudioSource]>()
    connection.queue.async { [connection] in
      connection.connect(keepTrying: false) { error in
        if let error { return answer.give(.failure(error)) }
        PulseSourceQuery.all(connection) { answer.give($0) }
      }
    }
    return try answer.wait(timeout)
  }

  private final class Published: Sendable {
    let state = Mutex(ConnectionState.disconnected)

    func set(_ new: PulseConnection.State) {
      state.withLock {
        $0 =
          switch new {
          case .disconnected: .disconnected
          case .connecting: .connecting
          case .connected: .connected
          }
      }
    }
  }
}
