import Domain
import Testing

@testable import Delivery

@Suite struct KeymapXKBTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var layout: String
    var variant = ""
    /// What a layout of this name must at least type.
    var characters: String
    var testDescription: String { "\(layout)(\(variant))" }
  }

  static let cases = [
    Case(layout: "us", characters: "~`{}|\\\"'<>?"),
    Case(layout: "de", characters: "äöüÄÖÜß€@{[]}\\~|²³µ"),
    Case(layout: "fr", characters: "éèàçù€@#{}[]|\\"),
    Case(layout: "es", characters: "ñÑ¿¡€@#"),
    Case(layout: "us", variant: "dvorak", characters: "aoeuidhtns',.pyfgcrl"),
    Case(layout: "us", variant: "intl", characters: "éáñß€¿¡äöü"),
    Case(layout: "de", variant: "neo", characters: "äöüß…„“”€αβγ"),
  ]

  @Test(arguments: cases) func `every typeable character is read back from the planned keys`(_ test: Case)
    throws
  {
    let keymap = try Keymap.xkb(layout: test.layout, variant: test.variant)
    let all = String(String.UnicodeScalarView(keymap.typeable))
    let plan = try keymap.plan(for: all).get()
    let reader = try #require(XKBReader(layout: test.layout, variant: test.variant))
    reader.read(plan)
    #expect(reader.text == all)
    #expect(reader.down.isEmpty)
    #expect(all.unicodeScalars.count > 90)
    for character in test.characters.unicodeScalars {
      #expect(keymap.typeable.contains(character), "\(character)")
    }
  }

  @Test(arguments: cases) func `with Caps Lock on, letters keep their case`(_ test: Case) throws {
    let keymap = try Keymap.xkb(layout: test.layout, variant: test.variant)
    let text = "The Quick brown FOX 123, jumps."
    let plan = try keymap.plan(for: text, capsLock: true).get()
    let reader = try #require(XKBReader(layout: test.layout, variant: test.variant))
    // Neo has no Caps Lock key: its two tables are the same.
    if test.variant != "neo" {
      reader.read([KeyTransition(code: 58, isDown: true)])
      reader.read([KeyTransition(code: 58, isDown: false)])
    }
    reader.read(plan)
    #expect(reader.text == text)
  }

  @Test func `ASCII, tabulator and line feed are all typeable on the usual layouts`() throws {
    for layout in ["us", "gb"] {
      let keymap = try Keymap.xkb(layout: layout)
      for value in [9, 10] + Array(32..<127) {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(keymap.typeable.contains(scalar), "\(layout) \(value)")
      }
    }
  }

  @Test func `what a layout cannot type is counted and found before any key`() throws {
    let us = try Keymap.xkb(layout: "us")
    #expect(us.plan(for: "5 € for café") == .failure(Untypeable(count: 2, positions: [2, 11])))
    #expect(us.plan(for: "ééééééé") == .failure(Untypeable(count: 7, positions: [0, 1, 2, 3, 4])))
    #expect(try us.plan(for: "").get().keystrokes.isEmpty)
  }

  @Test func `dead keys are never used`() throws {
    let de = try Keymap.xkb(layout: "de")
    #expect(de.plan(for: "^`é") == .failure(Untypeable(count: 3, positions: [0, 1, 2])))
    let es = try Keymap.xkb(layout: "es")
    #expect(es.plan(for: "ä") == .failure(Untypeable(count: 1, positions: [0])))
  }

  @Test func `the level 3 key is looked up in the layout`() throws {
    let neo = try Keymap.xkb(layout: "de", variant: "neo").plan(for: "@").get()
    #expect(neo.keystrokes.first?.modifiers.contains(100) == false)
    let de = try Keymap.xkb(layout: "de").plan(for: "@").get()
    #expect(de.keystrokes == [Keystroke(modifiers: [100], key: 16)])
  }

  @Test func `Enter and Tab are the main keys, and digits are not on the number pad`() throws {
    let us = try Keymap.xkb(layout: "us")
    #expect(
      try us.plan(for: "\n\t1").get().keystrokes == [
        Keystroke(key: 28), Keystroke(key: 15), Keystroke(key: 2),
      ])
  }

  @Test func `chords resolve by the layout`() throws {
    let us = try Keymap.xkb(layout: "us")
    let dvorak = try Keymap.xkb(layout: "us", variant: "dvorak")
    func resolve(_ keymap: Keymap, _ chord: String) throws -> ResolvedChord? {
      keymap.resolve(try #require(KeyChord(chord)))
    }
    #expect(try resolve(us, "ctrl+v") == Keystroke(modifiers: [29], key: 47))
    #expect(try resolve(dvorak, "ctrl+v") == Keystroke(modifiers: [29], key: 52))
    #expect(try resolve(us, "ctrl+shift+v") == Keystroke(modifiers: [29, 42], key: 47))
    #expect(try resolve(us, "ctrl+plus") == Keystroke(modifiers: [29, 42], key: 13))
    #expect(try resolve(us, "super+alt+Return") == Keystroke(modifiers: [56, 125], key: 28))
    #expect(try resolve(us, "F5") == Keystroke(key: 63))
    #expect(try resolve(us, "F13") == Keystroke(key: 183))
    #expect(try resolve(us, "F24") == Keystroke(key: 194))
    #expect(try resolve(us, "XF86AudioPlay") == Keystroke(key: 164))
    #expect(try resolve(us, "Shift_L") == Keystroke(key: 42))
    #expect(try resolve(us, "NoSuchKey") == nil)
    #expect(try resolve(us, "EuroSign") == nil)
  }

  @Test func `a layout that is not installed is named in the error`() {
    let error = #expect(throws: DeliveryError.self) { try Keymap.xkb(layout: "atlantis", variant: "deep") }
    #expect(error?.code == .noKeymap)
    #expect(error?.message.contains("'atlantis(deep)'") == true)
  }
}
