import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// What happens around a daemon that runs for weeks: files edited, folders removed, disks that fail, clients without end.
  @Suite struct EndlessRun {
    @Test func `a one-shot dictation listens to the microphone for so many seconds`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let once = try RunningProgram(["hwctl", "dictate", "--seconds", "10"], home.environment)
      let recording = try await eventually {
        (try? Files.names(in: home.voice).contains { $0.hasSuffix(".partial.wav") }) == true
      }
      try #require(recording, "\(once.errors)")
      try await sound.speak(Recordings.short)
      #expect(try await once.end(within: .seconds(90)) == 0)
      #expect(
        once.errors.replacing("hwctl: recognising ...\n", with: "") == "hwctl: listening for 10 s ...\n")
      let words = Recordings.words(once.output)
      #expect(words.first == "he" && words.last == "man")
      #expect(try await home.lastSession().inputKind == "microphone")
    }

    @Test func `who keeps nothing finds nothing written, neither by the daemon nor by a command`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      try home.write(#"{"schemaVersion": 1, "history": {"keep": false}}"#, to: home.preferences)
      let watch = try FolderWatch()
      _ = try watch.add(home.data)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.component(.history).detail == "keeps nothing, by preference")
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(try await daemon.stop() == 0)
      #expect(try await home.hwctl("dictate", "--file", Recordings.card("003")).status == 0)
      #expect(watch.take().isEmpty, "not even a file that was removed again")
      #expect(!Files.exists(home.voice))
    }

    @Test func `a history folder removed while someone speaks costs neither word nor sound`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      try await sound.speak(Recordings.short)
      TemporaryFolder.remove(home.voice)
      try await daemon.end()
      let ended = try await daemon.session(after: nil)
      #expect(ended.outcome == "delivered" && ended.problem == nil, "\(ended)")
      let session = try await home.lastSession()
      #expect(session.id == ended.id && !session.audioIsMissing)
      #expect(
        try await daemon.component(.history).detail.hasPrefix("voice history was removed or replaced while"))
    }

    @Test(.enabled(if: FailingDisk.isAllowed, "\(FailingDisk.need)"))
    func `a disk that answers with errors costs no word, and is named`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let disk = try FailingDisk(at: home.voice)
      let daemon = try await DaemonUnderTest(home)
      try disk.fail()
      let ended = try await daemon.dictate(Recordings.short)
      #expect(ended.outcome == "delivered")
      #expect(ended.problem?.contains("Input/output error") == true, "\(ended)")
      let words = Recordings.words(try #require(home.delivered.first))
      #expect(words.first == "he" && words.last == "man")
      #expect(try await daemon.stop() == 0)
    }

    @Test func `a runtime folder removed under a daemon is made again, and no second one starts`()
      async throws
    {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      TemporaryFolder.remove(home.runtime + "/hwctl")
      #expect(try await eventually(within: .seconds(10)) { try await home.hwctl("status").status == 0 })
      #expect(daemon.process.errors.contains("the control socket was removed while hwctld ran"))
      TemporaryFolder.remove(home.runtime + "/hwctl")
      let second = try await Program.run(["hwctld", "--route", "stdout"], home.environment)
      #expect(second.status == 1)
      #expect(
        second.errors.hasPrefix("hwctl: hwctld is already running (process \(daemon.process.processID))."))
    }

    @Test func `a daemon without a free file descriptor says so, and serves again when there is one`()
      async throws
    {
      let home = try Home()
      let daemon = try await DaemonUnderTest(home)
      let numbers = try Files.names(in: "/proc/\(daemon.process.processID)/fd").compactMap { Int($0) }
      // No gap stays free below: the next descriptor is the first beyond the limit.
      let limit = try #require((0...).first { !numbers.contains($0) })
      let limited = try await Program.run(
        ["prlimit", "--pid", "\(daemon.process.processID)", "--nofile=\(limit):4096"])
      try #require(limited.status == 0, "\(limited.errors)")
      let refused = try await home.hwctl("status")
      #expect(refused.status == 1)
      #expect(refused.errors.hasPrefix("hwctl: hwctld has no file descriptor left for another client."))
      let raised = try await Program.run(
        ["prlimit", "--pid", "\(daemon.process.processID)", "--nofile=1024:4096"])
      try #require(raised.status == 0)
      #expect(try await home.hwctl("status").status == 0)
    }

    @Test func `edited preferences count from the next dictation on, or say what waits for a restart`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      #expect(try await daemon.component(.preferences).detail == "valid")
      try home.write(
        #"{"schemaVersion": 1, "history": {"keep": false}, "keyboard": {"layout": "de"}}"#,
        to: home.preferences)
      let isAdopted = try await eventually(within: .seconds(20)) {
        try await daemon.component(.history).detail == "keeps nothing, by preference"
      }
      try #require(isAdopted)
      #expect(try await daemon.component(.preferences).detail.hasPrefix("changed; keyboard will count after"))
      try await daemon.dictate(Recordings.card("003"))
      #expect(try await home.hwctl("history", "list").output.contains("delivered") == false)
      try home.write(#"{"schemaVersion": 1, "history": {"keep": 7}}"#, to: home.preferences)
      let isRefused = try await eventually(within: .seconds(20)) {
        try await !daemon.component(.preferences).ready
      }
      try #require(isRefused)
      let problem = try await daemon.component(.preferences).detail
      #expect(problem.hasPrefix("the preferences read before stay in use: \(home.preferences) has a mistake"))
      #expect(try await daemon.component(.history).detail == "keeps nothing, by preference")
      try home.write(#"{"schemaVersion": 1}"#, to: home.preferences)
      let isBack = try await eventually(within: .seconds(20)) {
        try await daemon.component(.history).detail == "keeps audio and text"
      }
      try #require(isBack)
      let ended = try await daemon.dictate(Recordings.card("003"))
      #expect(try await home.lastSession().id == ended.id)
    }
  }
}
