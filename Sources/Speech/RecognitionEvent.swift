/// What a session tells: `ready` at most once, then exactly one `result` or `failed`; nothing after cancel.
public enum RecognitionEvent: Hashable, Sendable {
  /// The model is loaded; until then audio was kept.
  case ready
  case result(RecognitionResult)
  case failed(SpeechError)
}

/// What was said.
public struct RecognitionResult: Hashable, Sendable {
  /// Raw; empty when no speech was found, or none that became words.
  public var text: String
  public var audioDuration: Duration
  /// What the voice detector took for speech; zero: nothing was said.
  public var speechDuration: Duration
  /// From `finish()` to the result: what the user waited, loading included if it was not over yet.
  public var decodeDuration: Duration
  public var segments: [Segment]
  public var model: ModelIdentity
  /// A decode gave no text for speech, so it was tried again.
  public var retried: Bool

  /// A stretch that was decoded in one go.
  public struct Segment: Hashable, Sendable {
    /// From the beginning of the recording.
    public var start: Duration
    public var end: Duration
    public var text: String

    public init(start: Duration, end: Duration, text: String) {
      self.start = start
      self.end = end
      self.text = text
    }
  }

  public init(
    text: String, audioDuration: Duration, speechDuration: Duration, decodeDuration: Duration,
    segments: [Segment], model: ModelIdentity, retried: Bool
  ) {
    self.text = text
    self.audioDuration = audioDuration
    self.speechDuration = speechDuration
    self.decodeDuration = decodeDuration
    self.segments = segments
    self.model = model
    self.retried = retried
  }

  init(_ result: WorkerReply.Result, decodeDuration: Duration, model: ModelIdentity) {
    self.init(
      text: result.text, audioDuration: duration(ofSamples: result.audioSamples),
      speechDuration: duration(ofSamples: result.speechSamples), decodeDuration: decodeDuration,
      segments: result.segments.map {
        Segment(
          start: duration(ofSamples: $0.start), end: duration(ofSamples: $0.end), text: $0.text)
      }, model: model, retried: result.retried)
  }
}

/// Everything here is 16 kHz mono.
package let sampleRate = 16_000

/// 62.5 us a sample, exactly.
func duration(ofSamples count: Int) -> Duration { .nanoseconds(count * 62_500) }
