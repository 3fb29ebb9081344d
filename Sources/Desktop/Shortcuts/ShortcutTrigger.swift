internal import Domain

/// A chord as text for the portal (XDG "shortcuts" specification 1.0: CTRL, ALT, SHIFT, LOGO, then an xkbcommon keysym name).
enum ShortcutTrigger {
  /// "CTRL+ALT+d". Nil for a chord that names a side of the keyboard, which the specification cannot say.
  static func text(_ chord: KeyChord) -> String? {
    var words: [String] = []
    for modifier in KeyChord.Modifier.allCases where chord.modifiers.contains(modifier) {
      guard let word = word(modifier) else { return nil }
      words.append(word)
    }
    return (words + [chord.key]).joined(separator: "+")
  }

  private static func word(_ modifier: KeyChord.Modifier) -> String? {
    switch modifier {
    case .control: "CTRL"
    case .alt: "ALT"
    case .shift: "SHIFT"
    case .super: "LOGO"
    case .leftControl, .rightControl, .leftShift, .rightShift, .leftAlt, .rightAlt, .leftSuper, .rightSuper:
      nil
    }
  }
}
