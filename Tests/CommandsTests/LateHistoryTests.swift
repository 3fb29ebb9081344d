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
      let refused = try await home.hwctl("redeliver")
      #expect(refused.status != 0 && !refused.errors.contains("by preference"))
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
      // As a program does that puts a damaged history together anew.
      let folder = try FileDescriptor.open(home.voice, O_RDONLY | O_DIRECTORY)
      try #require(flock(folder.rawValue, LOCK_EX) == 0)
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
      let refused = try await home.hwctl("redeliver")
      #expect(refused.status == 1 && refused.errors.contains("still opening it"))
      flock(folder.rawValue, LOCK_UN)
      #expect(try await eventually { try await daemon.component(.history).detail == "keeps audio and text" })
      #expect(
        try await eventually {
          try await home.hwctl("history", "list").output.split(separator: "\n").count == 10
        })
      #expect(try await home.lastSession().outcome == "delivered")
    }
  }
}
