import ControlProtocol
import Glibc
import SystemCalls
import Testing

extension ProgramTests {
  /// Settings files that are damaged, wrong or of a later version: named, and never lost.
  @Suite struct Settings {
    static let newer = #"{"schemaVersion": 3, "activeProfile": "x", "profiles": []}"#
    static let unknownControl = """
      {"schemaVersion": 1, "activeProfile": "a", "profiles": [{"id": "a", "name": "A", "devices": [
        {"match": {"model": "vec-infinity"}, "bindings": [
          {"control": "middle", "mode": "momentary", "action": {"type": "localDictation"}}]}]}]}
      """

    @Test func `profiles that cannot be used are named by each command and stay`() async throws {
      let notJSON = "not JSON: line 1, column 2: the file ends where a name in double quotes was expected"
      let table = [
        ("{", notJSON),
        (Self.newer, "schema version 3, this hwctl knows version 2"),
        (#"{"schemaVersion": 1, "profiles": 7}"#, "profiles: expected a list, found a whole number"),
        (Self.unknownControl, #"vec-infinity has no control "middle""#),
      ]
      for (text, problem) in table {
        let home = try Home()
        try home.write(text, to: home.profiles)
        let commands = [
          ["profiles", "validate"], ["profiles", "validate", home.profiles], ["profiles", "list"],
          ["profiles", "show"], ["profiles", "use", "a"],
        ]
        for words in commands {
          let outcome = try await Program.run(["hwctl"] + words, home.environment)
          #expect(outcome.status == 4, "\(words)")
          #expect(outcome.output == "")
          let validates = words[1] == "validate" && text == Self.newer
          #expect(
            outcome.errors.contains(validates ? "version 3 is of a newer hwctl" : problem),
            "\(words): \(outcome.errors)")
          #expect(outcome.errors.contains(home.profiles))
          #expect(home.read(home.profiles) == text)
        }
      }
    }

    @Test func `a daemon does not start on profiles that it cannot follow, and leaves them alone`()
      async throws
    {
      for text in [Self.newer, Self.unknownControl] {
        let home = try Home()
        try home.write(text, to: home.profiles)
        let outcome = try await Program.run(["hwctld", "--route", "stdout"], home.environment)
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("\(home.profiles) has "))
        #expect(outcome.errors.contains("left untouched"))
        #expect(home.read(home.profiles) == text)
        #expect(try Files.names(in: home.configuration) == ["profiles.json"])
      }
    }

    @Test func `a daemon keeps damaged profiles aside, says so, and runs on the standard ones`() async throws
    {
      let home = try Home()
      try home.write("{", to: home.profiles)
      let daemon = try await DaemonUnderTest(home)
      let kept = try #require(try Files.names(in: home.configuration).first)
      #expect(kept.hasPrefix("profiles.json.corrupt-"))
      #expect(home.read("\(home.configuration)/\(kept)") == "{")
      let component = try await daemon.component(.profiles)
      #expect(!component.ready)
      #expect(component.detail.contains("\(home.configuration)/\(kept)"))
      #expect(daemon.process.errors.contains("\(home.configuration)/\(kept)"))
      #expect(try await daemon.stop() == 0)
    }

    @Test func `preferences of a later version stop every program that needs them, untouched`() async throws {
      let home = try Home()
      let text = #"{"schemaVersion": 3}"#
      try home.write(text, to: home.preferences)
      let message =
        "hwctl: \(home.preferences) has schema version 3, this hwctl knows version 2. It is left untouched. "
        + "Install the newer hwctl, or move the file away.\n"
      for words in [["hwctld", "--route", "stdout"], ["hwctl", "dictate", "--file", Recordings.short]] {
        let outcome = try await Program.run(words, home.environment)
        #expect(outcome.status == 4)
        #expect(outcome.errors == message)
      }
      #expect(home.read(home.preferences) == text)
    }

    @Test func `wrong values in preferences are all named and the file is left as it is`() async throws {
      let home = try Home()
      let text = #"{"schemaVersion": 1, "speech": {"decodeLimitSeconds": 0}, "delivery": {"route": "fax"}}"#
      try home.write(text, to: home.preferences)
      let outcome = try await Program.run(["hwctld"], home.environment)
      #expect(outcome.status == 4)
      #expect(outcome.errors.contains("has 2 mistakes and is left untouched"))
      #expect(outcome.errors.contains("speech.decodeLimitSeconds"))
      #expect(outcome.errors.contains("delivery.route"))
      #expect(home.read(home.preferences) == text)
    }

    @Test(arguments: ["{", #"{"schemaVersion": 3}"#, #"{"schemaVersion": 1, "history": {"keep": "yes"}}"#])
    func `doctor names useless preferences, looks at everything else and changes nothing`(
      text: String
    ) async throws {
      let home = try Home()
      try home.write(text, to: home.preferences)
      let outcome = try await home.hwctl("doctor")
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("INVALID  preferences: \(home.preferences)"))
      #expect(outcome.output.contains("ok       speech model: moonshine-base-en 1"))
      #expect(outcome.output.contains("ok       voice history: \(home.voice)"))
      #expect(home.read(home.preferences) == text)
      #expect(try Files.names(in: home.configuration) == ["preferences.json"])
      #expect(!Files.exists(home.voice))
    }

    @Test func `doctor names useless taught devices, and takes taught ones for known`() async throws {
      let home = try Home()
      let path = home.configuration + "/devices.json"
      try home.write("{", to: path)
      let damaged = try await home.hwctl("doctor")
      #expect(damaged.status == 1)
      #expect(damaged.output.contains("INVALID  taught devices: \(path)"))
      #expect(home.read(path) == "{")

      try home.write(
        #"""
        {"schemaVersion": 1, "devices": [{"product": "5131:2019", "name": "FS1-P",
          "controls": [{"id": "pedal", "name": "Pedal", "scanCode": "0x7002c", "keyCode": 57}]}]}
        """#, to: path)
      let bound = try await home.hwctl(
        "profiles", "bind", "pedal", "localDictation", "--device", "learned-5131-2019")
      try #require(bound.status == 0, "\(bound.errors)")
      let doctor = try await home.hwctl("doctor").output
      #expect(doctor.contains("ok       taught devices: \(path)"))
      #expect(doctor.contains("ok       profiles: \(home.profiles)"))
    }

    @Test func `what only some Actions need is a note of the doctor's`() async throws {
      let home = try Home(sound: try await SoundServer())
      let bound = try await home.hwctl(
        "profiles", "bind", "left", "media", "playPause", "--device", "vec-infinity")
      try #require(bound.status == 0, "\(bound.errors)")
      let daemon = try await DaemonUnderTest(home)
      #expect(try await !daemon.component(.media).ready)
      #expect(try await home.hwctl("doctor").output.contains("note     daemon, media: "))
    }

    /// All pairs of 32 keys and four keys alone, each with a shortcut of its own.
    static let large: String = {
      let keys = (1...32).map { "key-\($0)" }
      let pairs = keys.indices.flatMap { first in keys[..<first].map { [keys[first], $0] } }
      let bindings = (pairs + keys.prefix(4).map { [$0] }).enumerated().map { number, controls in
        let names = controls.map { "\"\($0)\"" }.joined(separator: ",")
        let place = controls.count == 1 ? #""control":\#(names)"# : #""controls":[\#(names)]"#
        return #"{\#(place),"action":{"type":"keyboardShortcut","keys":"ctrl+k F\#(number)"}}"#
      }
      let device = #"{"match":{"model":"qmk-raw"},"bindings":[\#(bindings.joined(separator: ","))]}"#
      return
        #"{"schemaVersion":2,"activeProfile":"large","profiles":[{"id":"large","name":"L","devices":[\#(device)]}]}"#
    }()

    @Test func `a daemon runs on a profile with 500 bindings, and stays on it when the file exceeds 10 MB`()
      async throws
    {
      let home = try Home()
      try home.write(Self.large, to: home.profiles)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.status().activeProfile == "large")
      #expect(try await home.hwctl("profiles", "show").output.split(separator: "\n").count == 501)
      try home.write(Self.large + String(repeating: " ", count: 10_000_000), to: home.profiles)
      let isTold = try await eventually { try await !daemon.component(.profiles).ready }
      let detail = try await daemon.component(.profiles).detail
      #expect(isTold && detail.contains("\(home.profiles) is larger than 10 MB"), "\(detail)")
      #expect(try await daemon.status().activeProfile == "large")
      #expect(try await home.hwctl("profiles", "list").errors.contains("is larger than 10 MB"))

      #expect(try await daemon.stop() == 0)
      let outcome = try await Program.run(["hwctld", "--route", "stdout"], home.environment)
      #expect(outcome.status == 4 && outcome.errors.contains("is larger than 10 MB"), "\(outcome.errors)")
      #expect(try Files.names(in: home.configuration) == ["profiles.json"])
    }

    @Test func `preferences that cannot be read stop what would go by others, and stay where they are`()
      async throws
    {
      let home = try Home()
      let text = #"{"schemaVersion": 2, "history": {"keep": false},}"#
      try home.write(text, to: home.preferences)
      for words in [["hwctld"], ["hwctl", "dictate", "--file", Recordings.short]] {
        let outcome = try await Program.run(words, home.environment)
        #expect(outcome.status == 4, "\(words)")
        #expect(outcome.errors.contains("\(home.preferences) has a mistake and is left untouched"))
      }
      #expect(home.read(home.preferences) == text)
      #expect(try Files.names(in: home.configuration) == ["preferences.json"])
      #expect(!Files.exists(home.voice))
    }

    @Test func `preferences that never were are not missed, and ones that are removed are told`() async throws
    {
      let home = try Home()
      rmdir(home.configuration)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await home.hwctl("profiles", "new", "other").status == 0)
      try home.write(#"{"schemaVersion": 2, "refiner": {"model": "qwen2.5:3b"}}"#, to: home.preferences)
      try #require(
        try await eventually { try await daemon.component(.refiner).detail.hasPrefix("qwen2.5:3b") })
      #expect(!daemon.process.errors.contains("was removed"))
      unlink(home.preferences)
      try #require(try await eventually { try await !daemon.component(.preferences).ready })
      #expect(try await daemon.component(.preferences).detail.contains("was removed"))
    }

    @Test func `a FIFO in the place of a settings file is told, and holds nothing up`() async throws {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      for path in [home.preferences, home.profiles] {
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)
      }
      let isTold = try await eventually { try await !daemon.component(.preferences).ready }
      #expect(isTold)
      #expect(try await daemon.component(.preferences).detail.contains("not a regular file"))
      let list = try await home.hwctl("profiles", "list")
      #expect(list.status == 4 && list.errors.contains("not a regular file"), "\(list.errors)")
      #expect(try await daemon.stop() == 0)
      let start = try await Program.run(["hwctld"], home.environment)
      #expect(start.status == 4 && start.errors.contains("not a regular file"), "\(start.errors)")
    }
  }
}
