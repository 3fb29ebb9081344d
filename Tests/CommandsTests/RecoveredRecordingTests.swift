import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// What the daemon does by itself with recordings whose words nobody knows.
  @Suite struct RecoveredRecordings {
    @Test func `recordings whose history was deleted get their words back, and a silent one is marked so`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.dictate(Recordings.short)
      let said = try await home.lastSession()
      let spoken = said.id
      let words = try #require(said.text("raw"))
      #expect(try await daemon.stop() == 0)
      for name in try Files.names(in: home.voice) where name.hasPrefix("history.sqlite") {
        try Files.remove(home.voice + "/" + name)
      }
      // The newer of the two, so that it is tried first.
      let silent = String(spoken.dropLast(8)) + "ffffffff"
      let header = try Files.read(home.voice + "/" + spoken + ".wav", limit: 1 << 20).prefix(44)
      try Files.replace(
        home.voice + "/" + silent + ".partial.wav", with: header + [UInt8](repeating: 0, count: 2 * 16_000))

      let next = try await DaemonUnderTest(home)
      try await home.expectWords(of: spoken, words)
      let found = try await home.hwctl(HistoryEntry.self, "history", "show", silent, "--json")
      #expect(found.outcome == "noSpeech")
      #expect(home.delivered.count == 1)
      let done = try await eventually {
        try await !next.component(.history).detail.contains("to be recognised")
      }
      #expect(done)
      // 'redeliver' brings what was recovered.
      #expect(try await home.hwctl("redeliver", spoken).status == 0)
      #expect(home.delivered.count == 2)
    }

    @Test func `a dictation interrupts the recognition of a recovered recording, which then begins anew`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let recording = try leaveLongRecording(in: home)
      let daemon = try await DaemonUnderTest(home)
      let begins = try await eventually { try daemon.worker() != nil }
      try #require(begins)
      let worker = try daemon.worker()
      try await daemon.begin()
      let ended = try await eventually { try daemon.worker() != worker }
      #expect(ended)
      try await daemon.wait(for: .listening)
      #expect(try await home.hwctl(HistoryEntry.self, "history", "show", recording, "--json").results.isEmpty)
      try await sound.speak(Recordings.short)
      try await daemon.end()
      #expect(try await daemon.session(after: nil).outcome == "delivered")
      try await home.expectWords(of: recording)
      #expect(home.delivered.count == 1)
    }

    @Test func `a recovered recording whose worker is killed is recognised by the next one`() async throws {
      let home = try Home(sound: try await SoundServer())
      let recording = try leaveLongRecording(in: home)
      let daemon = try await DaemonUnderTest(home)
      let begins = try await eventually { try daemon.worker() != nil }
      try #require(begins)
      let worker = try #require(try daemon.worker())
      #expect(kill(worker, SIGKILL) == 0)
      try await home.expectWords(of: recording)
      let found = try await home.hwctl(HistoryEntry.self, "history", "show", recording, "--json")
      #expect(found.failureCode == nil)
      #expect(try await daemon.stop() == 0)
    }

    @Test func `speech that a model has no words for is no silence, and its sound stays`() async throws {
      let home = try Home(sound: try await SoundServer(), linkingModels: false)
      let manifest = try await home.copyModel() + "/manifest.json"
      // Each network in the place of the other: the engine takes them, and finds nothing.
      let text = try #require(home.read(manifest))
      let swapped = text.replacing(#""encoder""#, with: "?").replacing(#""decoder""#, with: #""encoder""#)
        .replacing("?", with: #""decoder""#)
      try home.write(swapped, to: manifest)
      let recording = "20260101T000000Z-00000001"
      try Files.makeFolder(home.voice)
      try Files.replace(
        home.voice + "/\(recording).partial.wav", with: try Files.read(Recordings.short, limit: 1 << 20))
      let daemon = try await DaemonUnderTest(home)
      let failed = try await eventually(within: .seconds(60)) {
        try await home.hwctl(HistoryEntry.self, "history", "show", recording, "--json").failureCode != nil
      }
      #expect(failed)
      let found = try await home.hwctl(HistoryEntry.self, "history", "show", recording, "--json")
      #expect(found.failureCode == "recovery.noWords" && !found.audioIsMissing)
      #expect(try await daemon.stop() == 0)
    }

    /// Long enough to be heard for some seconds.
    private func leaveLongRecording(in home: Home) throws -> String {
      let recording = "20260101T000000Z-00000001"
      try Files.makeFolder(home.voice)
      let spoken = try Files.read(Recordings.short, limit: 1 << 20).dropFirst(44)
      try Files.replace(
        home.voice + "/\(recording).partial.wav",
        with: WaveFile.header(for: 40 * spoken.count) + Array(repeatElement(spoken, count: 40).joined()))
      return recording
    }
  }
}

extension Home {
  /// Waits for the words of a recovered session.
  ///
  /// - Parameter expected: nil: those of `Recordings.short`, from its file.
  func expectWords(of session: String, _ expected: String? = nil) async throws {
    func entry() async throws -> HistoryEntry {
      try await hwctl(HistoryEntry.self, "history", "show", session, "--json")
    }
    try #require(try await eventually(within: .seconds(60)) { try await entry().text("raw") != nil })
    let found = try await entry()
    #expect(found.outcome == "recovered")
    let words = Recordings.words(found.text("raw") ?? "")
    if let expected {
      #expect(words == Recordings.words(expected))
    } else {
      #expect(words.first == "he")
      #expect(words.last == "man")
    }
    #expect(found.text("delivered") == nil)
  }
}
