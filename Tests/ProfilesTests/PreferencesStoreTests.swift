import Domain
import Profiles
import SystemCalls
import TestSupport
import Testing

@Suite struct PreferencesStoreTests {
  let folder: TemporaryFolder
  let store: PreferencesStore

  init() throws {
    folder = try TemporaryFolder()
    store = PreferencesStore(path: folder.file("preferences.json"))
  }

  @Test func `without a file the defaults are used`() throws {
    #expect(try store.inspect() == Preferences())
    #expect(try folder.names() == [])
  }

  @Test func `a file with one value leaves all others at their defaults`() throws {
    _ = try folder.write("preferences.json", #"{"schemaVersion":2,"keyboard":{"layout":"de"},"speech":null}"#)
    var expected = Preferences()
    expected.keyboard.layout = "de"
    #expect(try store.inspect() == expected)
  }

  @Test func `every value comes back as it was saved`() throws {
    var preferences = Preferences()
    preferences.keyboard.layout = "us,de"
    preferences.keyboard.variant = ",neo"
    preferences.keyboard.options = "grp:alt_shift_toggle"
    preferences.keyboard.source = .console
    preferences.microphone.source = "alsa_input.usb"
    preferences.speech.model = "moonshine-tiny-en"
    preferences.speech.decodeLimitSeconds = 60
    preferences.speech.idleExitSeconds = 10
    preferences.speech.worker = "/opt/worker"
    preferences.delivery.route = .file
    preferences.delivery.file = "/tmp/out.txt"
    preferences.delivery.keyDelayMilliseconds = 0
    preferences.delivery.modifierWaitSeconds = 30
    preferences.history.keep = false
    preferences.keyboards = [
      KeyboardSelection(match: .name("Acme Keyboard"), mode: .observe),
      KeyboardSelection(match: .path("/dev/input/by-id/usb-Acme-event-kbd"), mode: .grab),
      KeyboardSelection(match: .product(ProductID(vendor: 0x046d, product: 0xc31c)), mode: .observe),
    ]
    preferences.timing.holdMilliseconds = 100
    preferences.timing.doublePressMilliseconds = 2000
    preferences.timing.chordMilliseconds = 10
    preferences.timing.longHoldMilliseconds = 5000
    preferences.timing.latchEnds = .doublePress
    preferences.panic.isOn = false
    preferences.panic.seconds = 30
    preferences.panic.chord = KeyChord("ctrl+alt+Escape")
    preferences.media.player = "vlc"
    try store.save(preferences)
    #expect(try store.inspect() == preferences)
    #expect(TemporaryFolder.mode(store.path) == 0o600)
  }

  static let bad: [(String, String)] = [
    (
      #""keybord":{}"#,
      "keybord: unknown name; allowed: "
        + "$schema, schemaVersion, keyboard, keyboards, microphone, speech, delivery, writing, dictionary, refiner, cues, notifications, history, timing, panic, media"
    ),
    (#""keyboard":"us""#, "keyboard: expected an object, found text"),
    (#""keyboard":{"layout":""}"#, "keyboard.layout: 0 characters, allowed are 1 to 64"),
    (
      #""keyboard":{"source":"wayland"}"#,
      #"keyboard.source: unknown source "wayland"; allowed: auto, xkb, console"#
    ),
    (#""microphone":{"source":3}"#, "microphone.source: expected text, found a whole number"),
    (
      #""speech":{"model":"../secret"}"#,
      #"speech.model: "../secret" is neither a model's id nor an absolute path"#
    ),
    (
      #""speech":{"decodeLimitSeconds":0}"#,
      "speech.decodeLimitSeconds: 0 is out of range, allowed are 1 to 60"
    ),
    (
      #""speech":{"decodeLimitSeconds":61}"#,
      "speech.decodeLimitSeconds: 61 is out of range, allowed are 1 to 60"
    ),
    (
      #""speech":{"decodeLimitSeconds":2.5}"#,
      "speech.decodeLimitSeconds: expected a whole number, found a number"
    ),
    (
      #""speech":{"idleExitSeconds":9}"#, "speech.idleExitSeconds: 9 is out of range, allowed are 10 to 86400"
    ),
    (#""speech":{"worker":"bin/worker"}"#, #"speech.worker: "bin/worker" is not an absolute path"#),
    (
      #""delivery":{"route":"paste"}"#,
      #"delivery.route: unknown route "paste"; allowed: auto, accessibility, type, clipboard, file, stdout"#
    ),
    (#""delivery":{"route":"file"}"#, #"delivery.file: missing: the route "file" needs the path of a file"#),
    (
      #""delivery":{"keyDelayMilliseconds":201}"#,
      "delivery.keyDelayMilliseconds: 201 is out of range, allowed are 0 to 200"
    ),
    (
      #""delivery":{"modifierWaitSeconds":-1}"#,
      "delivery.modifierWaitSeconds: -1 is out of range, allowed are 0 to 30"
    ),
    (
      #""delivery":{"route":"file","file":"/tmp/a\u0000b"}"#,
      "delivery.file: a text must not contain the character NUL"
    ),
    (
      #""timing":{"holdMilliseconds":99}"#,
      "timing.holdMilliseconds: 99 is out of range, allowed are 100 to 2000"
    ),
    (
      #""timing":{"latchEnds":"never"}"#,
      #"timing.latchEnds: unknown latch end "never"; allowed: press, doublePress"#
    ),
    (#""panic":{"seconds":0}"#, "panic.seconds: 0 is out of range, allowed are 1 to 30"),
    (
      #""panic":{"chord":"a"}"#, #"panic.chord: "a" is held in ordinary typing: add ctrl, alt or super"#
    ),
    (
      #""keyboards":[{"mode":"grab"}]"#,
      #"keyboards[0].name: missing: write "name" or "path" or "product""#
    ),
    (
      #""keyboards":[{"product":"46d:c31c"}]"#,
      "keyboards[0].product: 8 characters, allowed are 9 to 9"
    ),
    (#""keyboards":[{"path":"event3"}]"#, #"keyboards[0].path: "event3" is not an absolute path"#),
    (#""history":{"keep":"yes"}"#, "history.keep: expected true or false, found text"),
    (
      #""history":{"kept":true}"#,
      "history.kept: unknown name; allowed: keep, audioDays, audioRecordings, audioGigabytes"
    ),
  ]

  @Test(arguments: bad) func `each mistake is named by its place`(member: String, issue: String) {
    let bytes = Array(#"{"schemaVersion":2,\#(member)}"#.utf8)
    #expect(PreferencesStore.validate(bytes: bytes).map(\.description) == [issue])
  }

  @Test func `a mistake and a later version are thrown and the file stays`() throws {
    for (text, code) in [
      (#"{"schemaVersion":2,"x":1}"#, ProfileError.Code.invalid), (#"{"schemaVersion":9}"#, .newer),
    ] {
      _ = try folder.write("preferences.json", text)
      #expect(throws: ProfileError.self) { try store.inspect() }
      do throws(ProfileError) { _ = try store.inspect() } catch { #expect(error.code == code) }
      #expect(try Files.read(store.path, limit: 100) == Array(text.utf8))
    }
    #expect(throws: ProfileError.self) { try store.save(Preferences()) }
  }

  @Test func `a model is an id, or the path of a folder`() throws {
    for model in ["moonshine-tiny-en", "/opt/models/mine"] {
      var preferences = Preferences()
      preferences.speech.model = model
      try store.save(preferences)
      #expect(try store.inspect().speech.model == model)
    }
  }

  @Test func `a damaged file is a mistake like others, and stays where it is`() throws {
    _ = try folder.write("preferences.json", "keyboard: us")
    do throws(ProfileError) {
      _ = try store.inspect()
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .invalid && error.issues.count == 1)
    }
    #expect(try folder.names() == ["preferences.json"])
  }
}
