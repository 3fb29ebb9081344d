/// Keymaps of hwctl's own, in which each character of a text is a key: any character can be typed, whatever the user's layout.
///
/// Keys that programs know by their place are where they always are: Return, Tab, the space bar, and for chords Control,
/// Shift, V and Insert.
struct WaylandKeymap: Hashable, Sendable {
  /// One keymap and the characters that it has.
  struct Section: Hashable, Sendable {
    /// By evdev key code.
    var keys: [Unicode.Scalar: UInt16] = WaylandKeymap.fixed
    var text: String { WaylandKeymap.text(keys) }
  }

  /// In the order of the text; most texts need one.
  private(set) var sections: [Section] = [Section()]
  private(set) var plan = TypingPlan(keystrokes: [])

  /// - Throws: what no key can give: control characters.
  init(typing text: String) throws(Untypeable) {
    var missing = Untypeable(count: 0, positions: [])
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard Keymap.isText(scalar) else {
        missing.count += 1
        if missing.positions.count < Untypeable.positionLimit { missing.positions.append(position) }
        continue
      }
      plan.keystrokes.append(Keystroke(key: key(for: scalar)))
    }
    if missing.count > 0 { throw missing }
  }

  private mutating func key(for scalar: Unicode.Scalar) -> UInt16 {
    if let known = sections[sections.count - 1].keys[scalar] { return known }
    if sections[sections.count - 1].keys.count == Self.codes.count + Self.fixed.count {
      sections.append(Section())
      plan.sectionStarts.append(plan.keystrokes.count)
    }
    let section = sections.count - 1
    let code = Self.codes[sections[section].keys.count - Self.fixed.count]
    sections[section].keys[scalar] = code
    return code
  }

  /// Key codes of linux/input-event-codes.h: KEY_ENTER, KEY_TAB, KEY_SPACE.
  static let fixed: [Unicode.Scalar: UInt16] = ["\n": 28, "\t": 15, " ": 57]
  static let control: UInt16 = 29
  static let shift: UInt16 = 42
  static let letterV: UInt16 = 47
  static let insert: UInt16 = 110

  /// Keys for characters: first those that bear characters on every keyboard, then those that few keyboards have.
  static let codes: [UInt16] =
    (Array(2...13) + Array(16...27) + Array(30...41) + Array(43...46) + Array(48...53) + [86, 89, 124]
      + Array(183...200) + Array(209...211) + Array(228...247))

  private static let name = "hwctl"

  /// Whether a keymap that the compositor shows is one of these.
  static func isOwn(_ text: String) -> Bool { text.contains("xkb_symbols \"\(name)\"") }

  private static func text(_ keys: [Unicode.Scalar: UInt16]) -> String {
    let characters = keys.filter { fixed[$0.key] == nil }.sorted { $0.value < $1.value }
    var symbols = [
      (control, "Control_L"), (shift, "Shift_L"), (letterV, "v, V"), (insert, "Insert"), (28, "Return"),
      (15, "Tab"), (57, "space"),
    ]
    for (scalar, code) in characters {
      symbols.append((code, "U" + String(scalar.value, radix: 16, uppercase: true).padded(to: 4)))
    }
    let codes = symbols.map { "<K\($0.0)> = \(UInt32($0.0) + XKBKeymap.keyCodeOffset);" }.joined(
      separator: "\n")
    let keys = symbols.map { "key <K\($0.0)> { [ \($0.1) ] };" }.joined(separator: "\n")
    return """
      xkb_keymap {
      xkb_keycodes "\(name)" {
      minimum = 8;
      maximum = 255;
      \(codes)
      };
      xkb_types "\(name)" { include "complete" };
      xkb_compatibility "\(name)" { include "complete" };
      xkb_symbols "\(name)" {
      \(keys)
      modifier_map Control { <K\(control)> };
      modifier_map Shift { <K\(shift)> };
      };
      };
      """
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - count)) + self
  }
}
