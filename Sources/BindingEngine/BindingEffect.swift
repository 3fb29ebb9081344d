public import Domain

/// What an executor has to do now. For one Action, `begin` and `end` or `cancel` alternate strictly.
public enum BindingEffect: Hashable, Sendable {
  case begin(Action, Cause)
  case end(Action, Reason)
  /// Stop, and throw away what the Action has produced so far.
  case cancel(Action, Reason)

  public var action: Action {
    switch self {
    case .begin(let action, _), .end(let action, _), .cancel(let action, _): action
    }
  }
}

/// Who began an Action, and when.
public enum Cause: Hashable, Sendable {
  /// The press of a Control, at the instant the kernel stamped on it.
  case control(ControlAddress, at: MonotonicInstant)
  case command(at: MonotonicInstant)

  public var instant: MonotonicInstant {
    switch self {
    case .control(_, let instant), .command(let instant): instant
    }
  }
}

/// Why an Action ended.
public enum Reason: String, CaseIterable, Hashable, Sendable {
  /// The last Control that held it was released.
  case released
  /// A Toggle was pressed again.
  case toggled
  case commanded
  case deviceRemoved
  /// The Binding that began it is gone from the new profile.
  case profileReplaced
  case suspended
}
