public import Audio
public import Delivery
public import Domain
public import Speech
public import VoiceHistory

// What dictation needs of the edges. The edges' own types conform; tests that need a fault the real thing cannot be made
// to show put something else here.

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

/// Recognises speech in another process; see `SpeechWorker`.
public protocol SpeechRecognizing: Sendable {
  func beginRecognition(
    onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling
}

/// One recognition; see `RecognitionSession`.
public protocol RecognitionControlling: Sendable {
  func append(_ samples: [Int16])
  func finish()
  func cancel()
}

/// Brings text to the target, one at a time; see `TextWriter`.
public protocol TextDelivering: Sendable {
  func deliver(_ text: String, completion: @escaping @Sendable (DeliveryReport) -> Void)
  /// Stops the delivery under way and those that wait; each is still reported, once.
  func cancel()
}

/// Keeps sessions; see `VoiceStore`.
public protocol SessionStoring: Sendable {
  func files(for session: SessionID) -> SessionFiles
  func commit(_ session: SessionRecord, results: [ResultRecord]) async throws(HistoryError)
}

extension Microphone: MicrophoneOpening {
  public func openCapture(
    source: String?, onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) -> any CaptureControlling { open(source: source, onEvent: onEvent) }
}
extension Capture: CaptureControlling {}
extension SpeechWorker: SpeechRecognizing {
  public func beginRecognition(
    onEvent: @escaping @Sendable (RecognitionEvent) -> Void
  ) -> any RecognitionControlling { begin(onEvent: onEvent) }
}
extension RecognitionSession: RecognitionControlling {}
extension TextWriter: TextDelivering {}
extension VoiceStore: SessionStoring {}
