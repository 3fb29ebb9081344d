public import Domain

/// A keyboard chord that the desktop is asked to listen for.
public struct PortalShortcut: Hashable, Sendable {
  /// Ours; the desktop remembers the user's choice by it, so it stays the same as long as the Binding does.
  public var id: String
  /// What is preferred; the user may choose another.
  public var chord: KeyChord
  /// Shown to the user by the desktop: "Hold to dictate".
  public var description: String

  public init(id: String, chord: KeyChord, description: String) {
    self.id = id
    self.chord = chord
    self.description = description
  }
}

/// What became of the desktop's own global shortcuts.
public struct ShortcutsState: Hashable, Sendable {
  public enum Portal: Hashable, Sendable {
    /// No chord is wanted.
    case off
    /// It is being asked.
    case asking
    /// It shows a dialog, or has not decided.
    case waitingForUser
    case bound
    case unavailable(ShortcutsTrouble)
  }

  public enum Chord: Hashable, Sendable {
    case pending
    /// - Parameter trigger: in the desktop's words, "Press Control+Alt+D"; may be empty. It may be another than was wished.
    case bound(trigger: String)
    /// The user or the desktop left it out.
    case notGranted
    /// It names a side of the keyboard, which the portal cannot express.
    case notExpressible
    case unavailable(ShortcutsTrouble)
  }

  public var portal: Portal
  /// By the ids that were configured.
  public var chords: [String: Chord]

  public init(portal: Portal, chords: [String: Chord]) {
    self.portal = portal
    self.chords = chords
  }
}

/// Why the desktop does not listen for chords.
public enum ShortcutsTrouble: String, CaseIterable, Hashable, Sendable {
  /// The session's message bus cannot be reached.
  case noBus
  /// No portal runs, and none can be started.
  case noPortal
  /// The portal is there, and this desktop has no global shortcuts behind it.
  case noBackend
  /// The user said no.
  case denied
  /// The portal ended it, without the user.
  case ended
  /// The portal was restarted or crashed.
  case portalGone
  /// The desktop closed our session.
  case sessionClosed
  /// The portal does not answer.
  case noAnswer
  /// The portal answered with an error, or with what is no answer.
  case failed

  /// For people: what is, why, and what to do.
  public var message: String {
    switch self {
    case .noBus:
      "The session's message bus cannot be reached, so the desktop cannot be asked for keyboard chords; check "
        + "`systemctl --user status dbus`."
    case .noPortal:
      "No desktop portal runs, so the desktop cannot be asked for keyboard chords. Install xdg-desktop-portal and the "
        + "backend of your desktop, or list your keyboard in the preferences."
    case .noBackend:
      "This desktop does not offer global shortcuts to programs. List your keyboard in the preferences instead; then hwctl "
        + "reads the keys of its chords itself."
    case .denied:
      "The keyboard chords were refused in the desktop's dialog. Change a chord, or restart hwctld, to be asked again."
    case .ended: "The desktop ended the request for keyboard chords by itself. It is asked again."
    case .portalGone:
      "The desktop portal went away. It is asked again when it is back; see `systemctl --user status xdg-desktop-portal`."
    case .sessionClosed: "The desktop withdrew the keyboard chords. It is asked again."
    case .noAnswer:
      "The desktop portal does not answer. It is asked again; see `systemctl --user status xdg-desktop-portal`."
    case .failed:
      "The desktop portal did not accept the keyboard chords. It is asked again; update it if this stays."
    }
  }
}
