import ControlProtocol
import Glibc
import SystemCalls
import TestSupport
import Testing

extension ProgramTests {
  /// Processes that are killed or hang: what was said is never lost, and the next dictation works.
  @Suite struct Kills {
    @Test func `a daemon killed while it records leaves a session that the next one recovers`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let killed = try await DaemonUnderTest(home)
      try await killed.begin()
      try await killed.wait(for: .listening)
      try await sound.speak(Recordings.short)
      killed.process.kill(SIGKILL)
      #expect(killed.process.status == 128 + SIGKILL)
      let partial = try #require(try Files.names(in: home.voice).first { $0.hasSuffix(".partial.wav") })

      let next = try await DaemonUnderTest(home)
      let session = try await home.lastSession()
      #expect(session.outcome == "recovered")
      #expect(session.recovery == "interrupted")
      #expect(!session.audioIsMissing)
      let audio = try #require(session.audioPath)
      #expect(audio == home.voice + "/" + partial.replacing(".partial.wav", with: ".wav"))
      #expect(!Files.exists(home.voice + "/" + partial))
      // The file is 2.99 s long; the last block before the kill may be missing.
      #expect(session.durationMilliseconds > 2_500)
      try await home.expectWords(of: session.id)
      #expect(home.delivered.isEmpty)
      let works = try await next.dictate(Recordings.short)
      #expect(works.outcome == "delivered")
      #expect(home.delivered.count == 1)
    }

    @Test func `a worker killed while it decodes costs no word: the audio goes to a new one`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      let before = try await stopWorkerAtEnd(daemon)
      let worker = try #require(try daemon.worker())
      kill(worker, SIGKILL)
      let ended = try await daemon.session(after: before)
      #expect(ended.outcome == "delivered")
      let words = Recordings.words(try #require(home.delivered.first))
      #expect(words.first == "he" && words.last == "man")
      let works = try await daemon.dictate(Recordings.short)
      #expect(works.outcome == "delivered")
      #expect(home.delivered.count == 2)
      #expect(try daemon.worker() != worker)
    }

    @Test func `a press right after the worker's death works`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.dictate(Recordings.card("003"))
      kill(try #require(try daemon.worker()), SIGKILL)
      // The command is there within milliseconds, before or after the daemon has heard of the death.
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
      #expect(home.delivered.count == 2)
    }

    @Test func `audio that ends two workers is kept and told, and the next press works`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let worker = try fakeWorker(home, "head -c 20000 >/dev/null; kill -SEGV $$")
      let daemon = try await DaemonUnderTest(home)
      let ended = try await daemon.dictate(Recordings.short)
      #expect(ended.outcome == "failed")
      #expect(ended.problem?.hasPrefix("the speech worker ended unexpectedly (") == true)
      try await expectKeptAudio(home, failure: "speech.workerCrashed")
      try home.write("#!/bin/sh\nexec \(Program.path(of: "hwctl-speech"))\n", to: worker)
      chmod(worker, 0o700)
      #expect(try await daemon.dictate(Recordings.short).outcome == "delivered")
    }

    @Test func `a worker that is stopped while it loads is replaced before anyone gives up`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.begin()
      let spawned = try await eventually { try daemon.worker() != nil }
      try #require(spawned)
      let worker = try #require(try daemon.worker())
      kill(worker, SIGSTOP)
      try await daemon.wait(for: .listening)
      try await sound.speak(Recordings.short)
      let start = ContinuousClock.now
      try await daemon.end()
      #expect(try await daemon.session(after: nil, within: .seconds(25)).outcome == "delivered")
      #expect(ContinuousClock.now - start < .seconds(25), "the limit for loading is 30 s")
      #expect(kill(worker, 0) != 0)
    }

    @Test func `a worker that hangs is ended within the limit, and its audio is kept`() async throws {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      _ = try fakeWorker(home, "exec cat >/dev/null")
      let daemon = try await DaemonUnderTest(home)
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      try await sound.speak(Recordings.short)
      let worker = try #require(try daemon.worker())
      try await daemon.end()
      // 1 s and the length of the audio, which is below 5 s; the rest is for a busy machine.
      let ended = try await daemon.session(after: nil, within: .seconds(30))
      #expect(ended.outcome == "failed")
      #expect(ended.problem?.hasPrefix("the speech worker gave no text within ") == true)
      try await expectKeptAudio(home, failure: "speech.workerHung")
      #expect(try await eventually { kill(worker, 0) != 0 })
      #expect(try await daemon.component(.speech).detail.isEmpty == false)
    }

    @Test func `a daemon that is told to stop while someone speaks ends in time and recovers the session`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let daemon = try await DaemonUnderTest(home)
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      try await sound.speak(Recordings.short)
      let start = ContinuousClock.now
      #expect(try await daemon.stop(within: .seconds(5)) == 0)
      #expect(ContinuousClock.now - start < .seconds(5))
      let session = try await home.lastSession()
      #expect(session.outcome == "recovered")
      #expect(session.durationMilliseconds > 2_500)
      let words = Recordings.words(try await Recordings.bareDecode(try #require(session.audioPath)))
      #expect(words.first == "he")
      #expect(words.last == "man")
      #expect(home.delivered.isEmpty)
      #expect(!Files.exists(home.runtime + "/hwctl/control.sock"))
    }

    @Test func `a one-shot dictation keeps its file while a daemon starts and puts history in order`()
      async throws
    {
      let sound = try await SoundServer()
      let home = try Home(sound: sound)
      let once = try RunningProgram(
        ["hwctl", "dictate", "--seconds", "3600", "--json"], home.environment)
      let recording = try await eventually {
        (try? Files.names(in: home.voice).contains { $0.hasSuffix(".partial.wav") }) == true
      }
      try #require(recording, "\(once.errors)")
      let daemon = try await DaemonUnderTest(home)
      try await sound.speak(Recordings.short)
      // Once more: the second start finds samples in the file.
      #expect(try await daemon.stop() == 0)
      let next = try await DaemonUnderTest(home)
      once.kill(SIGINT)
      #expect(try await once.end(within: .seconds(90)) == 0)
      #expect(once.errors.contains("listening for 3600 s"))
      let session = try await home.lastSession()
      #expect(session.outcome == "delivered")
      #expect(Recordings.words(session.text("delivered") ?? "").last == "man")
      #expect(try Files.names(in: home.voice).filter { $0.hasSuffix(".wav") } == [session.id + ".wav"])
      #expect(try await next.stop() == 0)
    }

    /// Speaks 3 s with a loaded worker, and stops that worker (SIGSTOP) before the release, so that the kill or the limit
    /// meets it in the middle of its work. Gives the session before.
    private func stopWorkerAtEnd(_ daemon: DaemonUnderTest) async throws -> String? {
      let before = try await daemon.status().lastSession?.id
      try await daemon.begin()
      try await daemon.wait(for: .listening)
      try await #require(daemon.home.sound).speak(Recordings.short)
      try #require(try await eventually { try await daemon.component(.speech).detail.hasSuffix("loaded") })
      kill(try #require(try daemon.worker()), SIGSTOP)
      try await daemon.end()
      try await daemon.wait(for: .finalizing)
      return before
    }

    /// A worker that says it is ready and then does what the shell command says; gives its path.
    private func fakeWorker(_ home: Home, _ command: String) throws -> String {
      let ready = #"{"model":{"id":"m","version":"1"},"loadMilliseconds":1}"#
      let script = home.folder.file("worker")
      // A frame: its kind, 129, and the length in four bytes (Sources/Speech/Frame.swift).
      let header = "\\201\\" + String(ready.utf8.count, radix: 8) + "\\0\\0\\0"
      try home.write("#!/bin/sh\nprintf '\(header)\(ready)' >&0\n\(command)\n", to: script)
      chmod(script, 0o700)
      try home.write(
        #"{"schemaVersion": 1, "speech": {"decodeLimitSeconds": 1, "worker": "\#(script)"}}"#,
        to: home.preferences)
      return script
    }

    /// Recognised by itself, and not delivered.
    private func expectKeptAudio(_ home: Home, failure: String) async throws {
      let session = try await home.lastSession()
      #expect(session.outcome == "failed")
      #expect(session.failureCode == failure)
      let words = Recordings.words(try await Recordings.bareDecode(try #require(session.audioPath)))
      #expect(words.first == "he")
      #expect(words.last == "man")
    }
  }
}
