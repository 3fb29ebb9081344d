import Testing

@testable import Delivery

@Suite struct WaylandLayoutTests {
  private static let inputs = """
    [{"identifier": "1:1:AT", "name": "AT Translated Set 2 keyboard", "type": "keyboard",
      "xkb_layout_names": ["German"], "xkb_active_layout_index": 0},
     {"identifier": "4617:32767:hwctl", "name": "hwctl virtual keyboard", "type": "keyboard",
      "xkb_layout_names": ["English (US)", "Russian"], "xkb_active_layout_index": 1},
     {"identifier": "0:0:mouse", "name": "mouse", "type": "pointer", "scroll_factor": 1.0}]
    """

  @Test func `of sway's keyboards the virtual one is asked for its layouts and group`() throws {
    let input = try SwayInputs.virtualKeyboard(in: Array(Self.inputs.utf8))
    #expect(input == SwayInput(layouts: ["English (US)", "Russian"], group: 1))
  }

  @Test func `a sway that has not seen the virtual keyboard says nothing of its layout`() throws {
    #expect(try SwayInputs.virtualKeyboard(in: Array("[]".utf8)) == nil)
    #expect(throws: WindowSystemError.self) { try SwayInputs.virtualKeyboard(in: Array("{}".utf8)) }
  }

  @Test func `every character of a text has one key, and the sections follow the text`() throws {
    let scalars = (0x4e00..<0x4e00 + 250).compactMap(Unicode.Scalar.init)
    let keymap = try WaylandKeymap(typing: String(String.UnicodeScalarView(scalars)) + "一")
    #expect(keymap.sections.count == 3)
    #expect(keymap.plan.sectionStarts == [0, WaylandKeymap.codes.count, 2 * WaylandKeymap.codes.count])
    #expect(keymap.plan.keystrokes.count == 251)
    for (position, scalar) in scalars.enumerated() {
      let section = try #require(keymap.plan.sectionStarts.lastIndex { $0 <= position })
      #expect(keymap.sections[section].keys[scalar] == keymap.plan.keystrokes[position].key)
    }
  }

  @Test func `the keymap that is made for a text compiles and gives the text`() throws {
    let text = "aZ äß\tЖ\n😀e\u{301}"
    let keymap = try WaylandKeymap(typing: text)
    #expect(WaylandKeymap.isOwn(keymap.sections[0].text))
    let compiled = Keymap(try XKBKeymap(text: keymap.sections[0].text, base: XKBKeymap.BaseState()))
    #expect(try compiled.plan(for: text).get().keystrokes == keymap.plan.keystrokes)
  }

  @Test func `a control character is no key, and nothing of its text is typed`() {
    let error = #expect(throws: Untypeable.self) { try WaylandKeymap(typing: "a\u{1b}b\u{7f}") }
    #expect(error == Untypeable(count: 2, positions: [1, 3]))
  }
}
