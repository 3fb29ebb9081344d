import BindingEngine
import Domain
import Drivers
import Scenario
import Testing

@Suite("Scenario parser")
struct ScenarioParserTests {
  private let head = """
    # A title
    device pedal vec-infinity
    device spare vec-infinity unplugged
    bind pedal center momentary localDictation
    profile typing
    bind pedal left toggle keyboardShortcut ctrl+shift+v
    """

  @Test("Title, devices, profiles and bindings are read")
  func declarations() throws {
    let scenario = try Scenario.parse(head)
    #expect(scenario.title == "A title")
    #expect(
      scenario.devices == [
        ScenarioDevice(name: "pedal", model: "vec-infinity"),
        ScenarioDevice(name: "spare", model: "vec-infinity", isPlugged: false),
      ])
    #expect(scenario.profiles.map(\.id) == ["default", "typing"])
    #expect(
      scenario.bindings.first?.bindings == [
        Binding(control: "center", mode: .momentary, action: .localDictation)
      ])
    let chord = KeyChord(modifiers: [.control, .shift], key: "v")
    #expect(
      scenario.profiles[1].binding(model: "vec-infinity", control: "left")
        == Binding(control: "left", mode: .toggle, action: .keyboardShortcut(KeySequence(chord))))
  }

  @Test(
    "Every timed line is read, and written as it was",
    arguments: [
      ("turn pedal left -3", TimedLine.Event.input(.turn(device: "pedal", control: "left", -3))),
      (
        "chord ctrl+alt+d down keyboard-2",
        .input(
          .chord(
            KeyChord(modifiers: [.control, .alt], key: "d"), isDown: true, ChordSourceID(rawValue: 2)))
      ),
      ("lose desktop", .input(.lose(.desktop))),
      ("expect end media seek -5 performed", .expect(.end(.media(.seek(seconds: -5)), .performed))),
      ("press pedal left", TimedLine.Event.input(.press(device: "pedal", control: "left"))),
      ("release pedal left", .input(.release(device: "pedal", control: "left"))),
      ("value pedal left -3", .input(.value(device: "pedal", control: "left", -3))),
      (
        "report pedal 0200", .input(.report(device: "pedal", [2, 0]))
      ),
      (
        "report pedal id=0x07 0200",
        .input(.report(device: "pedal", [7, 2, 0], isNumbered: true))
      ),
      ("report pedal id=0x07", .input(.report(device: "pedal", [7], isNumbered: true))),
      (
        "frame pedal axis=16:-1", .input(.frame(device: "pedal", [.axis(16, -1)]))
      ),
      (
        "frame pedal scan=0x90002 key=257:1", .input(.frame(device: "pedal", [.scan(0x90002), .key(257, 1)]))
      ),
      ("dropped pedal keys=256,257", .input(.dropped(device: "pedal", keysDown: [256, 257]))),
      ("dropped pedal keys=", .input(.dropped(device: "pedal", keysDown: []))),
      ("unplug pedal", .input(.unplug(device: "pedal"))),
      ("plug spare", .input(.plug(device: "spare"))),
      ("command toggle localDictation", .input(.command(.toggle, .localDictation))),
      ("finished localDictation", .input(.finished(.localDictation))),
      ("profile typing", .input(.profile("typing"))),
      ("suspend", .input(.suspend)),
      (
        "expect begin keyboardShortcut F13",
        .expect(.begin(.keyboardShortcut(KeySequence(KeyChord(modifiers: [], key: "F13")))))
      ),
      ("expect end localDictation", .expect(.end(.localDictation, nil))),
      ("expect end localDictation released", .expect(.end(.localDictation, .released))),
      ("expect cancel localDictation commanded", .expect(.cancel(.localDictation, .commanded))),
      ("expect nothing", .expect(.nothing)),
    ])
  func timedLines(_ text: String, _ event: TimedLine.Event) throws {
    let scenario = try Scenario.parse(head + "\n  12.045 ms  " + text + "   # a remark\n")
    let line = try #require(scenario.lines.first)
    #expect(line == TimedLine(time: .microseconds(12_045), event: event, number: 7))
    #expect(ScenarioText.line(line) == "12.045 ms  " + text)
  }

  @Test("A text that was written is read as the same scenario")
  func roundTrip() throws {
    let scenario = try Scenario.parse(head + "\n0 ms press pedal left\n7 ms expect nothing\n")
    var again = try Scenario.parse(ScenarioText.text(scenario))
    for index in again.lines.indices { again.lines[index].number = scenario.lines[index].number }
    #expect(again == scenario)
  }

  @Test("Everything that a Binding can say is read as it was written")
  func bindings() throws {
    let text = """
      # A title
      device pedal vec-infinity
      time hold 200 ms
      latchEndsWithDoublePress
      bind pedal center+left toggle keyboardShortcut ctrl+k,ctrl+s doublePress media next longHold none chord F14
      bind pedal right clockwise momentary profile to typing
      chord ctrl+alt+d holdOrLatch localDictation


      """
    let scenario = try Scenario.parse(text)
    #expect(ScenarioText.text(scenario) == text)
    let binding = try #require(scenario.bindings.first?.bindings.first)
    #expect(binding.controls == ["center", "left"])
    #expect(binding.longHold == Action.none)
    #expect(scenario.times.hold == .milliseconds(200))
    #expect(scenario.profiles[0].chords.map(\.mode) == [.holdOrLatch])
  }

  @Test("A Device that was taught is declared by its controls, and axes by their ranges")
  func taught() throws {
    let text = """
      # A title
      taught 0c45:7403 left scan=0x70004 key=30
      taught 0c45:7403 right key=48 tapOnly
      device pedal learned-0c45-7403
      device pad gamepad
      axis pad 2 0 1023 5
      bind pedal left momentary localDictation

      0 ms  frame pedal scan=0x70004 key=99:1
      0 ms  expect begin localDictation
      5 ms  unplug pedal
      5 ms  expect end localDictation released

      """
    let scenario = try Scenario.parse(text)
    #expect(
      scenario.taught == [
        LearnedDevice(
          product: ProductID(vendor: 0x0c45, product: 0x7403), name: "0c45:7403",
          controls: [
            LearnedControl(id: "left", name: "left", scanCode: 0x70004, keyCode: 30),
            LearnedControl(id: "right", name: "right", scanCode: nil, keyCode: 48, isTapOnly: true),
          ])
      ])
    #expect(scenario.devices[1].axes == [2: AxisRange(minimum: 0, maximum: 1023, resting: 5)])
    #expect(scenario.failures() == [])
    #expect(ScenarioText.text(scenario).split(separator: "\n") == text.split(separator: "\n"))
  }

  @Test(
    "What is wrong is told with its line",
    arguments: [
      ("device pedal vec-infinity", "line 7: “pedal” is there already"),
      (
        "device x keyboard",
        "line 7: “keyboard” is not a model; allowed: \(DeviceCatalogue.models.map(\.id.rawValue).joined(separator: ", "))"
      ),
      ("device", "line 7: a device name is missing at the end of the line"),
      (
        "bind pedal up momentary none",
        "line 7: “up” is not a control of vec-infinity; allowed: left, center, right"
      ),
      (
        "profile \u{1}\r",
        "line 7: “\u{1}” is not a profile name: at most 64 letters without accents, digits, “-” and “_”"
      ),
      (
        "bind pedal right twice none",
        "line 7: “twice” is not a mode; allowed: momentary, toggle, holdOrLatch"
      ),
      (
        "bind pedal left momentary none",
        "line 7: “left” of vec-infinity is bound already; bindings are per model"
      ),
      (
        "taught 1:2 left key=30", "line 7: “1:2” is not a vendor and product number such as 05f3:00ff"
      ),
      ("taught 0c45:7403 left scan=9 kye=30", "line 7: “kye=30” is not a key code such as key=30"),
      (
        "taught 0c45:7403 left key=30\ntaught 0c45:7403 left key=31", "line 8: “left” is there already"
      ),
      ("axis pedal 2 0 1023", "line 7: the value at rest is missing at the end of the line"),
      ("axis pedal 2 0 much 0", "line 7: “much” is not the greatest value"),
      ("5 ms report pedal id=0x100 00", "line 7: “id=0x100” is not a report id such as id=0x01"),
      ("bind pedal left+left toggle none", "line 7: “left+left” names a control twice, or more than four"),
      (
        "bind pedal right toggle none twice",
        "line 7: “twice” is not known here; allowed: doublePress, longHold, chord"
      ),
      ("chord up+v toggle none", "line 7: “up+v” is not a key chord such as ctrl+shift+v"),
      ("chord F13 toggle none\nchord F13 toggle none", "line 8: “F13” is bound already"),
      ("5 ms chord F13 held desktop", "line 7: “held” is neither “down” nor “up”"),
      ("5 ms lose mouse", "line 7: “mouse” is not a source of chords: desktop, keyboard-1"),
      (
        "bind pedal right momentary dance",
        "line 7: “dance” is not an action; allowed: none, keyboardShortcut, localDictation, localAIDictation, media, profile"
      ),
      (
        "bind pedal right toggle keyboardShortcut up+v",
        "line 7: “up+v” is not a key chord such as ctrl+shift+v"
      ),
      ("profile typing", "line 7: profile “typing” is there already"),
      (
        "jump",
        "line 7: “jump” is not known; allowed: taught, device, axis, bind, chord, profile, time, "
          + "latchEndsWithDoublePress, or a time"
      ),
      ("5 press pedal left", "line 7: a line begins with a time such as “1500 ms”"),
      ("-5 ms press pedal left", "line 7: a line begins with a time such as “1500 ms”"),
      ("1.2345 ms press pedal left", "line 7: a line begins with a time such as “1500 ms”"),
      ("99999999999999999999 ms suspend", "line 7: a line begins with a time such as “1500 ms”"),
      (
        "5 ms press foot left",
        "line 7: there is no device “foot”; name it before in a line “device foot MODEL”"
      ),
      ("5 ms press pedal left left", "line 7: “left” is too much"),
      (
        "5 ms frame pedal",
        "line 7: scan=…, key=CODE:VALUE or axis=CODE:VALUE is missing at the end of the line"
      ),
      ("5 ms frame pedal key=257:3", "line 7: “key=257:3” is not scan=0x90002, key=257:1 or axis=16:-1"),
      ("5 ms frame pedal key=70000:1", "line 7: “key=70000:1” is not scan=0x90002, key=257:1 or axis=16:-1"),
      ("5 ms dropped pedal keys=a", "line 7: “a” is not a key code"),
      ("5 ms profile nothing", "line 7: there is no profile “nothing”"),
      ("5 ms command jump none", "line 7: “jump” is not a command; allowed: begin, end, toggle, cancel"),
      ("5 ms expect joy", "line 7: “joy” is not known; allowed: begin, end, cancel, nothing"),
      ("5 ms suspend\n4 ms suspend", "line 8: the time goes back; lines are in the order of their times"),
      ("5 ms suspend\ndevice late vec-infinity", "line 8: “device” must stand before the timed lines"),
    ])
  func errors(_ text: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try Scenario.parse(head + "\n" + text) }
    #expect(error?.description == message)
  }

  @Test(
    "A title is written as it is read: found by fuzzing",
    arguments: ["# #\u{17} \r", "#\t\u{654}ey\t\u{1}\t\r\t", "#"])
  func titles(_ text: String) throws {
    let written = ScenarioText.text(try Scenario.parse(text))
    #expect(ScenarioText.text(try Scenario.parse(written)) == written)
  }

  @Test("Line ends of other systems and an empty text are accepted")
  func lineEnds() throws {
    let scenario = try Scenario.parse("# Title\r\ndevice pedal vec-infinity\r\n\r\n0 ms unplug pedal\r\n")
    #expect(scenario.title == "Title")
    #expect(scenario.lines.count == 1)
    #expect(try Scenario.parse("").lines.isEmpty)
  }
}
