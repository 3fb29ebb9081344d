import Audio
import Delivery
import Dispatch
import Domain
import Refinement
import SystemCalls
import TestSupport
import Testing
import Transcript
import VoiceHistory

@testable import Dictation

@Suite struct DictationRunnerTests {
  private let stage = Stage()
  private let cause = SessionCause(instant: MonotonicInstant(nanoseconds: 0))

  @Test func aSentenceThatBeginsBeforeASilentTapHasEndedIsRecognised() {
    let runner = stage.makeRunner()
    runner.settle {
      $0.begin(cause, generation: 1)
      $0.end(generation: 1, at: .now())
      $0.begin(cause, generation: 2)
    }
    #expect(stage.recognitions == 1)
    stage.say(.ended(.finished), 0)
    runner.settle()
    #expect(stage.recognitions == 2)
  }

  @Test func aMicrophoneThatOpensAfterTheCancelIsNotHeardOf() {
    let runner = stage.makeRunner()
    runner.settle {
      $0.begin(cause, generation: 1)
      $0.cancel(generation: 1)
    }
    stage.say(.opened(.now()), 0)
    stage.say(.firstFrame(.now()), 0)
    runner.settle()
    #expect(stage.lastReportIsTheEnd)
  }

  @Test func nothingIsLeftOfASessionThatHasEnded() {
    let runner = stage.makeRunner()
    weak var session: LiveSession?
    runner.settle {
      $0.begin(cause, generation: 1)
      session = $0.sessions.first
      #expect(session != nil)
      $0.cancel(generation: 1)
    }
    stage.forgetClosures()
    #expect(session == nil)
  }

  @Test func textsLeaveInTheOrderInWhichTheyWereSpoken() {
    let runner = stage.makeRunner()
    runner.settle { runner in
      for generation in [1, 2] {
        runner.begin(cause, generation: generation)
        runner.handle(.firstFrameArrived, runner.sessions[generation - 1])
        runner.end(generation: generation, at: .now())
      }
      let (first, second) = (runner.sessions[0], runner.sessions[1])
      first.transcript = TranscriptPipeline.run(raw: "one")
      second.transcript = TranscriptPipeline.run(raw: "two")
      runner.handle(.captureFinished, second)
      runner.handle(.recognised(RecognisedWords(raw: "two", edited: "two")), second)
      #expect(stage.delivered.isEmpty)
      runner.handle(.captureFinished, first)
      runner.handle(.recognised(RecognisedWords(raw: "one", edited: "one")), first)
    }
    #expect(stage.delivered == ["one", "two"])
  }

  @Test func `when everything is let go of, no text leaves that has not left yet`() {
    let runner = stage.makeRunner()
    runner.settle { runner in
      for generation in 1...3 {
        runner.begin(cause, generation: generation)
        runner.handle(.firstFrameArrived, runner.sessions[generation - 1])
        if generation < 3 { runner.end(generation: generation, at: .now()) }
      }
      let (first, second, third) = (runner.sessions[0], runner.sessions[1], runner.sessions[2])
      runner.handle(.captureFinished, second)
      // It waits for the first one, which has no words yet.
      runner.handle(.recognised(RecognisedWords(raw: "two", edited: "two")), second)
      runner.letGo()
      for (session, text) in [(first, "one"), (third, "three")] {
        runner.handle(.captureFinished, session)
        runner.handle(.recognised(RecognisedWords(raw: text, edited: text)), session)
      }
    }
    #expect(stage.delivered == [] && stage.cancels == 0)
    #expect(stage.endings.map(\.ending) == [.kept, .kept, .kept])
    #expect(stage.endings.allSatisfy { $0.failure == .letGo })
    #expect(stage.failures == [.letGo], "the Action of the one that was still held is over")
  }

  // MARK: Targets and refinement

  private func spoken(_ stage: Stage, _ runner: DictationRunner, _ text: String, language: String? = nil) {
    stage.say(.opened(.now()))
    stage.say(.firstFrame(.now()))
    stage.say(.frames([1, 2, 3]))
    runner.settle { $0.end(generation: 1, at: .now()) }
    stage.say(.ended(.finished))
    runner.settle()
    stage.answer(text, 0, language: language)
    runner.settle()
  }

  @Test
  func `English commands are words in a language that the recogniser has told, unless English is chosen`() {
    for (told, chosen, expected) in [
      (nil, nil, "Da.\nDort."), ("en", nil, "Da.\nDort."), ("de", nil, "Da. New line. Dort."),
      ("de", "en", "Da.\nDort."),
    ] {
      let stage = Stage()
      let runner = stage.makeRunner()
      var cause = cause
      cause.writing.language = chosen
      runner.settle { $0.begin(cause, generation: 1) }
      spoken(stage, runner, "Da. New line. Dort.", language: told)
      #expect(stage.delivered == [expected], "told \(told ?? "none"), chosen \(chosen ?? "none")")
    }
  }

  @Test func `a list is written as one where the target has lines, and in one line where nobody knows`() {
    for (isMultiline, expected) in [(true, "Start.\n\n- Milk.\n- Bread."), (nil, "Start. Milk. Bread.")] {
      let stage = Stage()
      let runner = stage.makeRunner(hasTargets: true)
      runner.settle { $0.begin(cause, generation: 1) }
      var target = Target.unverified
      target.isMultiline = isMultiline
      stage.find(.target(target))
      spoken(stage, runner, "Start. Start a bullet list. Milk. Next item. Bread. End list.")
      #expect(stage.delivered.count == 1)
      #expect(
        stage.delivered.first?.contains("\n") == (isMultiline == true), "\(stage.delivered) \(expected)")
    }
  }

  @Test func `a text that follows a word begins with a space`() {
    for (before, expected) in [
      ("Dear Ada,", " Hello."), ("Dear Ada, ", "Hello."), ("", "Hello."), ("(", "Hello."),
      ("Yes.", " Hello."),
      ("line\n", "Hello."),
    ] {
      let stage = Stage()
      let runner = stage.makeRunner(hasTargets: true)
      runner.settle { $0.begin(cause, generation: 1) }
      var target = Target.unverified
      target.nearbyText = before
      stage.find(.target(target))
      spoken(stage, runner, "Hello.")
      #expect(stage.delivered == [expected])
    }
  }

  @Test func `the refiner gets the edited text, and its text is delivered`() {
    let stage = Stage()
    let runner = stage.makeRunner(refines: true)
    var cause = cause
    cause.action = .localAIDictation
    runner.settle { $0.begin(cause, generation: 1) }
    spoken(stage, runner, "So hello hello there.")
    #expect(stage.requests.map(\.transcript) == ["So hello hello there."] && stage.delivered.isEmpty)
    stage.refine(
      .refined(Document(blocks: [.paragraph("Hello there.")]), RefinerEvidence(identity: nil)))
    runner.settle()
    #expect(stage.delivered == ["Hello there."])
  }

  @Test func `what was said is delivered when the refiner falls back, and where there is none`() {
    for refines in [true, false] {
      let stage = Stage()
      let runner = stage.makeRunner(refines: refines)
      var cause = cause
      cause.action = .localAIDictation
      runner.settle { $0.begin(cause, generation: 1) }
      spoken(stage, runner, "Hello.")
      if refines { stage.refine(.fallback(.deadline, RefinerEvidence(identity: nil))) }
      runner.settle()
      #expect(stage.delivered == ["Hello."])
    }
  }

  @Test func `a profile's style counts for its dictations`() {
    let stage = Stage()
    let runner = stage.makeRunner()
    var cause = cause
    cause.writing.style = .veryCasual
    runner.settle { $0.begin(cause, generation: 1) }
    spoken(stage, runner, "Hello There.")
    #expect(stage.delivered.count == 1 && stage.delivered != ["Hello There."])
  }

  // MARK: Redelivery

  private func redelivered(_ results: [ResultRecord]) async throws -> [String] {
    let stage = Stage(voice: try await VoiceStore(folder: try TemporaryFolder().path))
    let runner = stage.makeRunner()
    let record = SessionRecord(
      id: VoiceStore.makeSessionID(), inputKind: .microphone, startedAt: 0, duration: .seconds(1),
      action: .localDictation, outcome: .kept)
    try await stage.commit(record, results: results)
    await withCheckedContinuation { continuation in
      runner.settle { $0.redeliver(record.id) { _ in continuation.resume() } }
    }
    return stage.delivered
  }

  private let recognised = [
    ResultRecord(stage: .raw, origin: .capture, text: "raw"),
    ResultRecord(stage: .edited, origin: .capture, text: "edited", source: 0),
    ResultRecord(stage: .formatted, origin: .capture, text: "formatted", source: 1),
    ResultRecord(stage: .delivered, origin: .capture, text: "form", source: 2),
  ]

  @Test
  func `what was meant is delivered again: the newest recognition, and a correction before all of them`()
    async throws
  {
    #expect(try await redelivered(recognised) == ["formatted"])
    let anew = [
      ResultRecord(stage: .raw, origin: .retranscription, text: "anew"),
      ResultRecord(stage: .edited, origin: .retranscription, text: "Anew."),
    ]
    #expect(try await redelivered(recognised + anew) == ["Anew."])
    let corrected =
      recognised + [ResultRecord(stage: .edited, origin: .correction, text: "corrected", source: 2)]
    #expect(try await redelivered(corrected) == ["corrected"])
    #expect(try await redelivered(corrected + anew) == ["corrected"])
  }

  @Test func `of control characters only line breaks and tabs are delivered again`() async throws {
    let hostile = "a\u{1B}]52;c;eA==\u{7}b\u{0}\u{9B}2J\tc\r\nd\u{7F}"
    let delivered = try await redelivered([ResultRecord(stage: .edited, origin: .correction, text: hostile)])
    #expect(delivered.map { Array($0.unicodeScalars) } == [Array("a]52;c;eA==b2J\tc\nd".unicodeScalars)])
    #expect(try await redelivered([ResultRecord(stage: .raw, origin: .capture, text: "\u{1B}")]) == [])
  }

  @Test func `when everything is let go of while a target is looked for, nothing is delivered again`()
    async throws
  {
    let stage = Stage(voice: try await VoiceStore(folder: try TemporaryFolder().path))
    let runner = stage.makeRunner(hasTargets: true)
    let record = SessionRecord(
      id: VoiceStore.makeSessionID(), inputKind: .microphone, startedAt: 0, duration: .seconds(1),
      action: .localDictation, outcome: .kept)
    try await stage.commit(record, results: recognised)
    let isRefused = await withCheckedContinuation { continuation in
      runner.settle {
        $0.redeliver(record.id) { result in
          if case .failure = result {
            continuation.resume(returning: true)
          } else {
            continuation.resume(returning: false)
          }
        }
      }
      Task {
        while !stage.isAskedForTarget { await Task.yield() }
        runner.settle { $0.letGo() }
        stage.find(.target(.unverified))
      }
    }
    #expect(isRefused && stage.delivered.isEmpty)
  }
}
