import ControlProtocol
import Glibc
import SystemCalls
import Testing

extension ProgramTests {
  /// A daemon whose history is not there when it starts.
  @Suite struct LateHistory {
    @Test
    func
      `a history that could not be opened is opened when the next session is stored, with what was said before`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      try Files.makeFolder(home.voice)
      let database = home.voice + "/history.sqlite"
      try Files.makeFolder(database)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await !daemon.component(.history).ready)
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      let kept = try #require(try Files.names(in: home.voice).first { $0.hasSuffix(".wav") })
      // History has not got it, memory has.
      #expect(try await home.hwctl("redeliver", "--delay", "0").status == 0)
      #expect(home.delivered.count == 2)
      #expect(rmdir(database) == 0)
      #expect(try await daemon.dictate(Recordings.card("003")).outcome == "delivered")
      #expect(try await daemon.component(.history).ready)
      try await home.expectWords(of: String(kept.dropLast(4)))
      #expect(daemon.process.errors.contains("a session was not stored"))
    }

    @Test func `nobody waits for a history that takes long to open, and it gets what was said meanwhile`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      try Files.makeFolder(home.voice)
      let lock = try HeldFolder(home.voice)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.component(.history).detail.contains("is being opened"))
      // More than may wait for their words: these have them.
      for count in 1...10 {
        try await daemon.begin()
        try await daemon.wait(for: .listening)
        try await sound.speak(Recordings.short)
        try await daemon.end()
        #expect(try await eventually { home.delivered.count == count })
      }
      #expect(try await home.hwctl("redeliver", "--delay", "0").status == 0)
      #expect(home.delivered.count == 11)
      let refused = try await home.hwctl("redeliver", "20260101T000000Z-00000001", "--delay", "0")
      #expect(refused.status == 1 && refused.errors.contains("still opening it"))
      lock.letGo()
      #expect(try await eventually { try await daemon.component(.history).detail == "keeps audio and text" })
      #expect(
        try await eventually {
          try await home.hwctl("history", "list").output.split(separator: "\n").count == 10
        })
      #expect(try await home.lastSession().outcome == "delivered")
    }

    @Test func `a damaged history that takes long to open is set aside, and nothing said is lost`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let made = try await Program.run(["history-tester", "generate", home.voice, "20"])
      try #require(made.status == 0, "\(made.errors)")
      let database = home.voice + "/history.sqlite"
      var bytes = try Files.read(database, limit: 1 << 26)
      // Every second page but the first, which says what the file is.
      for page in stride(from: 1, to: bytes.count / 4_096, by: 2) {
        bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: [UInt8](repeating: 0xa5, count: 4_096))
      }
      try Files.replace(database, with: bytes)
      let lock = try HeldFolder(home.voice)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.component(.history).detail.contains("is being opened"))
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      try await sound.speak(Recordings.short)
      try await daemon.end()
      #expect(try await eventually { home.delivered.count == 1 })
      lock.letGo()
      #expect(
        try await eventually {
          try await daemon.component(.history).detail.hasPrefix("voice history was damaged (")
        })
      let said = try #require(home.delivered.first)
      #expect(
        try await eventually { try await home.hwctl("history", "show", "last").output.contains(said) })
      #expect(daemon.process.errors.contains("it was set aside"))
    }

    @Test func `hwctl dictate gives its text while somebody holds history, and stores it then`() async throws
    {
      let home = try Home()
      try Files.makeFolder(home.voice)
      let lock = try HeldFolder(home.voice)
      let dictation = try RunningProgram(
        [Program.path(of: "hwctl"), "dictate", "--file", Recordings.short], home.environment)
      #expect(try await eventually(within: .seconds(60)) { dictation.output.contains("young man") })
      #expect(dictation.errors.contains("history is still being opened"))
      lock.letGo()
      #expect(try await dictation.end(within: .seconds(30)) == 0)
      #expect(try await home.lastSession().outcome == "delivered")
    }

    @Test func `an edit counts while history is being opened, also when the opening was an older edit's`()
      async throws
    {
      let home = try Home(sound: try await SoundServer())
      try home.write(Self.keeping(false), to: home.preferences)
      let daemon = try await DaemonUnderTest(home)
      try Files.makeFolder(home.voice)
      let lock = try HeldFolder(home.voice)
      try home.write(Self.keeping(true), to: home.preferences)
      #expect(
        try await eventually { try await daemon.component(.history).detail.contains("is being opened") })
      try home.write(Self.keeping(false), to: home.preferences)
      let nothing = "keeps nothing, by preference"
      #expect(try await eventually { try await daemon.component(.history).detail == nothing })
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      lock.letGo()
      // Opened by now, as nobody may use it before.
      #expect(try await eventually { try await home.hwctl("history", "list").status == 0 })
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(try await daemon.component(.history).detail == nothing)
      #expect(try Files.names(in: home.voice).allSatisfy { !$0.hasSuffix(".wav") })
      #expect(try await home.hwctl("history", "show", "last").status != 0)

      try home.write(Self.keeping(true), to: home.preferences)
      #expect(try await eventually { try await daemon.component(.history).detail == "keeps audio and text" })
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(try await home.lastSession().outcome == "delivered")
    }

    @Test func `what an earlier run left behind gets its words when history is turned on`() async throws {
      let home = try Home(sound: try await SoundServer())
      let recording = "20260101T000000Z-00000001"
      try home.write(Self.keeping(false), to: home.preferences)
      try Files.makeFolder(home.voice)
      try Files.replace(
        home.voice + "/\(recording).partial.wav", with: try Files.read(Recordings.short, limit: 1 << 20))
      let daemon = try await DaemonUnderTest(home)
      #expect(try Files.names(in: home.voice) == ["\(recording).partial.wav"])
      try home.write(Self.keeping(true), to: home.preferences)
      #expect(
        try await eventually { try await daemon.component(.history).detail.hasPrefix("keeps audio and text") }
      )
      try await home.expectWords(of: recording)
      #expect(home.delivered.isEmpty)
    }

    @Test func `the limits of what was kept before count where nothing is kept any more`() async throws {
      let home = try Home()
      let made = try await Program.run(["history-tester", "generate", home.voice, "5", "recordings"])
      try #require(made.status == 0, "\(made.errors)")
      func recordings() throws -> Int { try Files.names(in: home.voice).count { $0.hasSuffix(".wav") } }
      let before = try recordings()
      try home.write(
        #"{"schemaVersion": 2, "history": {"keep": false, "audioRecordings": 1}}"#, to: home.preferences)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.component(.history).detail == "keeps nothing, by preference")
      #expect(before > 1)
      #expect(try await eventually { try recordings() == 1 })
      #expect(try await home.hwctl("history", "list").output.split(separator: "\n").count == 5)
    }

    private static func keeping(_ keep: Bool) -> String {
      #"{"schemaVersion": 2, "history": {"keep": \#(keep)}}"#
    }

    /// As a program does that puts a damaged history together anew: whoever wants to open it waits.
    private final class HeldFolder {
      private let folder: FileDescriptor

      init(_ path: String) throws {
        folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
        try #require(flock(folder.rawValue, LOCK_EX) == 0)
      }

      func letGo() { flock(folder.rawValue, LOCK_UN) }
    }
  }
}
