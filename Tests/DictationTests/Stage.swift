import Audio
import Delivery
import Dispatch
import Domain
import Models
import Speech
import Synchronization
import SystemCalls
import VoiceHistory

@testable import Dictation

/// A microphone, a recogniser, a target and a history that do only what a test says: orders of events that real ones show
/// rarely.
final class Stage: MicrophoneOpening, SpeechRecognizing, TextDelivering, SessionStoring {
  /// Keeps its owner's closure, as the real ones do.
  struct Handle<Event>: CaptureControlling, RecognitionControlling {
    let onEvent: @Sendable (Event) -> Void
    var onCall: @Sendable (Call) -> Void = { _ in }
    func append(_ samples: [Int16]) { onCall(.append(samples)) }
    func finish() { onCall(.finish) }
    func cancel() { onCall(.cancel) }
  }

  enum Call: Hashable, Sendable {
    case append([Int16])
    case finish
    case cancel
  }

  private struct Seen {
    var captures: [@Sendable (CaptureEvent) -> Void] = []
    var captureCalls: [Call] = []
    var recognitions: [@Sendable (RecognitionEvent) -> Void] = []
    var recognitionCalls: [[Call]] = []
    var delivered: [String] = []
    var cancels = 0
    var reports: [SessionReport] = []
    var stored: [SessionRecord] = []
  }

  private let seen = Mutex(Seen())
  private let voice: VoiceStore?

  /// - Parameter voice: whose folder audio files are written to; nil: nothing is kept.
  init(voice: VoiceStore? = nil) { self.voice = voice }

  /// - Parameter microphone: nil for the stage's own.
  func makeRunner(
    _ configuration: DictationConfiguration = DictationConfiguration(), microphone: Microphone? = nil
  ) -> DictationRunner {
    DictationRunner(
      configuration: configuration, microphone: microphone.map { $0 as any MicrophoneOpening } ?? self,
      recogniser: self, writer: self,
      store: voice == nil ? nil : self,
      observer: { [self] report in seen.withLock { $0.reports.append(report) } })
  }

  func openCapture(
    source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) -> any CaptureControlling {
    seen.withLock { $0.captures.append(onEvent) }
    return Handle(onEvent: onEvent) { [self] call in seen.withLock { $0.captureCalls.append(call) } }
  }

  func beginRecognition(
    onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling {
    let index = seen.withLock {
      $0.recognitions.append(onEvent)
      $0.recognitionCalls.append([])
      return $0.recognitions.count - 1
    }
    return Handle(onEvent: onEvent) { [self] call in seen.withLock { $0.recognitionCalls[index].append(call) }
    }
  }

  func deliver(_ text: String, completion: @escaping @Sendable (DeliveryReport) -> Void) {
    seen.withLock { $0.delivered.append(text) }
    completion(
      DeliveryReport(
        route: .standardOutput, outcome: .written, characters: text.unicodeScalars.count, duration: .zero))
  }

  func cancel() { seen.withLock { $0.cancels += 1 } }

  func files(for session: SessionID) -> SessionFiles {
    guard let voice else { preconditionFailure("asked of a stage that keeps nothing") }
    return voice.files(for: session)
  }

  func commit(_ session: SessionRecord, results: [ResultRecord]) async throws(HistoryError) {
    seen.withLock { $0.stored.append(session) }
  }

  /// What the microphone of the session with this index says.
  func say(_ event: CaptureEvent, _ index: Int = 0) { seen.withLock { $0.captures[index] }(event) }

  /// What the recogniser with this index says.
  func answer(_ event: RecognitionEvent, _ index: Int) { seen.withLock { $0.recognitions[index] }(event) }

  func answer(_ text: String, _ index: Int) {
    answer(
      .result(
        RecognitionResult(
          text: text, audioDuration: .seconds(1), speechDuration: .seconds(1), decodeDuration: .zero,
          segments: [],
          model: ModelIdentity(id: "m", version: "1"), retried: false)), index)
  }

  /// Lets go of its owner's closures, as edges do that have ended.
  func forgetClosures() {
    seen.withLock {
      $0.captures = []
      $0.recognitions = []
    }
  }

  var recognitions: Int { seen.withLock { $0.recognitions.count } }
  func recognitionCalls(_ index: Int) -> [Call] { seen.withLock { $0.recognitionCalls[index] } }
  var captureCalls: [Call] { seen.withLock { $0.captureCalls } }
  var delivered: [String] { seen.withLock { $0.delivered } }
  /// How often the target was told to stop.
  var cancels: Int { seen.withLock { $0.cancels } }
  var stored: [SessionRecord] { seen.withLock { $0.stored } }

  /// How the sessions that are over ended, in order.
  var endings: [(ending: SessionEnding, failure: SessionFailure?)] {
    seen.withLock { $0.reports }.compactMap { report in
      if case .ended(let ending, let failure) = report.step { (ending, failure) } else { nil }
    }
  }

  /// The generations whose Action is over although nobody let go.
  var failures: [SessionFailure] {
    seen.withLock { $0.reports }.compactMap {
      if case .failed(let failure) = $0.step { failure } else { nil }
    }
  }

  var lastReportIsTheEnd: Bool {
    seen.withLock { if case .ended = $0.reports.last?.step { true } else { false } }
  }
}

extension DictationRunner {
  /// Returns when it is done, and all that was posted before.
  func settle(_ body: (DictationRunner) -> Void = { _ in }) { queue.sync { body(self) } }
}
