import Testing

@testable import Delivery

@Suite struct PasteChordTests {
  private static let cases: [(application: String?, role: TargetRole?, chord: PasteChord?)] = [
    ("foot", nil, .controlShiftV),
    ("XTerm", nil, .shiftInsert),
    ("org.kde.konsole", nil, .controlShiftV),
    ("firefox", nil, .controlV),
    ("some-new-terminal", .terminal, .controlShiftV),
    ("gedit", .text, .controlV),
    (nil, .text, .controlV),
    (nil, .terminal, .controlShiftV),
    (nil, nil, nil),
  ]

  @Test func `the chord follows the program, and without one there is no guess`() {
    for test in Self.cases {
      let target = Target(applicationID: test.application, role: test.role, certainty: .window)
      #expect(PasteChord.of(target) == test.chord, "\(test)")
    }
    #expect(PasteChord.of(nil) == nil)
  }

  @Test func `names in the table are in small letters, as they are looked up`() {
    for name in PasteChord.terminals.keys { #expect(name == name.lowercased()) }
  }

  @Test func `a text is offered in Latin-1 only where that can hold it`() {
    #expect(ClipboardContent(text: "é")["STRING"]?.bytes == [0xe9])
    #expect(ClipboardContent(text: "€")["STRING"] == nil)
    #expect(ClipboardContent(text: "€")["UTF8_STRING"]?.bytes == Array("€".utf8))
  }

  @Test func `the V is where the layout has it`() throws {
    let dvorak = try Keymap.xkb(layout: "us", variant: "dvorak")
    #expect(PasteChord.controlV.keystroke(on: dvorak) == Keystroke(modifiers: [29], key: 52))
    let russian = try Keymap.xkb(layout: "ru")
    #expect(PasteChord.controlV.keystroke(on: russian) == Keystroke(modifiers: [29], key: 47))
    #expect(PasteChord.shiftInsert.keystroke(on: russian) == Keystroke(modifiers: [42], key: 110))
  }
}
