import Domain
import Testing

@testable import Delivery

/// Tables as drivers/tty/vt/keyboard.c holds them, small enough to be read here.
@Suite struct ConsoleTableTests {
  /// A german-like corner: Shift on 54, AltGr on 97, "a" on 30, "ß" on 12, "€" on 18, Enter on 28, a dead key on 41.
  private static let entries: [UInt8: [UInt16: UInt16]] = [
    0: [
      54: 0x0700, 97: 0x0701, 29: 0x0702, 30: 0x0b61, 12: 0x00df, 2: 0x0031, 28: 0x0201, 15: 0x0009,
      41: 0x0402, 18: 0x0b65, 71: 0x0307, 14: 0x007f,
    ],
    1: [54: 0x0700, 30: 0x0b41, 12: 0x003f, 2: 0x0021, 28: 0x0201, 18: 0x0b45],
    2: [18: 0x20ac ^ 0xf000, 12: 0x005c],
    3: [18: 0x1e9e ^ 0xf000],
  ]

  private func keymap(isUnicode: Bool = true) throws -> Keymap {
    let table = ConsoleTable(isUnicode: isUnicode) { Self.entries[$0]?[$1] }
    return Keymap(table: table, functionKeys: try Keymap.xkb(layout: "us"))
  }

  @Test func `characters come from all four tables with the modifier keys of the table`() throws {
    let plan = try keymap().plan(for: "aAß?€\u{1e9e}\n\t").get()
    #expect(
      plan.keystrokes == [
        Keystroke(key: 30), Keystroke(modifiers: [54], key: 30), Keystroke(key: 12),
        Keystroke(modifiers: [54], key: 12), Keystroke(modifiers: [97], key: 18),
        Keystroke(modifiers: [54, 97], key: 18), Keystroke(key: 28), Keystroke(key: 15),
      ])
  }

  @Test func `Caps Lock turns letters over and nothing else`() throws {
    let plan = try keymap().plan(for: "aA1ß€", capsLock: true).get()
    #expect(
      plan.keystrokes == [
        Keystroke(modifiers: [54], key: 30), Keystroke(key: 30), Keystroke(key: 2), Keystroke(key: 12),
        Keystroke(modifiers: [97], key: 18),
      ])
  }

  @Test func `dead keys, functions, the number pad and DEL give no text`() throws {
    #expect(try keymap().plan(for: "^\u{7f}7") == .failure(Untypeable(count: 3, positions: [0, 1, 2])))
  }

  @Test func `outside Unicode mode only ASCII is trusted`() throws {
    #expect(
      try keymap(isUnicode: false).plan(for: "aß€") == .failure(Untypeable(count: 2, positions: [1, 2])))
  }

  @Test func `chords find letters in the table and other keys by their place`() throws {
    let keymap = try keymap()
    #expect(keymap.resolve(KeyChord(modifiers: [.control], key: "a")) == Keystroke(modifiers: [29], key: 30))
    #expect(keymap.resolve(KeyChord(modifiers: [], key: "Left")) == Keystroke(key: 105))
    #expect(keymap.resolve(KeyChord(modifiers: [], key: "q")) == nil)
  }
}
