import Domain
import Synchronization
import SystemCalls

@testable import Refinement

/// One request, with the instants at which it began (or was cancelled) and was handed over: when the task that waits for it
/// goes on is up to the machine.
final class TimedCall: Sendable {
  private struct State {
    var id: UInt64 = 0
    var start = MonotonicInstant.now()
    var end: MonotonicInstant?
    var result: Result<HTTPReply, HTTPFailure>?
  }

  private let state = Mutex(State())

  func start(_ client: HTTPClient, _ request: HTTPRequest) {
    let id = client.nextID()
    state.withLock { state in
      state.id = id
      state.start = .now()
    }
    client.send(request, as: id) { [self] result in
      state.withLock { state in
        state.end = .now()
        state.result = result
      }
    }
  }

  /// The time is counted from here.
  func cancel(_ client: HTTPClient) {
    let id = state.withLock { state in
      state.start = .now()
      return state.id
    }
    client.cancel(id)
  }

  /// Waits for the end. Nil when there was an answer.
  func failure() async -> HTTPFailure? {
    _ = await eventually { state.withLock { $0.result != nil } }
    if case .failure(let failure)? = state.withLock({ $0.result }) { return failure }
    return nil
  }

  var time: Duration { state.withLock { $0.start.duration(to: $0.end ?? .now()) } }
}
