public import Domain

/// A number for an Action, by which it is begun and ended: `BindingMachine.actions` says which it is.
///
/// It stays as long as the Action is active or in the active profile.
public struct ActionSlot: Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `Action.none`, always; it never begins.
  public static let none = ActionSlot(rawValue: 0)
  static let localDictation = ActionSlot(rawValue: 1)
  static let localAIDictation = ActionSlot(rawValue: 2)

  /// Always in the table, so that commands can begin them in any profile.
  static let fixed = [none, localDictation, localAIDictation]

  /// The dictation that cannot go on while this one does: there is one microphone.
  var rival: ActionSlot? {
    switch self {
    case .localDictation: .localAIDictation
    case .localAIDictation: .localDictation
    default: nil
    }
  }
}

/// What an executor has to do now. For one Action, `begin` and `end` or `cancel` alternate strictly. Trivial.
public enum BindingEffect: Hashable, Sendable {
  case begin(ActionSlot, Cause)
  case end(ActionSlot, Reason)
  /// Stop, and throw away what the Action has produced so far.
  case cancel(ActionSlot, Reason)

  public var action: ActionSlot {
    switch self {
    case .begin(let action, _), .end(let action, _), .cancel(let action, _): action
    }
  }
}

/// Who began an Action, and when.
public enum Cause: Hashable, Sendable {
  /// The press or step of a Control, at the instant the kernel stamped on it; of a control chord the first by position,
  /// at the instant at which it was complete.
  case control(ControlAddress, at: MonotonicInstant)
  case chord(ChordSourceID, at: MonotonicInstant)
  case command(at: MonotonicInstant)

  public var instant: MonotonicInstant {
    switch self {
    case .control(_, let instant), .chord(_, let instant), .command(let instant): instant
    }
  }
}

/// Why an Action ended.
public enum Reason: String, CaseIterable, Hashable, Sendable {
  /// The last Control that held it was released.
  case released
  /// A Toggle was pressed again, or a latch was ended by a press.
  case toggled
  /// It has no length: a tap, a double press, a step of a wheel.
  case performed
  /// A hold-or-latch press was short, and no second one came.
  case tooShort
  case commanded
  case deviceRemoved
  /// The keyboard or the desktop that gave its chord is gone.
  case sourceLost
  /// The other dictation began.
  case replaced
  /// The Binding that began it is gone from the new profile.
  case profileReplaced
  case suspended
}
