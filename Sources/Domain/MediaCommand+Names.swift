extension MediaCommand {
  /// The commands without their amounts, as profiles and the command line name them.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    case playPause
    case play
    case pause
    case stop
    case next
    case previous
    case seek
    case transcription
  }

  /// Of `seek`, in either direction.
  public static let seekLimitSeconds = 600
  /// Of `transcription`.
  public static let rewindLimitSeconds = 60
  /// What `transcription` goes back where nothing is said: typists like to hear the last words again.
  public static let standardRewindSeconds = 2

  public var name: Name {
    switch self {
    case .playPause: .playPause
    case .play: .play
    case .pause: .pause
    case .stop: .stop
    case .next: .next
    case .previous: .previous
    case .seek: .seek
    case .transcription: .transcription
    }
  }
}
