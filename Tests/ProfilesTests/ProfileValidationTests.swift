import Domain
import Profiles
import SystemCalls
import TestSupport
import Testing

/// The models of these tests, as the composition passes them in.
let knownModels = BindableModels([
  "vec-infinity": [.init("left"), .init("center"), .init("right")], "ikkegol": [.init("pedal")],
  "shuttle": [.init("button"), .init("jog", givesValues: true)],
])

@Suite struct ProfileValidationTests {
  /// A sound file with one part exchanged.
  static func text(
    head: String = #""schemaVersion":2,"activeProfile":"default""#,
    profile: String = #""id":"default","name":"Main""#,
    match: String = #"{"model":"vec-infinity"}"#,
    bindings: String = #"[{"control":"center","mode":"hold","action":{"type":"localDictation"}}]"#
  ) -> String {
    "{\(head),\"profiles\":[{\(profile),\"devices\":[{\"match\":\(match),\"bindings\":\(bindings)}]}]}"
  }

  static func text(action: String) -> String {
    text(bindings: "[{\"control\":\"left\",\"mode\":\"toggle\",\"action\":\(action)}]")
  }

  static func text(control: String, mode: String = "hold") -> String {
    text(
      bindings:
        "[{\"control\":\"left\",\"mode\":\"toggle\",\"action\":{\"type\":\"none\"}},"
        + "{\"control\":\"\(control)\",\"mode\":\"\(mode)\",\"action\":{\"type\":\"none\"}}]")
  }

  static let second = "profiles[0].devices[0].bindings[1]"
  static let first = "profiles[0].devices[0].bindings[0]"

  static let bad: [(String, [String])] = [
    ("", ["not JSON: line 1, column 1: the file ends where a value was expected"]),
    ("[]", ["expected an object, found a list"]),
    ("{}", ["schemaVersion: missing; allowed: 2"]),
    (
      text(head: #""schemaVersion":"2","activeProfile":"default""#),
      ["schemaVersion: expected a version, found text; allowed: 2"]
    ),
    (
      text(head: #""schemaVersion":0,"activeProfile":"default""#),
      ["schemaVersion: expected a version, found a whole number; allowed: 2"]
    ),
    (
      text(head: #""schemaVersion":3,"activeProfile":"default""#),
      ["schemaVersion: version 3 is of a newer hwctl; allowed: 2"]
    ),
    (text(head: #""schemaVersion":2"#), ["activeProfile: missing"]),
    (
      text(head: #""schemaVersion":2,"activeProfile":"other""#),
      [#"activeProfile: no profile has the id "other"; allowed: default"#]
    ),
    (
      text(head: #""schemaVersion":2,"activeProfile":7"#),
      ["activeProfile: expected text, found a whole number"]
    ),
    (
      text(head: #""schemaVersion":2,"activeProfle":"default","activeProfile":"default""#),
      ["activeProfle: unknown name; allowed: $schema, schemaVersion, activeProfile, profiles"]
    ),
    (#"{"schemaVersion":2,"activeProfile":"a"}"#, ["profiles: missing"]),
    (
      #"{"schemaVersion":2,"activeProfile":"a","profiles":{}}"#,
      ["profiles: expected a list, found an object"]
    ),
    (
      #"{"schemaVersion":2,"activeProfile":"a","profiles":[]}"#,
      ["profiles: the list is empty"]
    ),
    (
      text(profile: #""id":"Default","name":"Main""#),
      [
        #"profiles[0].id: "Default" is no id: use lower-case letters, digits and "-""#
      ]
    ),
    (text(profile: #""id":"","name":"Main""#), ["profiles[0].id: 0 characters, allowed are 1 to 64"]),
    (text(profile: #""id":"default""#), ["profiles[0].name: missing"]),
    (text(profile: #""id":"default","name":"""#), ["profiles[0].name: 0 characters, allowed are 1 to 200"]),
    (
      text(profile: #""id":"default","name":"a","colour":1"#),
      ["profiles[0].colour: unknown name; allowed: id, name, devices, chords, writing"]
    ),
    (
      text(match: #"{"model":"vec-infinty"}"#),
      [
        #"profiles[0].devices[0].match.model: unknown model "vec-infinty"; allowed: ikkegol, shuttle, vec-infinity"#
      ]
    ),
    (
      text(match: #"{"vendor":"05f3"}"#),
      [
        "profiles[0].devices[0].match.vendor: unknown name; allowed: model, unit",
        "profiles[0].devices[0].match.model: missing",
      ]
    ),
    (text(match: "null"), ["profiles[0].devices[0].match: expected an object, found null"]),
    (text(bindings: "true"), ["profiles[0].devices[0].bindings: expected a list, found true or false"]),
    (text(bindings: "[1.5]"), ["\(first): expected an object, found a number"]),
    (
      text(bindings: "[{}]"),
      [
        #"\#(first).action: missing"#, #"\#(first).control: missing: write "control" or "controls""#,
      ]
    ),
    (
      text(control: "centre"),
      [#"\#(second).control: vec-infinity has no control "centre"; allowed: left, center, right"#]
    ),
    (text(control: "left"), [#"\#(second).control: the control "left" is bound twice"#]),
    (
      text(control: "right", mode: "momentary"),
      [#"\#(second).mode: unknown mode "momentary"; allowed: hold, toggle, holdOrLatch"#]
    ),
    (text(action: #""none""#), ["\(first).action: expected an object, found text"]),
    (
      text(action: "{}"),
      [
        "\(first).action.type: missing; "
          + "allowed: none, keyboardShortcut, localDictation, localAIDictation, media, profile"
      ]
    ),
    (
      text(action: #"{"type":"dictate"}"#),
      [
        #"\#(first).action.type: unknown action "dictate"; allowed: none, keyboardShortcut, localDictation, localAIDictation, media, profile"#
      ]
    ),
    (text(action: #"{"type":"keyboardShortcut"}"#), ["\(first).action.keys: missing"]),
    (
      text(action: #"{"type":"keyboardShortcut","keys":"ctrl+"}"#),
      [
        #"\#(first).action.keys: "ctrl+" is no shortcut: write modifiers and one key, as in "ctrl+shift+v"; "#
          + "allowed: ctrl+, shift+, alt+, super+, leftctrl+, rightctrl+, leftshift+, "
          + "rightshift+, leftalt+, rightalt+, leftsuper+, rightsuper+"
      ]
    ),
    (
      text(action: #"{"type":"localDictation","keys":"a"}"#),
      ["\(first).action.keys: unknown name; allowed: type"]
    ),
  ]

  @Test(arguments: bad) func `each mistake is named by its place with what may stand there`(
    text: String, issues: [String]
  ) {
    let found = ProfileStore.validate(bytes: Array(text.utf8), models: knownModels)
    #expect(found.map(\.description) == issues)
  }

  @Test func `all mistakes of a file are named in one run`() {
    let bindings = #"[{"control":"up","mode":"x","action":{"type":"y"}}]"#
    let text = Self.text(profile: #""id":"default","nam":"a""#, bindings: bindings)
    #expect(
      ProfileStore.validate(bytes: Array(text.utf8), models: knownModels).map(\.path) == [
        "profiles[0].nam", "\(Self.first).mode", "\(Self.first).action.type", "profiles[0].name",
        "\(Self.first).control",
      ])
  }

  @Test func `ids and models must not stand twice`() {
    let profile = #"{"id":"a","name":"A","devices":[]}"#
    let twice = #"{"schemaVersion":2,"activeProfile":"a","profiles":[\#(profile),\#(profile)]}"#
    #expect(validate(twice) == [#"profiles[1].id: the id "a" is used twice"#])
    let device = #"{"match":{"model":"ikkegol"},"bindings":[]}"#
    let devices =
      #"{"schemaVersion":2,"activeProfile":"a","profiles":[{"id":"a","name":"A","devices":[\#(device),\#(device)]}]}"#
    #expect(
      validate(devices) == [#"profiles[0].devices[1].match.model: the model "ikkegol" stands here twice"#])
  }

  @Test func `500 profiles are taken and 501 are refused`() {
    func text(_ count: Int) -> String {
      let profiles = (0..<count).map { #"{"id":"p\#($0)","name":"P","devices":[]}"# }.joined(separator: ",")
      return #"{"schemaVersion":2,"activeProfile":"p0","profiles":[\#(profiles)]}"#
    }
    #expect(validate(text(500)) == [])
    #expect(validate(text(501)) == ["profiles: 501 entries, at most 500 are allowed"])
  }

  @Test func `501 bindings are refused`() {
    let binding = #"{"control":"left","mode":"toggle","action":{"type":"none"}}"#
    let text = Self.text(bindings: "[" + Array(repeating: binding, count: 501).joined(separator: ",") + "]")
    #expect(validate(text) == ["profiles[0].devices[0].bindings: 501 entries, at most 500 are allowed"])
  }

  @Test func `5,000 bindings of one profile are taken and 5,001 are refused`() {
    let models = BindableModels(["big": (0..<100).map { .init(ControlID(rawValue: "key-\($0)")) }])
    func device(_ unit: Int, _ count: Int) -> String {
      let bindings = (0..<count).map {
        #"{"control":"key-\#($0)","action":{"type":"localDictation"},"chord":"ctrl+F\#(unit * 100 + $0)"}"#
      }
      return #"{"match":{"model":"big","unit":"u\#(unit)"},"bindings":[\#(bindings.joined(separator: ","))]}"#
    }
    func issues(_ devices: [String]) -> [String] {
      let profile = #"{"id":"a","name":"A","devices":[\#(devices.joined(separator: ","))]}"#
      let text = #"{"schemaVersion":2,"activeProfile":"a","profiles":[\#(profile)]}"#
      return ProfileStore.validate(bytes: Array(text.utf8), models: models).map(\.description)
    }
    let devices = (0..<50).map { device($0, 100) }
    #expect(issues(devices) == [])
    #expect(
      issues(devices + [device(50, 1)])
        == ["profiles[0].devices: 5001 bindings in all, at most 5000 are allowed"])
  }

  @Test func `bytes above 10 MB are refused`() {
    #expect(validate(String(repeating: " ", count: 10_000_001)) == ["larger than 10 MB"])
  }

  @Test func `a missing file is an issue for the check, and nothing is made`() throws {
    let folder = try TemporaryFolder()
    let issues = try ProfileStore.validate(path: folder.file("none.json"), models: knownModels)
    #expect(issues.map(\.description) == ["there is no such file"])
    #expect(try folder.names() == [])
  }

  @Test func `the check leaves a damaged file where it is`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("mine.json", "{")
    #expect(try ProfileStore.validate(path: path, models: knownModels).count == 1)
    #expect(try folder.names() == ["mine.json"])
  }

  private func validate(_ text: String) -> [String] {
    ProfileStore.validate(bytes: Array(text.utf8), models: knownModels).map(\.description)
  }
}
