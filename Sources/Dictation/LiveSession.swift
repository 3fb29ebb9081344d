internal import Audio
internal import Delivery
internal import Domain
internal import Refinement
internal import Speech
internal import SystemCalls
internal import Transcript
internal import VoiceHistory

/// A session in progress: its machine and what the edges have given it. Confined to the dictation queue.
///
/// `@unchecked Sendable`: closures carry the reference between queues, but only code on the dictation queue opens it.
final class LiveSession: @unchecked Sendable {
  let id: SessionID
  let generation: Int
  let cause: SessionCause
  let inputKind: InputKind
  /// Nil when nothing is to be kept.
  let store: (any SessionStoring)?
  /// As chosen at begin.
  let options: DictationConfiguration
  /// False where the text goes to a sink.
  let hasTarget: Bool
  let startedAt = UnixTime.nowMilliseconds()

  var machine: SessionMachine
  var capture: (any CaptureControlling)?
  var recorder: AudioRecorder?
  var recognition: (any RecognitionControlling)?
  var heard = HeardAudio()
  /// The recogniser was lost once, and has had the audio again.
  var hasTriedAgain = false
  /// The capture is complete: the recogniser may finish as soon as it has everything.
  var wantsWords = false
  var samples = 0
  var releasedAt: MonotonicInstant?
  var audio: AudioReference?
  var result: RecognitionResult?
  var recognisedAt: MonotonicInstant?
  var transcript: TranscriptStages?
  /// Nil until it is captured, and for a sink.
  var target: Target?
  var refining: (any RefinementControlling)?
  var refinement: RefinementOutcome?
  /// As soon as no earlier session can still have words.
  var isReadyToDeliver = false
  var delivery: DeliveryReport?

  init(
    id: SessionID, generation: Int, cause: SessionCause, configuration: DictationConfiguration,
    store: (any SessionStoring)?, hasTarget: Bool
  ) {
    machine = SessionMachine(refines: cause.action == .localAIDictation, capturesTarget: hasTarget)
    self.id = id
    self.generation = generation
    self.cause = cause
    inputKind = configuration.inputKind
    options = configuration.adopting(cause.writing)
    self.hasTarget = hasTarget
    self.store = store
  }

  /// The edges hold closures that hold the session: without this it would live on for ever, its audio file open and locked.
  func letGo() {
    capture = nil
    recorder = nil
    recognition = nil
    refining = nil
  }
}
