import Audio
import Delivery
import Dispatch
import Domain
import Models
import Refinement
import Speech
import Synchronization
import SystemCalls
import VoiceHistory

@testable import Dictation

/// A microphone, a recogniser, a target and a history that do only what a test says: orders of events that real ones show
/// rarely.
final class Stage: MicrophoneOpening, SpeechRecognizing, TargetCapturing, TextRefining, TextDelivering,
  SessionStoring
{
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
    /// What becomes of deliveries, in turn.
    var outcomes = [DeliveryReport.Outcome.written]
    var cancels = 0
    var targets: [@Sendable (TargetCapture) -> Void] = []
    var warmUps = 0
    var requests: [RefinementRequest] = []
    var refinements: [@Sendable (RefinementOutcome) -> Void] = []
    var cancelledRefinements: Set<Int> = []
    var reports: [SessionReport] = []
    var stored: [SessionRecord] = []
    var results: [[ResultRecord]] = []
    var storeFails = false
  }

  private let seen = Mutex(Seen())
  private let voice: VoiceStore?

  /// - Parameter voice: whose folder audio files are written to; nil: nothing is kept.
  init(voice: VoiceStore? = nil) { self.voice = voice }

  /// - Parameter microphone: nil for the stage's own.
  func makeRunner(
    _ configuration: DictationConfiguration = DictationConfiguration(), microphone: Microphone? = nil,
    hasTargets: Bool = false, refines: Bool = false
  ) -> DictationRunner {
    DictationRunner(
      configuration: configuration,
      ports: DictationPorts(
        microphone: microphone.map { $0 as any MicrophoneOpening } ?? self, recogniser: self,
        targets: hasTargets ? self : nil, refiner: refines ? self : nil, writer: self),
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
    _ choice: ProfileWriting, onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling {
    let index = seen.withLock {
      $0.recognitions.append(onEvent)
      $0.recognitionCalls.append([])
      return $0.recognitions.count - 1
    }
    return Handle(onEvent: onEvent) { [self] call in seen.withLock { $0.recognitionCalls[index].append(call) }
    }
  }

  func capture(completion: @escaping @Sendable (TargetCapture) -> Void) {
    seen.withLock { $0.targets.append(completion) }
  }

  func warmUp() { seen.withLock { $0.warmUps += 1 } }

  func beginRefinement(
    _ request: RefinementRequest, deadline: MonotonicInstant,
    completion: @escaping @Sendable (RefinementOutcome) -> Void
  ) -> any RefinementControlling {
    let index = seen.withLock {
      $0.refinements.append(completion)
      $0.requests.append(request)
      return $0.refinements.count - 1
    }
    return Refinement { [self] in seen.withLock { _ = $0.cancelledRefinements.insert(index) } }
  }

  struct Refinement: RefinementControlling {
    let onCancel: @Sendable () -> Void
    func cancel() { onCancel() }
  }

  func deliver(
    _ text: String, to target: Target?, completion: @escaping @Sendable (DeliveryReport) -> Void
  ) {
    let outcome = seen.withLock { seen in
      seen.delivered.append(text)
      return seen.outcomes[seen.delivered.count % seen.outcomes.count]
    }
    completion(
      DeliveryReport(
        route: .standardOutput, outcome: outcome, characters: text.unicodeScalars.count, duration: .zero))
  }

  func cancel() { seen.withLock { $0.cancels += 1 } }

  func files(for session: SessionID) -> SessionFiles {
    guard let voice else { preconditionFailure("asked of a stage that keeps nothing") }
    return voice.files(for: session)
  }

  func commit(_ session: SessionRecord, results: [ResultRecord]) async throws(HistoryError) {
    if seen.withLock({ $0.storeFails }) { throw .stillOpening("history") }
    seen.withLock {
      $0.stored.append(session)
      $0.results.append(results)
    }
  }

  func session(_ id: SessionID) async throws(HistoryError) -> SessionDetail? {
    try await newestSessions(.max).first { $0.record.id == id }
  }

  func newestSessions(_ limit: Int) async throws(HistoryError) -> [SessionDetail] {
    seen.withLock { seen in
      zip(seen.stored, seen.results).map { SessionDetail(record: $0, results: $1) }.reversed()
    }
  }

  func append(_ results: [ResultRecord], to session: SessionID) async throws(HistoryError) {
    seen.withLock { seen in
      guard let index = seen.stored.firstIndex(where: { $0.id == session }) else { return }
      seen.results[index] += results
    }
  }

  /// What the microphone of the session with this index says.
  func say(_ event: CaptureEvent, _ index: Int = 0) { seen.withLock { $0.captures[index] }(event) }

  /// What the recogniser with this index says.
  func answer(_ event: RecognitionEvent, _ index: Int) { seen.withLock { $0.recognitions[index] }(event) }

  func answer(_ text: String, _ index: Int, language: String? = nil) {
    answer(
      .result(
        RecognitionResult(
          text: text, audioDuration: .seconds(1), speechDuration: .seconds(1), decodeDuration: .zero,
          segments: [], language: language,
          model: ModelIdentity(id: "m", version: "1"), retried: false)), index)
  }

  func becomes(_ outcomes: [DeliveryReport.Outcome]) { seen.withLock { $0.outcomes = outcomes } }

  func failToStore() { seen.withLock { $0.storeFails = true } }

  /// What the finder says to the session with this index.
  func find(_ capture: TargetCapture, _ index: Int = 0) { seen.withLock { $0.targets[index] }(capture) }

  /// What the refiner says to its request with this index.
  func refine(_ outcome: RefinementOutcome, _ index: Int = 0) {
    seen.withLock { $0.refinements[index] }(outcome)
  }

  var targetsAsked: Int { seen.withLock { $0.targets.count } }
  var isAskedForTarget: Bool { seen.withLock { !$0.targets.isEmpty } }
  var requests: [RefinementRequest] { seen.withLock { $0.requests } }
  var results: [[ResultRecord]] { seen.withLock { $0.results } }

  /// Lets go of its owner's closures, as edges do that have ended.
  func forgetClosures() {
    seen.withLock {
      $0.captures = []
      $0.recognitions = []
      $0.targets = []
      $0.refinements = []
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
