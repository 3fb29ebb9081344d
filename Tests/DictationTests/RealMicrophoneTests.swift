import Audio
import Dispatch
import Domain
import Glibc
import Speech
import Synchronization
import SystemCalls
import TestSupport
import Testing
import VoiceHistory

@testable import Dictation

/// Sessions with a real sound server and a real history; the recogniser is a stage's.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RealMicrophoneTests {
  /// The stage, but with a real microphone.
  private struct Studio {
    struct Failed: Error { let failure: SessionFailure }

    let server: PulseServer
    let folder: TemporaryFolder
    let voice: VoiceStore
    let stage: Stage
    let runner: DictationRunner

    init() async throws {
      server = try PulseServer()
      folder = try TemporaryFolder()
      voice = try await VoiceStore(folder: folder.file("voice"))
      stage = Stage(voice: voice)
      runner = stage.makeRunner(microphone: Microphone(server: server.address))
    }

    func begin(_ generation: Int) {
      runner.settle { $0.begin(SessionCause(instant: .now()), generation: generation) }
    }

    func state(_ index: Int) -> SessionState? {
      runner.queue.sync { runner.sessions.count > index ? runner.sessions[index].machine.state : nil }
    }

    /// Waits for what threads of this process are about to make true; the suite's time limit bounds it. A session that
    /// fails makes nothing true any more.
    func wait(_ condition: () -> Bool) async throws {
      while !condition() {
        if let failure = stage.endings.last?.failure { throw Failed(failure: failure) }
        try await Task.sleep(for: .milliseconds(5))
      }
    }

    func samples(of session: SessionRecord) throws -> [Int16] {
      try AudioFileReader.read(voice.files(for: session.id).audio)
    }
  }

  private func sine(_ count: Int, hertz: Double) -> [Int16] {
    (0..<count).map { Int16(12_000 * sin(2 * .pi * hertz * (Double($0) + 0.5) / 16_000)) }
  }

  @Test(arguments: [SessionFact.cancelled, .interrupted])
  func `every sample spoken before a cancel or a stop is kept`(fact: SessionFact) async throws {
    let studio = try await Studio()
    let spoken = sine(8_000, hertz: 440)
    for round in 1...5 {
      studio.begin(round)
      // The source is quiet until someone speaks: what is spoken is all there is.
      try await studio.wait { studio.runner.queue.sync { studio.runner.sessions.first?.recorder != nil } }
      try studio.server.speak(Array(spoken.prefix(320)))
      try await studio.wait { studio.state(0) == .listening }
      try studio.server.speak(Array(spoken.dropFirst(320)))
      studio.runner.settle { runner in runner.sessions.first.map { runner.handle(fact, $0) } }
      try await studio.wait { studio.stage.stored.count == round }
      #expect(try studio.samples(of: #require(studio.stage.stored.last)) == spoken, "round \(round)")
    }
  }

  @Test func `two quick presses lose nothing of either sentence`() async throws {
    let studio = try await Studio()
    let first = sine(8_000, hertz: 440)
    let second = sine(8_000, hertz: 600)
    studio.begin(1)
    try await studio.wait { studio.runner.queue.sync { studio.runner.sessions.first?.recorder != nil } }
    try studio.server.speak(first)
    // Within the close of the first: its capture still drains.
    studio.runner.settle { runner in
      runner.end(generation: 1, at: .now())
      runner.begin(SessionCause(instant: .now()), generation: 2)
    }
    try await studio.wait { studio.runner.queue.sync { studio.runner.sessions.last?.recorder != nil } }
    try studio.server.speak(second)
    studio.runner.settle { $0.end(generation: 2, at: .now()) }
    try await studio.wait { studio.stage.recognitionCalls(0).last == .finish }
    studio.stage.answer("one", 0)
    try await studio.wait {
      studio.stage.recognitions == 2 && studio.stage.recognitionCalls(1).last == .finish
    }
    studio.stage.answer("two", 1)
    try await studio.wait { studio.stage.stored.count == 2 }
    #expect(studio.stage.delivered == ["one", "two"])
    // Both microphones are open for a moment, so the first may hear how the second sentence begins.
    #expect(try studio.samples(of: studio.stage.stored[0]).prefix(8_000) == first[...])
    #expect(try studio.samples(of: studio.stage.stored[1]).suffix(8_000) == second[...])
  }

  @Test func `a sound server that accepts and never answers ends the session in words, within its limit`()
    async throws
  {
    let folder = try TemporaryFolder()
    // The kernel completes connections to a listening socket; nobody ever reads them.
    let silent = try UnixSocket.listen(folder.file("native"))
    let stage = Stage()
    let runner = stage.makeRunner(microphone: Microphone(server: "unix:" + folder.file("native")))
    let start = ContinuousClock.now
    runner.settle { $0.begin(SessionCause(instant: .now()), generation: 1) }
    while stage.endings.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(ContinuousClock.now - start < .seconds(6))
    #expect(stage.endings.map(\.ending) == [.failed])
    #expect(stage.endings.first?.failure?.code == "microphone.noServer")
    #expect(stage.endings.first?.failure?.message.contains("no answer within") == true)
    withExtendedLifetime(silent) {}
  }
}
