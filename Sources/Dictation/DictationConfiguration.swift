internal import Domain
public import Transcript
public import VoiceHistory

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
  /// How what was said is written.
  public var transcript = TranscriptOptions()
  /// How long a text waits for the refiner, from the final transcript on.
  public var refinementDeadline: Duration = .seconds(3)
  /// Whether the refiner sees what stands before the caret.
  public var refinerSeesNearbyText = false

  public init(microphoneSource: String? = nil, keepsHistory: Bool = true, inputKind: InputKind = .microphone)
  {
    self.microphoneSource = microphoneSource
    self.keepsHistory = keepsHistory
    self.inputKind = inputKind
  }
}

extension DictationConfiguration {
  func adopting(_ writing: ProfileWriting) -> DictationConfiguration {
    var configuration = self
    if let style = writing.style { configuration.transcript.style = style }
    if let language = writing.language { configuration.transcript.language = language }
    return configuration
  }
}
