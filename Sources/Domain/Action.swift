/// Behaviour that hwctl can execute.
///
/// Two Controls bound to equal Actions share one Active Action: it begins with the first owner and ends with the last.
public enum Action: Hashable, Sendable {
  case none
  case keyboardShortcut(KeySequence)
  case localDictation
  /// As `localDictation`; a local language model refines the text first.
  case localAIDictation
  case media(MediaCommand)
  case profile(ProfileSwitch)

  /// The name used in profiles, on the command line and in messages.
  public var kind: ActionKind {
    switch self {
    case .none: .none
    case .keyboardShortcut: .keyboardShortcut
    case .localDictation: .localDictation
    case .localAIDictation: .localAIDictation
    case .media: .media
    case .profile: .profile
    }
  }
}

public enum ActionKind: String, CaseIterable, Hashable, Sendable {
  case none
  case keyboardShortcut
  case localDictation
  case localAIDictation
  case media
  case profile

  /// The two share the microphone: one of them at a time.
  public var isDictation: Bool { self == .localDictation || self == .localAIDictation }
}

/// What a media player is told.
public enum MediaCommand: Hashable, Sendable {
  case playPause
  case play
  case pause
  case stop
  case next
  case previous
  /// Seconds forward, or back when negative: -600...600, never 0.
  case seek(seconds: Int)
  /// For typing along: plays while the Action is active; at its end pauses and goes back so many seconds, 0...60.
  case transcription(rewindSeconds: Int)
}

/// Which Profile becomes active.
public enum ProfileSwitch: Hashable, Sendable {
  case to(String)
  /// The one after the active one in the order of the file; after the last the first.
  case next
}

/// When an Action begins and ends, seen from its Control.
public enum InteractionMode: String, CaseIterable, Hashable, Sendable {
  /// Begin on press, end on release. Called "Hold" where users read it.
  case momentary
  /// Begin and end on successive presses.
  case toggle
  /// Momentary when held; two short presses latch until the next press.
  case holdOrLatch
}
