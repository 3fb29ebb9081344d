internal import CXkbcommon
internal import Synchronization

extension Keymap {
  /// The first group of a layout, with "us" and XKB_DEFAULT_* as in `KeyboardLayout`. The last one read is cached.
  public static func xkb(_ layout: KeyboardLayout) throws(DeliveryError) -> Keymap {
    if let cached = cache.withLock({ $0 }), cached.layout == layout { return cached.keymap }
    let compiled = try XKBKeymap(layout)
    let keymap = Keymap(compiled)
    cache.withLock { $0 = (layout, keymap) }
    return keymap
  }

  public static func xkb(
    layout: String?, variant: String? = nil, options: String? = nil
  ) throws(DeliveryError) -> Keymap {
    try xkb(KeyboardLayout(layout: layout, variant: variant, options: options))
  }

  /// Compiling takes tens of milliseconds, and a user has one layout. Environment variables stay as they were at start.
  private static let cache = Mutex<(layout: KeyboardLayout, keymap: Keymap)?>(nil)

  init(_ compiled: borrowing XKBKeymap) {
    self.init(characters: [:], capsLockCharacters: [:], symbols: [:])
    let capsLock = compiled.key(for: UInt32(XKB_KEY_Caps_Lock), preferred: 58)
    for modifiers in Self.modifierSets(of: compiled) {
      for (key, symbol) in compiled.output(holding: modifiers, afterStriking: []) {
        let keystroke = Keystroke(modifiers: modifiers, key: key)
        if symbols[symbol] == nil { symbols[symbol] = keystroke }
        if XtShortcuts.symbols.contains(symbol) { xtShortcutKeys.insert(key) }
        Self.add(keystroke, for: symbol, to: &characters)
      }
      // Without a Caps Lock key nothing can be locked, and both tables are the same.
      for (key, symbol) in compiled.output(
        holding: modifiers, afterStriking: capsLock.map { [$0] } ?? [])
      {
        Self.add(Keystroke(modifiers: modifiers, key: key), for: symbol, to: &capsLockCharacters)
      }
    }
  }

  /// The sets of modifier keys to try, fewest first. Which key is level 3 or 5 is the layout's choice (AltGr is only usual).
  private static func modifierSets(of compiled: borrowing XKBKeymap) -> [[UInt16]] {
    let shift = compiled.key(for: UInt32(XKB_KEY_Shift_L), preferred: 42)
    let level3 = compiled.key(for: UInt32(XKB_KEY_ISO_Level3_Shift), preferred: 100)
    let level5 = compiled.key(for: UInt32(XKB_KEY_ISO_Level5_Shift), preferred: 86)
    let wanted = [[], [shift], [level3], [shift, level3], [level5], [shift, level5], [level3, level5]]
    return wanted.compactMap { keys in
      let found = keys.compactMap { $0 }
      return found.count == keys.count ? found : nil
    }
  }

  private static func add(
    _ keystroke: Keystroke, for symbol: UInt32, to table: inout [Unicode.Scalar: Keystroke]
  ) {
    // Return gives U+000D in XKB; text has line feeds.
    let value = symbol == UInt32(XKB_KEY_Return) ? 10 : xkb_keysym_to_utf32(symbol)
    guard let scalar = Unicode.Scalar(value), isText(scalar), !keypad.contains(keystroke.key),
      scalar != "\n" && scalar != "\t" || keystroke.modifiers.isEmpty, table[scalar] == nil
    else { return }
    table[scalar] = keystroke
  }

  /// Printable characters, tabulator and line feed.
  static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: true
    case 0..<32, 127..<160: false
    default: true
    }
  }

  /// The number pad (KEY_KP* of linux/input-event-codes.h): what it gives depends on Num Lock.
  static let keypad: Set<UInt16> = Set(71...83).union([55, 95, 96, 98, 117, 118, 121, 124, 179, 180])
}
