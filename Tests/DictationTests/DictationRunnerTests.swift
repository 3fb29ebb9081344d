import Audio
import Dispatch
import Domain
import SystemCalls
import Testing

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
}
