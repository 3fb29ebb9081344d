internal import CXkbcommon

extension Keymap {
  /// The kernel's key tables of the virtual terminal in front.
  public static func console() throws(DeliveryError) -> Keymap {
    guard let console = Console.active() else {
      throw DeliveryError(.noConsole, subject: Console.activeName() ?? "tty0")
    }
    return try self.console(console)
  }

  static func console(_ console: Console) throws(DeliveryError) -> Keymap {
    guard console.translatesKeys else { throw DeliveryError(.noConsole, subject: console.path) }
    let us = try xkb(KeyboardLayout(layout: "us", variant: "", options: ""))
    return Keymap(
      table: ConsoleTable(isUnicode: console.isUnicode, entry: console.entry), functionKeys: us)
  }

  /// - Parameter functionKeys: a keymap whose keys without characters (F5, Left, Control_L) are taken as they are;
  ///   they stand at the same place in every layout.
  init(table: ConsoleTable, functionKeys: Keymap) {
    self.init(characters: [:], capsLockCharacters: [:], symbols: [:])
    symbols = functionKeys.symbols.filter { symbol, keystroke in
      xkb_keysym_to_utf32(symbol) < 32 && keystroke.modifiers.isEmpty
    }
    for (index, modifiers) in table.modifierSets {
      for key in VirtualKeyboard.keyCodes
      where key < ConsoleTable.keyLimit && !Self.keypad.contains(key) {
        let keystroke = Keystroke(modifiers: modifiers, key: key)
        if let scalar = table.character(index, key, capsLock: false), characters[scalar] == nil {
          characters[scalar] = keystroke
          symbols[xkb_utf32_to_keysym(scalar.value)] = keystroke
        }
        if let scalar = table.character(index, key, capsLock: true), capsLockCharacters[scalar] == nil {
          capsLockCharacters[scalar] = keystroke
        }
      }
    }
  }
}

/// What the entries of the kernel's key tables mean (linux/keyboard.h; drivers/tty/vt/keyboard.c).
struct ConsoleTable {
  var isUnicode: Bool
  /// Reads the entry of a key in a table (0 plain, 1 Shift, 2 AltGr, 3 both).
  var entry: (_ table: UInt8, _ key: UInt16) -> UInt16?

  /// NR_KEYS of the kernel's tables that loadkeys fills.
  static let keyLimit: UInt16 = 128
  private static let latin: UInt16 = 0  // KT_LATIN
  private static let letter: UInt16 = 11  // KT_LETTER: a KT_LATIN that obeys Caps Lock
  private static let shiftKey: UInt16 = 7  // KT_SHIFT
  private static let typeCount: UInt16 = 15  // NR_TYPES; above it, an entry is a character XOR 0xf000
  private static let enter: UInt16 = 0x0201  // K_ENTER

  /// The tables that can be reached, with the keys that reach them.
  var modifierSets: [(table: UInt8, modifiers: [UInt16])] {
    let shift = modifierKey(0, preferred: 42)  // KG_SHIFT
    let altGr = modifierKey(1, preferred: 100)  // KG_ALTGR
    var sets: [(table: UInt8, modifiers: [UInt16])] = [(0, [])]
    if let shift { sets.append((1, [shift])) }
    if let altGr { sets.append((2, [altGr])) }
    if let shift, let altGr { sets.append((3, [shift, altGr])) }
    return sets
  }

  private func modifierKey(_ group: UInt16, preferred: UInt16) -> UInt16? {
    let wanted = Self.shiftKey << 8 | group
    if entry(0, preferred) == wanted { return preferred }
    return VirtualKeyboard.keyCodes.first { $0 < Self.keyLimit && entry(0, $0) == wanted }
  }

  /// The character that a key gives in a table; nil for dead keys, functions and holes.
  func character(_ table: UInt8, _ key: UInt16, capsLock: Bool) -> Unicode.Scalar? {
    guard var value = entry(table, key) else { return nil }
    if capsLock, value >> 8 == Self.letter {
      // kbd_keycode(): a letter is looked up with Shift turned over.
      value = entry(table ^ 1, key) ?? value
    }
    if value == Self.enter { return table == 0 ? "\n" : nil }
    let scalar: Unicode.Scalar?
    switch value >> 8 {
    case Self.latin, Self.letter: scalar = Unicode.Scalar(UInt32(value & 0xff))
    case Self.typeCount...: scalar = Unicode.Scalar(UInt32(value ^ 0xf000))
    default: scalar = nil
    }
    guard let scalar, scalar != "\n", Keymap.isText(scalar), isUnicode || scalar.isASCII else { return nil }
    return scalar == "\t" && table != 0 ? nil : scalar
  }
}
