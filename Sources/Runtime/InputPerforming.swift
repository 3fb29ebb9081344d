public import HIDTransport

/// The one thread or queue on which Control events are handled; everyone else's work gets there through `perform`.
public protocol InputPerforming: Sendable {
  func perform(_ work: @escaping @Sendable () -> Void)
}

extension InputThread: InputPerforming {}
