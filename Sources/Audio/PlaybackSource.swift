internal import CSndfile

/// Sound to be played: interleaved frames of 16 bits. One owner at a time, on one thread at a time.
protocol PlaybackSource: AnyObject {
  /// Frames a second.
  var rate: CInt { get }
  var channels: CInt { get }
  /// In all.
  var frames: Int { get }
  /// The next frames are those from so many seconds on.
  func seek(to seconds: Double)
  /// As many as wanted, or fewer at the end.
  func readFrames(_ count: Int) -> [Int16]
}

extension SoundFile: PlaybackSource {
  var rate: CInt { info.samplerate }
  var channels: CInt { info.channels }
  var frames: Int { Int(info.frames) }
}
