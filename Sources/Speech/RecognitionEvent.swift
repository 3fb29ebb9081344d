public import Domain
public import Models

/// What a session tells: `ready` at most once, `provisional` any number of times, then exactly one `result` or `failed`;
/// nothing after cancel.
public enum RecognitionEvent: Hashable, Sendable {
  /// The model is loaded; until then audio was kept.
  case ready
  /// All text until now, at a pause; further speech may still change its end.
  case provisional(String)
  case result(RecognitionResult)
  case failed(SpeechError)

  /// No other comes after it.
  public var isLast: Bool {
    switch self {
    case .ready, .provisional: false
    case .result, .failed: true
    }
  }
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
  /// When each word was said; empty where the model does not tell.
  public var words: [TimedWord]
  /// BCP 47: what was asked for, or what the model took it for; nil where neither is known.
  public var language: String?
  public var model: ModelIdentity
  /// What the engine wrote where nobody spoke, and nobody gets typed.
  public var dropped: [String]
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
    segments: [Segment], words: [TimedWord] = [], language: String? = nil, model: ModelIdentity,
    dropped: [String] = [], retried: Bool
  ) {
    self.text = text
    self.audioDuration = audioDuration
    self.speechDuration = speechDuration
    self.decodeDuration = decodeDuration
    self.segments = segments
    self.words = words
    self.language = language
    self.model = model
    self.dropped = dropped
    self.retried = retried
  }

  init(_ result: WorkerReply.Result, decodeDuration: Duration, model: ModelIdentity) {
    self.init(
      text: result.text, audioDuration: duration(ofSamples: result.audioSamples),
      speechDuration: duration(ofSamples: result.speechSamples), decodeDuration: decodeDuration,
      segments: result.segments.map {
        Segment(
          start: duration(ofSamples: $0.start), end: duration(ofSamples: $0.end), text: $0.text)
      },
      words: result.words.map {
        TimedWord(
          text: $0.text, start: duration(ofSamples: $0.start), end: duration(ofSamples: $0.end))
      }, language: result.language, model: model, dropped: result.dropped, retried: result.retried)
  }
}

/// Everything here is 16 kHz mono.
package let sampleRate = 16_000

/// 62.5 us a sample, exactly.
func duration(ofSamples count: Int) -> Duration { .nanoseconds(count * 62_500) }
