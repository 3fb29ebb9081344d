/// What is seen of a leased object when it is looked at again.
enum ObjectObservation: Hashable, Sendable {
  case seen(AccessibleStates, AccessibleRole, caret: Int?, hasSelection: Bool)
  case notAnswering
  /// The object or its application is no more.
  case gone
}

/// Whether a lease still holds. Pure.
enum LeaseCheck {
  /// - Parameters:
  ///   - object: nil where the lease names none.
  ///   - isFirst: before the first character; afterwards the text itself moves the caret.
  static func problem(
    _ lease: Lease, window: WindowFact, object: ObjectObservation?, isFirst: Bool
  ) -> TargetProblem? {
    problem(lease.seen, window) ?? lease.object.flatMap { problem($0, object ?? .gone, isFirst: isFirst) }
  }

  private static func problem(_ leased: WindowFact, _ now: WindowFact) -> TargetProblem? {
    switch (leased, now) {
    case (.unknown, _), (.nothing, .nothing): nil
    case (.window, .unknown), (.nothing, .unknown): .notAnswering
    case (.nothing, .window): .targetChanged
    case (.window, .nothing): .focusLost
    case (.window(let leased), .window(let now)):
      leased.identity == now.identity && leased.processID == now.processID ? nil : .targetChanged
    }
  }

  private static func problem(
    _ lease: ObjectLease, _ now: ObjectObservation, isFirst: Bool
  ) -> TargetProblem? {
    switch now {
    case .notAnswering: return .notAnswering
    case .gone: return .applicationGone
    case .seen(let states, let role, let caret, let hasSelection):
      if role == .passwordText { return .becameSecure }
      guard states.contains(.focused) else { return .focusLost }
      guard isFirst else { return nil }
      if hasSelection { return .textSelected }
      return caret == lease.caret ? nil : .caretMoved
    }
  }
}
