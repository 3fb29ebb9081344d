extension KeyChord {
  /// Whether one keystroke of a person can be both chords: "ctrl+d" and "leftctrl+d" are, when left Ctrl is held.
  public func overlaps(_ other: KeyChord) -> Bool {
    guard key == other.key else { return false }
    return [Modifier.control, .shift, .alt, .super].allSatisfy { group in
      let mine = modifiers.filter { $0.eitherSide == group }
      let theirs = other.modifiers.filter { $0.eitherSide == group }
      if mine.isEmpty || theirs.isEmpty { return mine.isEmpty && theirs.isEmpty }
      return mine == theirs || mine.contains(group) || theirs.contains(group)
    }
  }

  /// Whether the chord is a keystroke that people need for typing: a character, or a key of the typing block, with no
  /// modifier but Shift. Bound to an Action, it could not be typed any more.
  ///
  /// xkbcommon's names of characters are single, or begin with a small letter ("comma", "adiaeresis"); other keys begin with
  /// a capital ("F13", "Pause"), as do the other alphabets ("Cyrillic_a").
  public var isTyping: Bool {
    guard modifiers.allSatisfy({ $0.eitherSide == .shift }) else { return false }
    let alphabets = [
      "Cyrillic_", "Greek_", "hebrew_", "Arabic_", "Thai_", "Ukrainian_", "Serbian_", "Armenian_",
    ]
    let typingBlock = ["Return", "Tab", "BackSpace", "Delete", "Escape", "Left", "Right", "Up", "Down"]
    return key.count == 1 || key.first?.isLowercase == true || typingBlock.contains(key)
      || alphabets.contains(where: key.hasPrefix)
  }
}
