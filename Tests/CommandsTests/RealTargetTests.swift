import ControlProtocol
import DesktopTesting
import SystemCalls
import Testing

extension ProgramTests {
  /// The whole path: microphone, words, and a real application of a real desktop session that receives them.
  @Suite(
    .enabled(
      if: AccessibleSession.isInstalled && Editable.Toolkit.gtk3.isInstalled
        && Editable.Toolkit.qt5.isInstalled,
      "\(AccessibleSession.need)"))
  struct RealTarget {
    private static let sentence = "He was not an ill-disposed young man."

    private func daemon(
      _ session: AccessibleSession, _ home: Home
    ) async throws -> DaemonUnderTest {
      // Of the session only where it is: files and sockets are the home's.
      let place = session.environment.filter { ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"].contains($0.key) }
      let daemon = try await DaemonUnderTest(home, [], place, writesToFile: false)
      let sees = try await eventually {
        try await daemon.component(.delivery).detail.hasPrefix("accessibility")
      }
      try #require(sees, "accessibility was not heard of")
      return daemon
    }

    /// The words, whatever the model makes of the silence around them.
    private func isSentence(_ text: String) -> Bool {
      let words = Recordings.words(text)
      return words.prefix(4) == ["he", "was", "not", "an"] && words.suffix(2) == ["young", "man"]
    }

    @Test(arguments: [Editable.Toolkit.gtk3, .qt5])
    func `a sentence stands at the caret of an application`(_ toolkit: Editable.Toolkit) async throws {
      let session = try await AccessibleSession()
      let home = try Home(sound: try await SoundServer())
      let daemon = try await daemon(session, home)
      let editable = try await session.editable(toolkit, .entry)
      try await editable.tell(.init(text: "Note:", caret: 5))
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      let text = try await editable.tell().text
      // With the space that a person would have typed.
      #expect(text.hasPrefix("Note: ") && isSentence(String(text.dropFirst(6))), "\(text)")
      let stored = try await home.lastSession()
      #expect(stored.results.map(\.stage) == ["raw", "edited", "formatted", "delivered"])
      #expect(stored.text("delivered") == String(text.dropFirst(5)))
    }

    @Test func `what is said into a password field is nowhere`() async throws {
      let session = try await AccessibleSession()
      let home = try Home(sound: try await SoundServer())
      let daemon = try await daemon(session, home)
      let editable = try await session.editable(.gtk3, .password)
      try await daemon.begin()
      let last = try await daemon.session(after: nil)
      #expect(last.outcome == "failed")
      #expect(last.problem?.contains("password") == true)
      #expect(try await editable.tell().text == "")
      #expect(try await home.hwctl("history", "list").output == "Nothing was found.\n")
      #expect(try Files.names(in: home.voice).allSatisfy { !$0.hasSuffix(".wav") })
    }

    @Test func `a text that would replace a selection is kept, and delivered again when asked for`()
      async throws
    {
      let session = try await AccessibleSession()
      let home = try Home(sound: try await SoundServer())
      let daemon = try await daemon(session, home)
      let editable = try await session.editable(.gtk3, .entry)
      try await editable.tell(.init(text: "keep me", select: [0, 7]))
      let kept = try await daemon.dictate(Recordings.short)
      #expect(kept.outcome == "kept")
      #expect(kept.problem?.contains("selected") == true)
      #expect(try await editable.tell().text == "keep me")

      try await editable.tell(.init(text: "", caret: 0))
      let again = try await home.hwctl("redeliver", "--delay", "0", "--json")
      #expect(again.status == 0, "\(again.errors)")
      let text = try await editable.tell().text
      #expect(isSentence(text), "\(text)")
      let stages = try await home.lastSession().results.map(\.stage)
      #expect(stages.last == "delivered" && stages.filter { $0 == "delivered" }.count == 1)
    }

    @Test func `a text is not typed into another window than the one it was spoken to`() async throws {
      let session = try await AccessibleSession()
      let home = try Home(sound: try await SoundServer())
      let daemon = try await daemon(session, home)
      let first = try await session.editable(.gtk3, .entry)
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      let second = try await session.editable(.gtk3, .view)
      try await #require(home.sound).speak(Recordings.short)
      try await daemon.end()
      let kept = try await daemon.session(after: nil)
      #expect(kept.outcome == "kept")
      let texts = [try await first.tell().text, try await second.tell().text]
      #expect(texts == ["", ""])
      let stored = try await home.lastSession()
      #expect(isSentence(try #require(stored.text("formatted"))))
    }
  }

  /// Local AI Dictation without a model that answers: what was said arrives, in time.
  @Suite struct AIDictation {
    @Test func `what was said is delivered when no refiner answers, and history says why`() async throws {
      let home = try Home(sound: try await SoundServer())
      try home.write(
        #"{"schemaVersion":2,"refiner":{"model":"qwen2.5:3b","deadlineMilliseconds":1000}}"#,
        to: home.preferences)
      let daemon = try await DaemonUnderTest(home)
      let session = try await daemon.dictate(Recordings.short, action: "localAIDictation")
      #expect(session.outcome == "delivered")
      #expect(Recordings.words(try #require(home.delivered.first)).prefix(3) == ["he", "was", "not"])
      let shown = try await home.hwctl("history", "show", "last", "--json").output
      #expect(shown.contains("localAIDictation"))
      #expect(shown.contains("unreachable") || shown.contains("deadline"), "\(shown)")
    }
  }
}
