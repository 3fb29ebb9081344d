/// What happened, as it happens: raw input, a Control event, a keyboard chord, an Action, or a step of a dictation session.
public struct MonitorEvent: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, CaseIterable, Sendable {
    case pressed
    case released
    case value
    /// What a Device sent, before it was decoded; `device` and `text` are set.
    case raw
    /// `chord` and `source` are set.
    case chordPressed
    case chordReleased
    /// An Action; `action` is set, `cause` for a begin, and `reason` for an end.
    case began
    case refused
    case ended
    case cancelled
    case session
  }

  public var kind: Kind
  /// CLOCK_MONOTONIC, nanoseconds; a Control event has the kernel's own stamp.
  public var nanoseconds: Int64

  // Control events
  public var device: String?
  public var control: String?
  public var value: Int32?
  /// Microseconds from the kernel's stamp to the engine's decision.
  public var latencyMicroseconds: Int64?
  /// What the Control is bound to, by itself and with others: "hold localDictation"; nil when unbound.
  public var binding: String?

  // Keyboard chords
  public var chord: String?
  /// "desktop", "keyboard-1"
  public var source: String?

  // Actions
  /// As in a profile: "keyboardShortcut ctrl+c".
  public var action: String?
  /// What began it: a Control, "a keyboard chord", "a command".
  public var cause: String?
  /// "released", "toggled", "tooShort", "by itself", ...
  public var reason: String?

  // Session steps
  public var session: String?
  public var step: SessionStep?
  /// Milliseconds since the press that began the session.
  public var sincePressMilliseconds: Double?
  /// Raw or Delivered text, an outcome, a problem, or raw input. Only ever sent to processes of the same user.
  public var text: String?

  public init(kind: Kind, nanoseconds: Int64) {
    self.kind = kind
    self.nanoseconds = nanoseconds
  }
}

/// The steps of one sentence, in the order they happen when all goes well.
public enum SessionStep: String, Codable, CaseIterable, Hashable, Sendable {
  case begun
  case microphoneOpened
  case firstFrame
  case released
  /// The microphone failed by itself.
  case failed
  case audioSaved
  /// What has been recognised so far; the next may differ.
  case provisional
  case recognised
  /// The words are with the refiner.
  case refining
  /// `text` says why what the refiner wrote is not used; nil when it is.
  case refined
  /// The words are on their way to the target.
  case delivering
  case delivered
  case stored
  case ended
}
