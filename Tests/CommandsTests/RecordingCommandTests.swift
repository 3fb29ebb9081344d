import ControlProtocol
import FoundationEssentials
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  @Suite struct RecordingCommands {
    static let recording = Program.checkout + "/Tests/Scenarios/recordings/infinity-hold.recording"

    /// The lines that say what came of a recording.
    private func expectations(_ output: String) -> [String] {
      output.split(separator: "\n").filter { $0.contains("  expect ") }.map(String.init)
    }

    @Test func `replay shows what a recording does with the active profile, without a daemon`() async throws {
      let home = try Home()
      let standard = try await home.hwctl("replay", Self.recording)
      #expect(standard.status == 0 && standard.errors == "")
      #expect(
        expectations(standard.output) == [
          "0 ms  expect begin localDictation", "2500 ms  expect end localDictation released",
        ])
      _ = try await home.hwctl("profiles", "new", "typing")
      _ = try await home.hwctl(
        "profiles", "bind", "center", "keyboardShortcut", "F13", "--mode", "toggle", "--profile", "typing",
        "--device", "vec-infinity")
      let typing = try await home.hwctl("replay", Self.recording, "--profile", "typing")
      #expect(expectations(typing.output) == ["0 ms  expect begin keyboardShortcut F13"])
    }

    @Test func `what replay prints is a scenario, which holds until something changes`() async throws {
      let home = try Home()
      let path = home.folder.path + "/kept.scenario"
      let first = try await home.hwctl("replay", Self.recording)
      try home.write(first.output, to: path)
      let again = try await home.hwctl("replay", path)
      #expect(again.status == 0 && again.output == first.output)
      try home.write(first.output.replacing("end localDictation", with: "cancel localDictation"), to: path)
      let broken = try await home.hwctl("replay", path)
      #expect(broken.status == 1)
      #expect(
        broken.errors.contains(
          "expected cancel localDictation released, end localDictation released came"), "\(broken.errors)")
    }

    @Test func `replay with --json gives each input and what came of it`() async throws {
      struct Row: Decodable, Equatable {
        var milliseconds: Double
        var input: String?
        var actions: [String]
      }
      let home = try Home()
      let outcome = try await home.hwctl("replay", Self.recording, "--json")
      let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
      #expect(
        rows == [
          Row(
            milliseconds: 0, input: "frame pedal scan=0x90002 key=257:1", actions: ["begin localDictation"]),
          Row(
            milliseconds: 2500, input: "frame pedal scan=0x90002 key=257:0",
            actions: ["end localDictation released"]),
        ])
    }

    @Test func `a text that is no recording, a profile that is not there and no daemon are told`()
      async throws
    {
      let home = try Home()
      let path = home.folder.path + "/x"
      try home.write("# A title\n0 ms jump\n", to: path)
      let wrong = try await home.hwctl("replay", path)
      #expect(wrong.status == 4 && wrong.errors.contains("\(path): line 2: “jump” is not known"))
      let missing = try await home.hwctl("replay", home.folder.path + "/missing")
      #expect(missing.status == 4 && missing.errors.contains("No such file"))
      let profile = try await home.hwctl("replay", Self.recording, "--profile", "none")
      #expect(profile.status == 1 && profile.errors.contains("'none'"))
      for words in [["record"], ["monitor", "--raw"], ["profiles", "move"]] {
        let outcome = try await Program.run(["hwctl"] + words, home.environment)
        #expect(outcome.status == 3 && outcome.errors.contains("hwctld is not running"), "\(words)")
      }
      let seconds = try await home.hwctl("record", "--seconds", "0")
      #expect(seconds.status == 2 && seconds.errors.contains("1 to 3600"))
    }

    @Test func `names, models and nodes that cannot be taught are refused before anything is pressed`()
      async throws
    {
      let home = try Home()
      let wrong = [
        (["--controls", "Left"], "no name for a control"), (["--controls", "a,a"], "each once"),
        (["--as", "vec-infinity"], "no generic model"),
      ]
      for (options, expected) in wrong {
        let outcome = try await Program.run(["hwctl", "devices", "learn"] + options, home.environment)
        #expect(outcome.status == 2 && outcome.errors.contains(expected), "\(options): \(outcome.errors)")
      }
      let node = try await home.hwctl("devices", "learn", "/dev/input/event999")
      #expect(node.status == 1 && node.errors.contains("input device with keys"), "\(node.errors)")
      let forget = try await home.hwctl("devices", "forget", "1234:abcd")
      #expect(forget.status == 1 && forget.errors.contains("There are none."))
    }

    @Test func `without a device a running daemon says that there is nothing to record`() async throws {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      let record = try await home.hwctl("record", "-o", home.folder.path + "/r")
      #expect(record.status == 1 && record.errors.contains("no Device is ready"))
      #expect(!Files.exists(home.folder.path + "/r"))
      #expect(try await daemon.stop() == 0)
    }

    @Test func `the status tells of each Action of the profile that cannot begin`() async throws {
      let home = try Home()
      _ = try await home.hwctl(
        "profiles", "bind", "left", "media", "play", "--device", "vec-infinity")
      let daemon = try await DaemonUnderTest(home)
      let text = try await home.hwctl("status")
      #expect(text.output.contains("action media play: NOT AVAILABLE: "), "\(text.output)")
      #expect(text.output.contains("action localDictation: NOT AVAILABLE: "), "\(text.output)")
      #expect(try await daemon.stop() == 0)
    }
  }
}
