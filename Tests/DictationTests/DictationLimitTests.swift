import Audio
import Dispatch
import Domain
import Speech
import SystemCalls
import TestSupport
import Testing
import VoiceHistory

@testable import Dictation

/// What may not grow without end, and what happens at each limit.
@Suite struct DictationLimitTests {
  private let cause = SessionCause(instant: MonotonicInstant(nanoseconds: 0))

  private func listening(_ stage: Stage, _ runner: DictationRunner) {
    runner.settle { $0.begin(cause, generation: 1) }
    stage.say(.opened(.now()))
    stage.say(.firstFrame(.now()))
  }

  @Test func `a forgotten recording ends at its limit, is recognised, and is not typed`() {
    let stage = Stage()
    var configuration = DictationConfiguration()
    configuration.recordingLimit = .seconds(2)
    let runner = stage.makeRunner(configuration)
    listening(stage, runner)
    stage.say(.frames([Int16](repeating: 1, count: 32_000)))
    runner.settle()
    #expect(stage.captureCalls.isEmpty, "2 s are allowed")
    stage.say(.frames([1]))
    runner.settle()
    #expect(stage.captureCalls == [.finish])
    // The engine hears of it, so that the next press of a Toggle begins again.
    #expect(stage.failures.map(\.code) == ["dictation.tooLong"])
    stage.say(.ended(.finished))
    stage.answer("all of it", 0)
    runner.settle()
    #expect(stage.delivered.isEmpty)
    #expect(stage.endings.map(\.ending) == [.kept])
    #expect(stage.endings.first?.failure?.code == "dictation.tooLong")
  }

  @Test
  func `the ninth begin is refused in words while eight sentences wait, and one is begun again after that`() {
    let stage = Stage()
    let runner = stage.makeRunner()
    for generation in 1...8 { runner.settle { $0.begin(cause, generation: generation) } }
    #expect(stage.endings.isEmpty)
    runner.settle { $0.begin(cause, generation: 9) }
    #expect(stage.endings.map(\.failure?.code) == ["dictation.busy"])
    runner.settle { $0.cancel(generation: 1) }
    runner.settle { $0.begin(cause, generation: 10) }
    runner.settle { #expect($0.sessions.count == 8) }
  }

  @Test func `a sentence that waits too long for the recogniser ends, and nothing of it is lost`() {
    let stage = Stage()
    let runner = stage.makeRunner()
    // The first has the recogniser.
    runner.settle { $0.begin(cause, generation: 1) }
    runner.settle { $0.begin(cause, generation: 2) }
    stage.say(.firstFrame(.now()), 1)
    let minute = [Int16](repeating: 1, count: 60 * 16_000)
    for _ in 0..<9 { stage.say(.frames(minute), 1) }
    runner.settle()
    #expect(stage.captureCalls.isEmpty, "9 minutes may wait")
    stage.say(.frames([7]), 1)
    stage.say(.frames([8]), 1)
    runner.settle { runner in
      #expect(runner.sessions[1].heard.samples == 9 * minute.count + 2)
    }
    #expect(stage.captureCalls == [.finish])
    #expect(stage.failures.map(\.code) == ["dictation.behind"])
  }

  @Test func `a long sentence that is being recognised is not kept in memory for ever`() {
    let stage = Stage()
    let runner = stage.makeRunner()
    listening(stage, runner)
    let minute = [Int16](repeating: 1, count: 60 * 16_000)
    for _ in 0..<10 { stage.say(.frames(minute)) }
    runner.settle { #expect($0.sessions[0].heard.samples == 0) }
    #expect(stage.recognitionCalls(0).count == 10 && stage.captureCalls.isEmpty)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `a recording ends while the disk still has room for others, and what was heard is on it`() async throws
  {
    let disk = try SmallDisk(bytes: 4 << 20)
    let voice = try await VoiceStore(folder: disk.path + "/voice")
    let stage = Stage(voice: voice)
    var configuration = DictationConfiguration()
    configuration.freeSpaceFloorBytes = 2 << 20
    let runner = stage.makeRunner(configuration)
    listening(stage, runner)
    let second = [Int16](repeating: 1, count: 16_000)
    var seconds = 0
    // 32 kB each; 2 MB are passed after some 60 of them, and the space is looked at every 10.
    while stage.captureCalls.isEmpty && seconds < 200 {
      for _ in 0..<10 { stage.say(.frames(second)) }
      seconds += 10
      await settleAudio(runner)
    }
    #expect(stage.failures.map(\.code) == ["dictation.spaceIsShort"])
    #expect(try Files.freeBytes(at: disk.path) > 1 << 20)
    stage.say(.ended(.finished))
    runner.settle()
    stage.answer("all of it", 0)
    await settleAudio(runner)
    for _ in 0..<500 where stage.endings.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(stage.endings.map(\.ending) == [.kept])
    #expect(stage.stored.first?.audio?.samples == seconds * 16_000)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `where there is less space than the floor from the start, a short sentence is still recorded`()
    async throws
  {
    let disk = try SmallDisk(bytes: 4 << 20)
    let stage = Stage(voice: try await VoiceStore(folder: disk.path + "/voice"))
    var configuration = DictationConfiguration()
    configuration.freeSpaceFloorBytes = 1 << 40
    let runner = stage.makeRunner(configuration)
    listening(stage, runner)
    for _ in 0..<20 { stage.say(.frames([Int16](repeating: 1, count: 16_000))) }
    await settleAudio(runner)
    #expect(stage.captureCalls.isEmpty)
  }

  /// Returns when all that the audio file's queue had to say has been heard.
  private func settleAudio(_ runner: DictationRunner) async {
    runner.settle()
    let recorder = runner.queue.sync { runner.sessions.first?.recorder }
    recorder?.queue.sync {}
    runner.settle()
  }
}
