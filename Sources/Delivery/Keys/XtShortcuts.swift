internal import CXkbcommon

/// Programs of the X toolkit look for a shortcut's key symbol on every level of a key: on layouts whose letters bear them too
/// (neo), Shift and such a letter scrolls or pastes, from a hand as from us. What is left out here is pasted instead.
enum XtShortcuts {
  /// Of xterm's translations with Shift (xterm(1), "Default Key Bindings").
  static let symbols: Set<UInt32> = Set(
    [XKB_KEY_Prior, XKB_KEY_Next, XKB_KEY_Insert, XKB_KEY_Select, XKB_KEY_KP_Add, XKB_KEY_KP_Subtract].map {
      UInt32($0)
    })

  /// The classes of windows (WM_CLASS) of such programs.
  private static let applications: Set<String> = ["XTerm", "UXTerm"]

  static func apply(to target: Target?) -> Bool {
    target?.applicationID.map(applications.contains) ?? false
  }
}

extension Keymap {
  /// What can be typed there without meaning something else.
  func fitting(_ target: Target?) -> Keymap {
    guard XtShortcuts.apply(to: target), !xtShortcutKeys.isEmpty,
      let shift = symbols[UInt32(XKB_KEY_Shift_L)]?.key
    else { return self }
    let isShortcut = { [xtShortcutKeys] (keystroke: Keystroke) in
      keystroke.modifiers.contains(shift)
        ? xtShortcutKeys.contains(keystroke.key)
        // Of what needs level 3 and 5 together some does not arrive (seen in xterm: "≡⇔∘∝" of neo).
        : keystroke.modifiers.count > 1
    }
    var keymap = self
    keymap.characters = characters.filter { !isShortcut($0.value) }
    keymap.capsLockCharacters = capsLockCharacters.filter { !isShortcut($0.value) }
    return keymap
  }
}
