import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// Sound without speech: nothing is delivered.
  @Suite struct Silence {
    /// What sox makes each of, a minute long, 16 kHz mono.
    static let noises = [
      "silence": "trim 0 60",
      "white noise": "synth 60 whitenoise vol 0.05",
      "loud white noise": "synth 60 whitenoise vol 0.5",
      "hum": "synth 60 sine 50 vol 0.3",
      // A tick of 2 ms each half second.
      "clicks": "synth 0.002 square 500 vol 0.8 pad 0 0.498 repeat 119",
    ]

    @Test(arguments: Array(noises.keys).sorted())
    func `a minute without speech gives no text`(name: String) async throws {
      let home = try Home()
      let outcome = try await home.hwctl("dictate", "--file", try await file(name, home))
      #expect(outcome.status == 1)
      #expect(outcome.output == "")
      #expect(outcome.errorsWithoutProgress == "hwctl: no speech was heard.\n")
      let session = try await home.lastSession()
      #expect(session.outcome == "noSpeech")
      #expect(session.durationMilliseconds == 60_000)
      #expect(session.text("delivered") == nil)
    }

    @Test func `noise and clicks at the microphone deliver nothing`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      for name in ["white noise", "clicks"] {
        let whole = try await file(name, home)
        let excerpt = home.folder.path + "/excerpt.wav"
        try await #require(Program.run(["sox", whole, excerpt, "trim", "0", "5"]).status == 0)
        let ended = try await daemon.dictate(excerpt)
        #expect(ended.outcome == "noSpeech")
        #expect(ended.problem == nil)
        let session = try await home.lastSession()
        #expect(session.outcome == "noSpeech")
        #expect(session.durationMilliseconds > 4_500)
      }
      let silent = try await daemon.dictate()
      #expect(silent.outcome == "noSpeech")
      #expect(!Files.exists(home.typed))
    }

    private func file(_ name: String, _ home: Home) async throws -> String {
      let path = home.folder.path + "/noise.wav"
      let effects = try #require(Self.noises[name]).split(separator: " ").map(String.init)
      let made = try await Program.run(["sox", "-n", "-r", "16000", "-c", "1", "-b", "16", path] + effects)
      try #require(made.status == 0, "\(made.errors)")
      return path
    }
  }
}
