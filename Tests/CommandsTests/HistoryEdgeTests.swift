import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// Command lines that cannot be done, and what is said of them.
  @Suite struct HistoryEdges {
    /// A recovered session with half a second of sound.
    private func home() async throws -> Home {
      let home = try Home(linkingModels: false)
      try Files.makeFolder(home.voice)
      try Files.replace(
        home.voice + "/20261130T120000Z-00000001.wav",
        with: WaveFile.bytes(of: Array(repeating: 257, count: 8000)))
      try #require(try await home.hwctl("history", "reconcile").status == 0)
      return home
    }

    @Test func `what is asked for in vain is refused as such`() async throws {
      let home = try await home()
      let cases: [(words: [String], message: String)] = [
        (["history", "play", "last", "--from", "99"], "ends at 0:00, before that time"),
        (["history", "export", "last", "--format", "vtt", "--json"], "--format vtt is not JSON"),
        (["history", "export", "--format", "txt", "--json"], "--format txt is not JSON"),
        (["refiner", "test", "--seconds", "0", "hello"], "'0' is not a number from 1 to 600"),
      ]
      for (words, message) in cases {
        let outcome = try await Program.run(["hwctl"] + words, home.environment)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(words)")
        #expect(outcome.errors.contains(message) && outcome.complaints.count == 1, "\(outcome.errors)")
      }
    }

    @Test func `recognising is advised only while there is audio`() async throws {
      let home = try await home()
      #expect(try await home.hwctl("history", "list").output.contains("hwctl history retranscribe"))
      try Files.remove(home.voice + "/20261130T120000Z-00000001.wav")
      _ = try await home.hwctl("history", "reconcile")
      for command in [["list"], ["show", "last"]] {
        let shown = try await Program.run(["hwctl", "history"] + command, home.environment).output
        #expect(shown.contains("its audio is gone") && !shown.contains("retranscribe"), "\(shown)")
      }
    }

    @Test func `one stage is JSON too`() async throws {
      let home = try await home()
      #expect(try await home.hwctl("history", "correct", "last", "Meant").status == 0)
      let shown = try await home.hwctl(
        HistoryEntry.Stage.self, "history", "show", "last", "--stage", "edited", "--json")
      #expect(shown.stage == "edited" && shown.text == "Meant" && shown.origin == "correction")
      #expect(try await home.hwctl("history", "show", "last", "--stage", "raw", "--json").status == 1)
      let exported = try await home.hwctl("history", "export", "last", "--json")
      #expect(exported.output.hasPrefix("{") && exported.output.contains("Meant"))
    }
  }
}
