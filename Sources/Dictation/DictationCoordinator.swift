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
  /// With too many sessions waiting already it is refused: the observer hears `ended(.failed)` and nothing else.
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

  /// Of what has been said until now nothing is typed any more: it is recognised and goes to history.
  public func letGo() {
    runner.post { $0.letGo() }
  }

  /// What is chosen from the next begin on; a session that runs goes on as it began.
  public func adopt(_ configuration: DictationConfiguration, store: (any SessionStoring)?) {
    runner.post { $0.adopt(configuration, store: store) }
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
  /// The longest recording: longer than a lecture, and what the audio file reader takes back.
  public var recordingLimit: Duration = .seconds(7200)
  /// A recording ends when free space falls below this: 64 MB are room for the database, for the sessions that still
  /// settle, and for other programs to save their work. Where there is less from the start, short sentences still work.
  public var freeSpaceFloorBytes: Int64 = 64 << 20

  public init(microphoneSource: String? = nil, keepsHistory: Bool = true, inputKind: InputKind = .microphone)
  {
    self.microphoneSource = microphoneSource
    self.keepsHistory = keepsHistory
    self.inputKind = inputKind
  }
}
