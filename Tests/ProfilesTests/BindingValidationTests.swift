import Domain
import Profiles
import Testing

/// What parts of a profile do not make sense together.
@Suite struct BindingValidationTests {
  static func text(_ binding: String, model: String = "vec-infinity", chords: String = "[]") -> String {
    #"{"schemaVersion":2,"activeProfile":"a","profiles":[{"id":"a","name":"A","devices":[{"match":{"model":"\#(model)"},"#
      + #""bindings":[\#(binding)]}],"chords":\#(chords)}]}"#
  }

  static func binding(_ rest: String) -> String {
    #"{"control":"left","action":{"type":"localDictation"},\#(rest)}"#
  }

  static let first = "profiles[0].devices[0].bindings[0]"

  static let bad: [(String, [String])] = [
    (
      text(#"{"control":"left","controls":["left","right"],"action":{"type":"none"}}"#),
      [#"\#(first).controls: only one of "control" or "controls" may stand here"#]
    ),
    (text(#"{"controls":["left"],"action":{"type":"none"}}"#), ["\(first).controls: 1 entries are too few"]),
    (
      text(#"{"controls":["left","left"],"action":{"type":"none"}}"#),
      [#"\#(first).controls[1]: the control "left" stands here twice"#]
    ),
    (
      text(#"{"controls":["left","up"],"action":{"type":"none"}}"#),
      [#"\#(first).controls[1]: vec-infinity has no control "up"; allowed: left, center, right"#]
    ),
    (
      text(binding(#""turn":"clockwise""#)),
      [#"\#(first).turn: vec-infinity has no wheel "left", it is pressed: leave it out"#]
    ),
    (
      text(#"{"control":"jog","action":{"type":"none"}}"#, model: "shuttle"),
      [#"\#(first).turn: missing: "jog" is turned; allowed: clockwise, counterclockwise"#]
    ),
    (
      text(#"{"controls":["button","jog"],"action":{"type":"none"}}"#, model: "shuttle"),
      [#"\#(first).controls: "jog" is turned and cannot be pressed together with others"#]
    ),
    (
      text(#"{"control":"jog","turn":"left","action":{"type":"none"}}"#, model: "shuttle"),
      [
        #"\#(first).turn: unknown direction "left"; allowed: clockwise, counterclockwise"#,
        #"\#(first).turn: missing: "jog" is turned; allowed: clockwise, counterclockwise"#,
      ]
    ),
    (
      text(
        #"{"control":"jog","turn":"clockwise","mode":"toggle","action":{"type":"none"},"longHold":{"type":"localDictation"}}"#,
        model: "shuttle"),
      [
        "\(first).longHold: a wheel is turned, not pressed: leave it out",
        "\(first).mode: each step of a wheel begins and ends its action: leave it out",
      ]
    ),
    (
      text(binding(#""mode":"holdOrLatch","doublePress":{"type":"none"}"#)),
      [
        #"\#(first).doublePress: the mode "holdOrLatch" gives short and long presses their meaning: use "hold" or "toggle""#
      ]
    ),
    (
      text(binding(#""longHold":{"type":"localDictation"}"#)),
      [#"\#(first).longHold: the same as "action", which would only come later: leave it out"#]
    ),
    (
      text(#"{"control":"left","action":{"type":"none"},"chord":"ctrl+alt+d"}"#),
      [#"\#(first).chord: a chord for the action "none" would only take the keys away"#]
    ),
    (
      text(binding(#""chord":"ctrl+alt+""#)),
      [
        #"\#(first).chord: "ctrl+alt+" is no chord: write modifiers and one key, as in "ctrl+alt+d"; allowed: ctrl+, shift+, "#
          + "alt+, super+, leftctrl+, rightctrl+, leftshift+, rightshift+, leftalt+, rightalt+, leftsuper+, rightsuper+"
      ]
    ),
    (
      text(binding(#""chord":"d""#)),
      [
        #"\#(first).chord: "d" could not be typed any more: add ctrl, alt or super, or take a key such as F13 or Pause"#
      ]
    ),
    (
      text(binding(#""chord":"shift+Return""#)),
      [
        #"\#(first).chord: "shift+Return" could not be typed any more: add ctrl, alt or super, or take a key such as F13 or Pause"#
      ]
    ),
    (
      text(
        binding(#""chord":"ctrl+d""#),
        chords: #"[{"chord":"leftctrl+d","action":{"type":"media","command":"stop"}}]"#),
      [
        #"profiles[0].chords[0].chord: the chord "leftctrl+d" is used twice in this profile: \#(first).chord, as "ctrl+d""#
      ]
    ),
    (
      text(binding(#""chord":"ctrl+z","doublePress":{"type":"keyboardShortcut","keys":"ctrl+a ctrl+z"}"#)),
      [
        #"\#(first).chord: the chord "ctrl+z" is also a shortcut that this profile types: \#(first).doublePress.keys"#
      ]
    ),
    (
      text("", chords: #"[{"chord":"F13","action":{"type":"none"}}]"#),
      [#"profiles[0].chords[0].action: a chord for the action "none" would only take the keys away"#]
    ),
    (
      text(#"{"control":"left","action":{"type":"profile","to":"b"}}"#),
      [#"\#(first).action.to: no profile has the id "b"; allowed: a"#]
    ),
    (
      text(#"{"control":"left","action":{"type":"profile"}}"#),
      [#"\#(first).action.to: missing: write "to" or "next""#]
    ),
    (
      text(#"{"control":"left","action":{"type":"profile","next":false}}"#),
      ["\(first).action.next: may only be true; else leave it out"]
    ),
    (
      text(#"{"control":"left","action":{"type":"media"}}"#),
      [
        "\(first).action.command: missing; allowed: playPause, play, pause, stop, next, previous, seek, transcription"
      ]
    ),
    (
      text(#"{"control":"left","action":{"type":"media","command":"seek","seconds":0}}"#),
      ["\(first).action.seconds: 0 is out of range, allowed are -600 to 600 but not 0"]
    ),
    (
      text(#"{"control":"left","action":{"type":"media","command":"play","seconds":5}}"#),
      ["\(first).action.seconds: unknown name; allowed: type, command"]
    ),
    (
      text(#"{"control":"left","action":{"type":"media","command":"transcription","rewindSeconds":61}}"#),
      ["\(first).action.rewindSeconds: 61 is out of range, allowed are 0 to 60"]
    ),
  ]

  @Test(arguments: bad) func `what does not go together is named`(text: String, issues: [String]) {
    #expect(ProfileStore.validate(bytes: Array(text.utf8), models: knownModels).map(\.description) == issues)
  }

  static let good = [
    binding(#""chord":"F13""#), binding(#""chord":"Pause""#), binding(#""chord":"ctrl+d""#),
    binding(#""mode":"toggle","longHold":{"type":"none"}"#),
    #"{"controls":["right","left"],"action":{"type":"media","command":"transcription"}}"#,
    #"{"control":"left","action":{"type":"none"},"longHold":{"type":"profile","next":true},"chord":"ctrl+d"}"#,
    #"{"control":"left","action":{"type":"profile","to":"a"}}"#,
    #"{"control":"left","action":{"type":"media","command":"seek","seconds":-600}}"#,
  ]

  @Test(arguments: good) func `what makes sense is taken`(binding: String) {
    #expect(ProfileStore.validate(bytes: Array(Self.text(binding).utf8), models: knownModels) == [])
  }

  @Test func `both ways of a wheel are two bindings, and the same way twice is a mistake`() {
    let step = { (turn: String) in
      #"{"control":"jog","turn":"\#(turn)","action":{"type":"media","command":"next"}}"#
    }
    let both = Self.text(step("clockwise") + "," + step("counterclockwise"), model: "shuttle")
    #expect(ProfileStore.validate(bytes: Array(both.utf8), models: knownModels) == [])
    let twice = Self.text(step("clockwise") + "," + step("clockwise"), model: "shuttle")
    #expect(
      ProfileStore.validate(bytes: Array(twice.utf8), models: knownModels).map(\.description) == [
        #"profiles[0].devices[0].bindings[1].control: the control "jog" clockwise is bound twice"#
      ])
  }

  @Test func `a model may stand once for all units and once for each unit`() {
    func text(_ units: [String]) -> String {
      let devices = units.map { #"{"match":{"model":"ikkegol"\#($0)},"bindings":[]}"# }.joined(separator: ",")
      return
        #"{"schemaVersion":2,"activeProfile":"a","profiles":[{"id":"a","name":"A","devices":[\#(devices)]}]}"#
    }
    let one = #","unit":"05f3:00ff@usb-1""#
    let sound = text(["", one, #","unit":"05f3:00ff@usb-2""#])
    #expect(ProfileStore.validate(bytes: Array(sound.utf8), models: knownModels) == [])
    #expect(
      ProfileStore.validate(bytes: Array(text([one, one]).utf8), models: knownModels).map(\.description) == [
        #"profiles[0].devices[1].match.unit: the unit "05f3:00ff@usb-1" stands here twice"#
      ])
  }

  @Test func `a profile with 500 bindings is taken`() {
    let models = BindableModels(["big": (0..<500).map { .init(ControlID(rawValue: "key-\($0)")) }])
    let bindings = (0..<500).map {
      #"{"control":"key-\#($0)","action":{"type":"localDictation"},"chord":"ctrl+F\#($0)"}"#
    }
    let text = Self.text(bindings.joined(separator: ","), model: "big")
    #expect(ProfileStore.validate(bytes: Array(text.utf8), models: models) == [])
  }
}
