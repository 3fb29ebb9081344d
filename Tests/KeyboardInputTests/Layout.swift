public import Domain

@testable import KeyboardInput

/// A keyboard layout in a few lines: what Delivery's keymap says of a US layout.
enum Layout {
  static let (ctrl, rightCtrl, shift, rightShift, alt, altGr):
    (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16) =
      (29, 97, 42, 54, 56, 100)
  static let (f8, f9, a, equal): (UInt16, UInt16, UInt16, UInt16) = (66, 67, 30, 13)

  private static let american: [String: ChordKeys] = [
    "Control_L": ChordKeys(key: ctrl, modifiers: []), "Control_R": ChordKeys(key: rightCtrl, modifiers: []),
    "Shift_L": ChordKeys(key: shift, modifiers: []), "Shift_R": ChordKeys(key: rightShift, modifiers: []),
    "Alt_L": ChordKeys(key: alt, modifiers: []), "Alt_R": ChordKeys(key: altGr, modifiers: []),
    "Super_L": ChordKeys(key: 125, modifiers: []),
    "F8": ChordKeys(key: f8, modifiers: []), "F9": ChordKeys(key: f9, modifiers: []),
    "a": ChordKeys(key: a, modifiers: []), "A": ChordKeys(key: a, modifiers: [shift]),
    "equal": ChordKeys(key: equal, modifiers: []), "plus": ChordKeys(key: equal, modifiers: [shift]),
  ]

  static func us(_ chord: KeyChord) -> ChordKeys? { american[chord.key] }

  /// As `us`, but the right Alt key is AltGr, which brings "at".
  static func german(_ chord: KeyChord) -> ChordKeys? {
    switch chord.key {
    case "Alt_R": nil
    case "ISO_Level3_Shift": ChordKeys(key: altGr, modifiers: [])
    case "at": ChordKeys(key: 16, modifiers: [altGr])
    default: american[chord.key]
    }
  }
}

extension KeyChord: ExpressibleByStringLiteral {
  /// Of texts that stand in a test and are chords.
  public init(stringLiteral text: String) {
    self = KeyChord(text) ?? KeyChord(modifiers: [], key: "no chord")
  }
}

extension MonotonicInstant {
  static func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }
}
