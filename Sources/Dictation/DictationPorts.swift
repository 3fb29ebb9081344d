public import Audio
public import Delivery
public import Domain
public import Refinement
public import Speech
public import VoiceHistory

// What dictation needs of the edges. The edges' own types conform; tests that need a fault the real thing cannot be made
// to show put something else here.

/// The edges that dictation works with.
public struct DictationPorts: Sendable {
  public var microphone: any MicrophoneOpening
  public var recogniser: any SpeechRecognizing
  /// Nil for a sink, which is always there and takes every text.
  public var targets: (any TargetCapturing)?
  /// Nil where there is none: texts are then delivered as they were said.
  public var refiner: (any TextRefining)?
  public var writer: any TextDelivering

  public init(
    microphone: any MicrophoneOpening, recogniser: any SpeechRecognizing,
    targets: (any TargetCapturing)? = nil,
    refiner: (any TextRefining)? = nil, writer: any TextDelivering
  ) {
    self.microphone = microphone
    self.recogniser = recogniser
    self.targets = targets
    self.refiner = refiner
    self.writer = writer
  }
}

/// Opens the microphone without blocking; see `Microphone`.
public protocol MicrophoneOpening: Sendable {
  func openCapture(
    source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) -> any CaptureControlling
}

/// A microphone that is open; see `Capture`.
public protocol CaptureControlling: Sendable {
  func finish()
  func cancel()
}

/// Recognises speech in other processes; see `SpeechWorkers`.
public protocol SpeechRecognizing: Sendable {
  /// - Parameter choice: the model and language that a profile asks for.
  func beginRecognition(
    _ choice: ProfileWriting, onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling
}

/// One recognition; see `RecognitionSession`.
public protocol RecognitionControlling: Sendable {
  func append(_ samples: [Int16])
  func finish()
  func cancel()
}

/// Finds what has the focus; see `TargetFinder`.
public protocol TargetCapturing: Sendable {
  /// Returns at once.
  ///
  /// - Parameter completion: called exactly once, within the finder's time limit.
  func capture(completion: @escaping @Sendable (TargetCapture) -> Void)
}

/// Refines text with a local model; see `RefinerRouter`.
public protocol TextRefining: Sendable {
  /// Gets the model ready; returns at once.
  func warmUp()
  /// - Parameter completion: called exactly once, not later than the deadline.
  func beginRefinement(
    _ request: RefinementRequest, deadline: MonotonicInstant,
    completion: @escaping @Sendable (RefinementOutcome) -> Void
  ) -> any RefinementControlling
}

/// One refinement; see `RefinementTicket`.
public protocol RefinementControlling: Sendable {
  func cancel()
}

/// Brings text to the target, one at a time; see `TextWriter`.
public protocol TextDelivering: Sendable {
  /// - Parameter target: nil for a sink.
  func deliver(
    _ text: String, to target: Target?, completion: @escaping @Sendable (DeliveryReport) -> Void)
  /// Stops the delivery under way and those that wait; each is still reported, once.
  func cancel()
}

/// Keeps sessions; see `VoiceStore`.
public protocol SessionStoring: Sendable {
  func files(for session: SessionID) -> SessionFiles
  func commit(_ session: SessionRecord, results: [ResultRecord]) async throws(HistoryError)
  /// Nil where there is no such session.
  func session(_ id: SessionID) async throws(HistoryError) -> SessionDetail?
  func newestSessions(_ limit: Int) async throws(HistoryError) -> [SessionDetail]
  /// Adds results to a session that is stored; `ResultRecord.source` counts from its first.
  func append(_ results: [ResultRecord], to session: SessionID) async throws(HistoryError)
}

extension Microphone: MicrophoneOpening {
  public func openCapture(
    source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) -> any CaptureControlling { open(source: source, onEvent: onEvent) }
}
extension Capture: CaptureControlling {}
extension RecognitionSession: RecognitionControlling {}
extension TargetFinder: TargetCapturing {}
extension RefinerRouter: TextRefining {
  public func beginRefinement(
    _ request: RefinementRequest, deadline: MonotonicInstant,
    completion: @escaping @Sendable (RefinementOutcome) -> Void
  ) -> any RefinementControlling { refine(request, deadline: deadline, completion: completion) }
}
extension RefinementTicket: RefinementControlling {}
extension TextWriter: TextDelivering {}
extension VoiceStore: SessionStoring {
  public func newestSessions(_ limit: Int) throws(HistoryError) -> [SessionDetail] {
    try sessions(limit: limit).sessions
  }
}
