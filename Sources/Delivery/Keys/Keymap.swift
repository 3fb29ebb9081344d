internal import CXkbcommon
public import Domain

/// Which keystroke gives which character or key symbol, on one keyboard layout.
///
/// Dead keys are never used: what they give depends on the program that receives them.
public struct Keymap: Hashable, Sendable {
  /// The keystrokes while Caps Lock is off.
  var characters: [Unicode.Scalar: Keystroke]
  /// The keystrokes while Caps Lock is on.
  var capsLockCharacters: [Unicode.Scalar: Keystroke]
  /// By xkbcommon keysym.
  var symbols: [UInt32: Keystroke]
  /// Keys that scroll or paste in programs of the X toolkit, whatever level that stands on.
  var xtShortcutKeys: Set<UInt16> = []

  /// The characters that can be typed, sorted.
  public var typeable: [Unicode.Scalar] { characters.keys.sorted() }

  /// Plans a whole text, or says what is missing before any key has gone down.
  public func plan(for text: String, capsLock: Bool = false) -> Result<TypingPlan, Untypeable> {
    let table = capsLock ? capsLockCharacters : characters
    var plan = TypingPlan(keystrokes: [])
    var missing = Untypeable(count: 0, positions: [])
    for (position, scalar) in text.unicodeScalars.enumerated() {
      if let keystroke = table[scalar] {
        plan.keystrokes.append(keystroke)
      } else {
        missing.count += 1
        if missing.positions.count < Untypeable.positionLimit { missing.positions.append(position) }
      }
    }
    return missing.count == 0 ? .success(plan) : .failure(missing)
  }

  /// Finds the keys of a chord; nil when the layout has no such key.
  ///
  /// A symbol of a higher level brings its modifiers along: ctrl+plus is ctrl+shift+equal on a US layout.
  public func resolve(_ chord: KeyChord) -> ResolvedChord? {
    guard let target = keystroke(named: chord.key) else { return nil }
    var modifiers: [UInt16] = []
    for modifier in KeyChord.Modifier.allCases where chord.modifiers.contains(modifier) {
      guard let key = keystroke(named: Self.symbolNames[modifier] ?? "") else { return nil }
      modifiers.append(key.key)
    }
    modifiers += target.modifiers.filter { !modifiers.contains($0) }
    modifiers.removeAll { $0 == target.key }
    return ResolvedChord(modifiers: modifiers, key: target.key)
  }

  private func keystroke(named name: String) -> Keystroke? {
    let symbol = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
    return symbols[symbol] ?? Self.functionKeys[symbol]
  }

  private static let symbolNames: [KeyChord.Modifier: String] = [
    .control: "Control_L", .shift: "Shift_L", .alt: "Alt_L", .super: "Super_L",
    .leftControl: "Control_L", .leftShift: "Shift_L", .leftAlt: "Alt_L", .leftSuper: "Super_L",
    .rightControl: "Control_R", .rightShift: "Shift_R", .rightAlt: "Alt_R", .rightSuper: "Super_R",
  ]

  /// F13...F24 by position (KEY_F13 = 183): xkeyboard-config puts media symbols on most of these keys.
  private static let functionKeys: [UInt32: Keystroke] = {
    let first = xkb_keysym_from_name("F13", XKB_KEYSYM_NO_FLAGS)
    let keys = (0..<12).map { (first + UInt32($0), Keystroke(key: 183 + UInt16($0))) }
    return Dictionary(uniqueKeysWithValues: keys)
  }()
}

/// Where the keymap of a delivery comes from.
public enum KeymapSource: Hashable, Sendable {
  /// The kernel's table while the active virtual terminal translates keys itself, else the layout by names.
  case automatic(KeyboardLayout)
  case xkb(KeyboardLayout)
  case console

  /// Reads the keymap as it is now.
  public func read() throws(DeliveryError) -> Keymap {
    switch self {
    case .automatic(let layout):
      if let console = Console.active(), console.translatesKeys { return try Keymap.console(console) }
      return try Keymap.xkb(layout)
    case .xkb(let layout): return try Keymap.xkb(layout)
    case .console: return try Keymap.console()
    }
  }
}

extension KeymapSource {
  /// Whether a virtual terminal is in front whose keys the kernel translates itself: no program reads keyboards then.
  public static var kernelReadsKeyboards: Bool { Console.active()?.translatesKeys ?? false }
}
