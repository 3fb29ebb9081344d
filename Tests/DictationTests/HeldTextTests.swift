import Audio
import Delivery
import Domain
import SystemCalls
import TestSupport
import Testing
import VoiceHistory

@testable import Dictation

/// Texts that could not be delivered, and that history has not got.
@Suite struct HeldTextTests {
  /// A sentence that nothing takes.
  private func say(_ text: String, _ generation: Int, _ stage: Stage, _ runner: DictationRunner) async {
    let ended = stage.endings.count
    runner.settle {
      $0.begin(
        SessionCause(instant: MonotonicInstant(nanoseconds: 0)), generation: generation)
    }
    stage.say(.opened(.now()), generation - 1)
    stage.say(.firstFrame(.now()), generation - 1)
    stage.say(.frames([1, 2, 3]), generation - 1)
    runner.settle { $0.end(generation: generation, at: .now()) }
    stage.say(.ended(.finished), generation - 1)
    runner.settle()
    stage.answer(text, generation - 1)
    while stage.endings.count == ended {
      runner.settle()
      await Task.yield()
    }
  }

  private func redeliver(_ id: SessionID?, _ runner: DictationRunner) async -> Result<
    Redelivery, SessionFailure
  > {
    await withCheckedContinuation { continuation in
      runner.settle { $0.redeliver(id) { continuation.resume(returning: $0) } }
    }
  }

  @Test(arguments: [false, true])
  func `what nothing took and history has not got is delivered when it is asked for, and once`(
    hasHistory: Bool
  )
    async throws
  {
    let folder = try TemporaryFolder()
    let stage = Stage(voice: hasHistory ? try await VoiceStore(folder: folder.path) : nil)
    stage.failToStore()
    let runner = stage.makeRunner()
    stage.becomes([.kept(.target(.targetChanged))])
    await say("Hello there.", 1, stage, runner)
    #expect(stage.endings.map(\.ending) == [.kept])
    // Nothing takes it this time either: it stays.
    await #expect(throws: SessionFailure.self) { try await redeliver(nil, runner).get() }
    stage.becomes([.typed])
    let delivered = try await redeliver(nil, runner).get()
    #expect(delivered.characters == 12)
    #expect(stage.delivered == ["Hello there.", "Hello there.", "Hello there."])
    let refused = await #expect(throws: SessionFailure.self) { try await redeliver(nil, runner).get() }
    #expect(refused?.code == (hasHistory ? "redelivery.noText" : "redelivery.nothingIsKept"))
    await #expect(throws: SessionFailure.self) { try await redeliver(delivered.session, runner).get() }
  }

  @Test func `what was delivered is not held`() async {
    let stage = Stage()
    let runner = stage.makeRunner()
    await say("Hello there.", 1, stage, runner)
    #expect(stage.endings.map(\.ending) == [.delivered])
    await #expect(throws: SessionFailure.self) { try await redeliver(nil, runner).get() }
  }

  @Test func `where history cannot be written the newest is brought again, also if it was delivered`()
    async throws
  {
    let folder = try TemporaryFolder()
    let stage = Stage(voice: try await VoiceStore(folder: folder.path))
    let runner = stage.makeRunner()
    await say("Hello there.", 1, stage, runner)
    stage.failToStore()
    await say("And again.", 2, stage, runner)
    #expect(stage.endings.map(\.ending) == [.delivered, .delivered])
    _ = try await redeliver(nil, runner).get()
    #expect(stage.delivered.last == "And again.")
  }

  @Test func `the newest eight are held, and each is found by its id`() async throws {
    var held = HeldTexts()
    var ids: [SessionID] = []
    for number in 0...HeldTexts.limit {
      let id = VoiceStore.makeSessionID()
      let record = SessionRecord(
        id: id, inputKind: .microphone, startedAt: 0, duration: .seconds(1), action: .localDictation,
        outcome: .kept)
      let result = ResultRecord(stage: .raw, origin: .capture, text: "text \(number)")
      held.hold(
        try #require(HistoryText(SessionDetail(record: record, results: [result]), isStored: false)))
      ids.append(id)
    }
    #expect(held.find(ids[0]) == nil)
    #expect(ids.dropFirst().map { held.find($0)?.text } == (1...8).map { "text \($0)" })
    #expect(held.find(nil)?.text == "text 8")
    held.letGo(of: ids[8])
    #expect(held.find(nil)?.text == "text 7" && held.find(ids[8]) == nil)
  }
}
