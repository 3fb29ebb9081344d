import Audio
import Dispatch
import Domain
import Speech
import SystemCalls
import Testing

@testable import Dictation

/// A worker that ends says nothing of the words: the audio goes to the next one, once.
@Suite struct LostRecogniserTests {
  private let stage = Stage()
  private let cause = SessionCause(instant: MonotonicInstant(nanoseconds: 0))
  private let crash = SpeechError(.workerCrashed, detail: "signal 9")

  /// Says two pieces and lets go.
  private func speak(_ runner: DictationRunner) {
    runner.settle { $0.begin(cause, generation: 1) }
    stage.say(.opened(.now()))
    stage.say(.firstFrame(.now()))
    stage.say(.frames([1, 2]))
    stage.say(.frames([3]))
    runner.settle { $0.end(generation: 1, at: .now()) }
    stage.say(.ended(.finished))
    runner.settle()
  }

  @Test(arguments: [SpeechError.Code.workerCrashed, .workerStopped])
  func `a lost worker's audio goes to a new one, and the text arrives`(code: SpeechError.Code) {
    let runner = stage.makeRunner()
    speak(runner)
    stage.answer(.failed(SpeechError(code)), 0)
    runner.settle()
    #expect(stage.recognitions == 2)
    #expect(stage.recognitionCalls(1) == [.append([1, 2]), .append([3]), .finish])
    stage.answer("hello", 1)
    runner.settle()
    #expect(stage.delivered == ["hello"])
  }

  @Test func `a worker lost while someone speaks misses nothing of the sentence`() {
    let runner = stage.makeRunner()
    runner.settle { $0.begin(cause, generation: 1) }
    stage.say(.firstFrame(.now()))
    stage.say(.frames([1, 2]))
    runner.settle()
    stage.answer(.failed(crash), 0)
    runner.settle()
    stage.say(.frames([3]))
    runner.settle { $0.end(generation: 1, at: .now()) }
    stage.say(.ended(.finished))
    runner.settle()
    #expect(stage.recognitionCalls(1) == [.append([1, 2]), .append([3]), .finish])
  }

  @Test func `audio that ends two workers is a failure, and the next sentence works`() {
    let runner = stage.makeRunner()
    speak(runner)
    stage.answer(.failed(crash), 0)
    runner.settle()
    stage.answer(.failed(crash), 1)
    runner.settle()
    #expect(stage.recognitions == 2 && stage.delivered.isEmpty)
    #expect(stage.endings.map(\.failure?.code) == ["speech.workerCrashed"])
    runner.settle { $0.begin(cause, generation: 2) }
    #expect(stage.recognitions == 3)
  }

  @Test func `a failure that another try would not mend is told at once`() {
    for code in SpeechError.Code.allCases where code != .workerCrashed && code != .workerStopped {
      let stage = Stage()
      let runner = stage.makeRunner()
      runner.settle { $0.begin(cause, generation: 1) }
      stage.say(.firstFrame(.now()))
      runner.settle()
      stage.answer(.failed(SpeechError(code)), 0)
      runner.settle()
      #expect(stage.recognitions == 1, "\(code)")
    }
  }

  @Test func `late news of the lost worker does not reach the second try`() {
    let runner = stage.makeRunner()
    speak(runner)
    stage.answer(.failed(crash), 0)
    runner.settle()
    stage.answer(.failed(crash), 0)
    runner.settle()
    stage.answer("hello", 1)
    runner.settle()
    #expect(stage.delivered == ["hello"])
  }
}
