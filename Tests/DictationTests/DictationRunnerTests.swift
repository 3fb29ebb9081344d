import Audio
import Delivery
import Dispatch
import Domain
import Speech
import Synchronization
import SystemCalls
import Testing

@testable import Dictation

/// A microphone, a recogniser and a target that do only what a test says: orders of events that real ones show rarely.
private final class Stage: MicrophoneOpening, SpeechRecognizing, TextDelivering {
  /// Keeps its owner's closure, as the real ones do.
  struct Handle<Event>: CaptureControlling, RecognitionControlling {
    let onEvent: @Sendable (Event) -> Void
    func append(_ samples: [Int16]) {}
    func finish() {}
    func cancel() {}
  }

  private struct Seen {
    var captures: [@Sendable (CaptureEvent) -> Void] = []
    var recognitions = 0
    var delivered: [String] = []
    var reports: [SessionReport] = []
  }

  private let seen = Mutex(Seen())

  func makeRunner() -> DictationRunner {
    DictationRunner(
      configuration: DictationConfiguration(), microphone: self, recogniser: self, writer: self, store: nil,
      observer: { [self] report in seen.withLock { $0.reports.append(report) } })
  }

  func openCapture(
    source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) -> any CaptureControlling {
    seen.withLock { $0.captures.append(onEvent) }
    return Handle(onEvent: onEvent)
  }

  func beginRecognition(
    onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling {
    seen.withLock { $0.recognitions += 1 }
    return Handle(onEvent: onEvent)
  }

  func deliver(_ text: String, completion: @escaping @Sendable (DeliveryReport) -> Void) {
    seen.withLock { $0.delivered.append(text) }
    completion(
      DeliveryReport(
        route: .standardOutput, outcome: .written, characters: text.unicodeScalars.count, duration: .zero))
  }

  /// What the microphone of the session with this index says.
  func say(_ event: CaptureEvent, _ index: Int) { seen.withLock { $0.captures[index] }(event) }

  func forgetCaptures() { seen.withLock { $0.captures = [] } }

  var recognitions: Int { seen.withLock { $0.recognitions } }
  var delivered: [String] { seen.withLock { $0.delivered } }
  var lastReportIsTheEnd: Bool {
    seen.withLock { if case .ended = $0.reports.last?.step { true } else { false } }
  }
}

extension DictationRunner {
  /// Returns when it is done, and all that was posted before.
  fileprivate func settle(_ body: (DictationRunner) -> Void = { _ in }) { queue.sync { body(self) } }
}

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
    stage.forgetCaptures()
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
}
