/// One key and the modifier keys that are down around it, as evdev key codes (linux/input-event-codes.h).
public struct Keystroke: Hashable, Sendable {
  /// In the order in which they go down; they come up in the opposite order.
  public var modifiers: [UInt16]
  public var key: UInt16

  public init(modifiers: [UInt16] = [], key: UInt16) {
    self.modifiers = modifiers
    self.key = key
  }
}

/// The keystroke that a KeyChord means on one keymap.
public typealias ResolvedChord = Keystroke

/// A text as keystrokes, one for each Unicode scalar.
public struct TypingPlan: Hashable, Sendable {
  public var keystrokes: [Keystroke]
  /// Where a keymap of its own begins (`KeyOutput.enter`), counted in keystrokes; the first is 0.
  var sectionStarts = [0]

  init(keystrokes: [Keystroke]) { self.keystrokes = keystrokes }
}

/// A text that the keymap cannot type whole.
public struct Untypeable: Error, Hashable, Sendable {
  /// How many Unicode scalars have no keystroke.
  public var count: Int
  /// Where the first of them stand, counted in Unicode scalars from 0; at most `positionLimit`.
  public var positions: [Int]

  /// Enough to show a person where to look.
  public static let positionLimit = 5
}
