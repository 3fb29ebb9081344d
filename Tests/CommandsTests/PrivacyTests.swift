import ControlProtocol
import Glibc
import SystemCalls
import Testing

extension ProgramTests {
  /// What the daemon logs, at its most talkative.
  @Suite struct Privacy {
    @Test func `a whole run logs no word, no key and no audio path, whatever fails`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound, linkingModels: false)
      let model = try await home.copyModel()
      let daemon = try await DaemonUnderTest(home, [], ["HWCTL_LOG": "debug"])
      try await #require(daemon.dictate(Recordings.short).outcome == "delivered")
      // The worker dies; then a new one meets a model that has been damaged meanwhile.
      kill(try #require(try daemon.worker()), SIGKILL)
      truncate(model + "/decoder.onnx", 10)
      #expect(try await daemon.dictate(Recordings.austen("0930")).outcome == "failed")
      try await daemon.begin()
      #expect(try await daemon.stop() == 0)

      let recording = Program.checkout + "/Tests/Scenarios/recordings/infinity-demo.recording"
      let replay = try RunningProgram(
        ["hwctld", "--replay", recording, "--route", "file:\(home.typed)"],
        home.environment.merging(["HWCTL_LOG": "debug"]) { $1 })
      #expect(try await replay.end(within: .seconds(90)) == 0)

      let delivered = try #require(home.delivered.first)
      let spoken = Set(Recordings.words(delivered) + ["might", "even", "been", "made", "amiable", "himself"])
      for log in [daemon.process.errors, replay.errors] {
        let words = Set(Recordings.words(log))
        #expect(words.isDisjoint(with: spoken.filter { $0.count >= 4 }), "\(log)")
        for secret in ["/voice/", ".wav", "BTN_", "KEY_", "257", "0x9000", "90001", home.typed] {
          #expect(!log.contains(secret), "\(secret) in \(log)")
        }
      }
    }

    @Test func `everything that is written is for its owner alone`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.dictate(Recordings.short)
      for folder in [home.voice, home.runtime + "/hwctl"] {
        #expect(try mode(folder) == 0o700)
        let names = try Files.names(in: folder)
        #expect(!names.isEmpty)
        for name in names { #expect(try mode("\(folder)/\(name)") == 0o600, "\(name)") }
      }
      #expect(try mode(home.typed) == 0o600)
      #expect(try await daemon.stop() == 0)
    }

    private func mode(_ path: String) throws -> mode_t {
      var status = stat()
      try retrying("stat", path) { stat(path, &status) }
      return status.st_mode & 0o777
    }
  }
}
