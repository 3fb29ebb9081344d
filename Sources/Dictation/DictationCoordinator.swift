internal import Dispatch
public import Domain
internal import SystemCalls

/// Owns dictation: one microphone at a time, one recognition at a time, one delivery at a time.
///
/// Every call returns at once; the work happens on one serial queue, so facts are handled in the order they arrive. A new
/// session may begin while the one before is still being recognised: its audio is recorded at once, and its recognition
/// and delivery wait their turn, so that sentences arrive in the order they were spoken.
public final class DictationCoordinator: Sendable {
  private let runner: DictationRunner

  /// - Parameter observer: told each step on the dictation queue; must not block.
  public init(
    configuration: DictationConfiguration, ports: DictationPorts, store: (any SessionStoring)?,
    observer: @escaping @Sendable (SessionReport) -> Void
  ) {
    runner = DictationRunner(configuration: configuration, ports: ports, store: store, observer: observer)
  }

  /// Opens the microphone, wakes the recogniser, starts the audio file and looks for the target, all at once.
  ///
  /// With too many sessions waiting already it is refused: the observer hears `ended(.failed)` and nothing else.
  ///
  /// - Parameter generation: chosen by the caller; `end` and `cancel` with another generation do nothing.
  public func begin(_ cause: SessionCause, generation: Int) {
    runner.post { $0.begin(cause, generation: generation) }
  }

  public func end(generation: Int, at instant: MonotonicInstant) {
    runner.post { $0.end(generation: generation, at: instant) }
  }

  public func cancel(generation: Int) {
    runner.post { $0.cancel(generation: generation) }
  }

  /// Of what has been said until now nothing is typed any more: it is recognised and goes to history.
  public func letGo() {
    runner.post { $0.letGo() }
  }

  /// Brings the text of a stored session to what has the focus now, and notes that in history.
  ///
  /// - Parameters:
  ///   - id: nil for the newest session that has a text.
  ///   - completion: called exactly once.
  public func redeliver(
    _ id: SessionID?, completion: @escaping @Sendable (Result<Redelivery, SessionFailure>) -> Void
  ) {
    runner.post { $0.redeliver(id, completion) }
  }

  /// What is chosen from the next begin on; a session that runs goes on as it began.
  public func adopt(_ configuration: DictationConfiguration, store: (any SessionStoring)?) {
    runner.post { $0.adopt(configuration, store: store) }
  }

  /// Begins nothing any more, and returns when every session has ended, after `limit` at the latest.
  ///
  /// - Parameter interrupting: what is being said is saved and not recognised; else it goes its usual course.
  public func stop(interrupting: Bool, limit: Duration) {
    let done = DispatchSemaphore(value: 0)
    runner.post { $0.stop(interrupting: interrupting) { done.signal() } }
    _ = done.wait(timeout: .now() + .nanoseconds(Int(limit.wholeNanoseconds)))
  }
}
