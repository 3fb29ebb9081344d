internal import Domain
internal import Synchronization
internal import SystemCalls

/// The connection to an X server, made at the first use, and again at the next one after the server has gone.
final class X11Link: Sendable {
  private enum State {
    case none
    /// A server that has stopped takes a client and does not answer: the attempt goes on, and no other is made.
    case connecting(BlockingAnswer<Result<X11Connection, DeliveryError>>)
    case connected(X11Connection)
  }

  /// As in DISPLAY, which is read when it is nil.
  private let display: String?
  private let state = Mutex(State.none)

  init(display: String? = nil) { self.display = display }

  /// - Throws: `noDisplay`, also when the server does not answer in time.
  func connection() throws(DeliveryError) -> X11Connection {
    let result: Result<X11Connection, DeliveryError> = state.withLock { state in
      if case .connected(let connection) = state, !connection.isGone { return .success(connection) }
      let answer = if case .connecting(let answer) = state { answer } else { connect() }
      guard let result = answer.wait(limit: displayAnswerLimit) else {
        state = .connecting(answer)
        return .failure(DeliveryError(.noDisplay, subject: display ?? "of the session"))
      }
      state = if case .success(let connection) = result { .connected(connection) } else { .none }
      return result
    }
    return try result.get()
  }

  private func connect() -> BlockingAnswer<Result<X11Connection, DeliveryError>> {
    let answer = BlockingAnswer<Result<X11Connection, DeliveryError>>()
    Thread(name: "x11") { [display] in
      answer.give(Result { () throws(DeliveryError) in try X11Connection(display: display) })
    }.start()
    return answer
  }
}
