import ControlProtocol
import Glibc
import SystemCalls
import Testing

extension ProgramTests {
  /// Local AI Dictation, from the microphone to the text, with the double in the place of Ollama and a daemon that could send
  /// text away, had it a mind to.
  @Suite struct RefinedDictation {
    private static func use(_ model: String, in home: Home) throws {
      try home.write(
        #"{"schemaVersion":2,"refiner":{"model":"\#(model)"}}"#, to: home.preferences)
    }

    private func daemon(_ model: String) async throws -> DaemonUnderTest {
      let home = try Home(sound: try await SoundServer())
      try Self.use(model, in: home)
      return try await DaemonUnderTest(home, hasRefiner: true)
    }

    /// Dictates, and holds the daemon at the moment when the words are with the refiner, which never answers.
    private func dictateToTheRefiner(_ daemon: DaemonUnderTest) async throws {
      try await daemon.begin("localAIDictation")
      try await daemon.wait(for: .listening)
      try await #require(daemon.home.sound).speak(Recordings.short)
      try await daemon.end("localAIDictation")
      try await daemon.wait(for: .refining)
    }

    @Test func `what the model wrote is delivered, and no packet leaves the machine`() async throws {
      let daemon = try await daemon("shouting")
      let home = daemon.home
      #expect(try await daemon.dictate(Recordings.short, action: "localAIDictation").outcome == "delivered")
      let stored = try await home.lastSession()
      let edited = try #require(stored.text("edited"))
      #expect(home.delivered == [edited.uppercased()])
      #expect(stored.results.map(\.stage) == ["raw", "edited", "formatted", "delivered"])
      #expect(try daemon.packetsSent() == 0)
      // The other Action leaves the words alone.
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(home.delivered.last == stored.text("raw"))
    }

    @Test func `whatever the server does wrong, what was said is delivered once, and history says why`()
      async throws
    {
      let daemon = try await daemon("editor")
      let home = daemon.home
      for (model, reason) in [
        ("busy", "busy"), ("boom", "failed"), ("halfway", "failed"), ("redirect", "redirected"),
        ("endless", "tooLarge"), ("cut", "malformed"), ("truncated", "truncated"),
        ("impostor", "wrongIdentity"), ("leaky", "wrongIdentity"), ("hidden", "modelRemote"),
        ("drift", "modelRemote"), ("answering", "rejected"), ("missing", "modelMissing"),
      ] {
        try Self.use(model, in: home)
        try #require(
          try await eventually { try await daemon.component(.refiner).detail.hasPrefix("\(model);") })
        let before = home.delivered.count
        let session = try await daemon.dictate(Recordings.card("003"), action: "localAIDictation")
        #expect(session.outcome == "delivered", "\(model)")
        #expect(home.delivered.count == before + 1, "\(model)")
        let stored = try await home.lastSession()
        #expect(stored.text("delivered") == stored.text("edited"), "\(model)")
        #expect(stored.results.compactMap(\.fallback) == [reason], "\(model)")
      }
      #expect(try daemon.packetsSent() == 0)
    }

    @Test func `a model that never answers costs the deadline, and no word`() async throws {
      let daemon = try await daemon("never")
      let session = try await daemon.dictate(Recordings.short, action: "localAIDictation")
      #expect(session.outcome == "delivered")
      let stored = try await daemon.home.lastSession()
      #expect(stored.results.compactMap(\.fallback) == ["deadline"])
      #expect(daemon.home.delivered == [stored.text("edited")])
    }

    @Test func `a worker killed while the words are with the refiner costs nothing`() async throws {
      let daemon = try await daemon("never")
      try await dictateToTheRefiner(daemon)
      kill(try #require(try daemon.worker()), SIGKILL)
      #expect(try await daemon.session(after: nil).outcome == "delivered")
      #expect(daemon.home.delivered.count == 1)
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(daemon.home.delivered.count == 2)
    }

    @Test
    func
      `a daemon killed while the words are with the refiner delivers nothing, and the next one finds them`()
      async throws
    {
      let killed = try await daemon("never")
      try await dictateToTheRefiner(killed)
      killed.process.kill(SIGKILL)
      let home = killed.home
      let next = try await DaemonUnderTest(home)
      let session = try await home.lastSession()
      #expect(session.outcome == "recovered")
      #expect(home.delivered.isEmpty)
      let again = try await home.hwctl("history", "retranscribe", "last")
      #expect(again.status == 0, "\(again.errors)")
      let words = Recordings.words(try #require(try await home.lastSession().results.last?.text))
      #expect(words.first == "he" && words.last == "man")
      #expect(try await next.dictate(Recordings.short).outcome == "delivered")
    }

    @Test
    func
      `a daemon told to stop while the words are with the refiner ends in time, and they are kept or delivered`()
      async throws
    {
      let daemon = try await daemon("never")
      try await dictateToTheRefiner(daemon)
      #expect(try await daemon.stop() == 0)
      let stored = try await daemon.home.lastSession()
      #expect(try #require(stored.text("edited")).isEmpty == false)
      #expect(daemon.home.delivered.count == stored.results.filter { $0.stage == "delivered" }.count)
    }
  }
}
