public import HIDTransport

/// The one thread or queue on which Control events are handled; everyone else's work gets there through `perform`.
public protocol InputPerforming: Sendable {
  /// False when the work will never be done: the thread has stopped, or too much waits.
  @discardableResult
  func perform(_ work: @escaping @Sendable () -> Void) -> Bool
}

extension InputThread: InputPerforming {}
