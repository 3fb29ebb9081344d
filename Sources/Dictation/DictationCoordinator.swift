internal import Audio
internal import Dispatch
public import Domain
internal import SystemCalls
public import VoiceHistory

/// Owns dictation: one microphone at a time, one recognition at a time, one delivery at a time.
///
/// Every call returns at once; the work happens on one serial queue, so facts are handled in the order they arrive. A new
/// session may begin while the one before is still being recognised: its audio is recorded at once, and its recognition
/// and delivery wait their turn, so that sentences arrive in the order they were spoken.
public final class DictationCoordinator: Sendable {
  private let runner: DictationRunner

  /// - Parameter observer: told each step on the dictation queue; must not block.
  public init(
    configuration: DictationConfiguration, microphone: any MicrophoneOpening,
    recogniser: any SpeechRecognizing,
    writer: any TextDelivering, store: (any SessionStoring)?,
    observer: @escaping @Sendable (SessionReport) -> Void
  ) {
    runner = DictationRunner(
      configuration: configuration, microphone: microphone, recogniser: recogniser, writer: writer,
      store: store,
      observer: observer)
  }

  /// Opens the microphone, wakes the recogniser and starts the audio file, all at once.
  ///
  /// - Parameter generation: chosen by the caller; `end` and `cancel` with another generation do nothing.
  public func begin(_ cause: SessionCause, generation: Int) {
    runner.post { $0.begin(cause, generation: generation) }
  }

  public func end(generation: Int, at instant: MonotonicInstant) {
    runner.post { $0.end(generation: generation, at: instant) }
  }

  public func cancel(generation: Int) {
    runner.post { $0.cancel(generation: generation) }
  }

  /// Begins nothing any more, and returns when every session has ended, after `limit` at the latest.
  ///
  /// - Parameter interrupting: what is being said is saved and not recognised; else it goes its usual course.
  public func stop(interrupting: Bool, limit: Duration) {
    let done = DispatchSemaphore(value: 0)
    runner.post { $0.stop(interrupting: interrupting) { done.signal() } }
    _ = done.wait(timeout: .now() + .nanoseconds(Int(limit.wholeNanoseconds)))
  }
}

/// What a person has chosen for dictation.
public struct DictationConfiguration: Sendable {
  /// The PulseAudio source by name; nil for the default.
  public var microphoneSource: String?
  /// False: no audio file, no history; decided at begin.
  public var keepsHistory: Bool
  /// Where the samples come from, for history.
  public var inputKind: InputKind

  public init(microphoneSource: String? = nil, keepsHistory: Bool = true, inputKind: InputKind = .microphone)
  {
    self.microphoneSource = microphoneSource
    self.keepsHistory = keepsHistory
    self.inputKind = inputKind
  }
}
