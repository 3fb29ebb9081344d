public import Domain

/// What a capture tells its owner: `opened`, `firstFrame`, `frames` in the order of the sound, and one `ended`, last.
///
/// A capture that fails or is cancelled early may end without the first two.
public enum CaptureEvent: Hashable, Sendable {
  /// The server has made the record stream; sound may be some seconds away on Bluetooth.
  case opened(MonotonicInstant)
  /// The first sound arrived at this instant. "Listening" is true from here on.
  case firstFrame(MonotonicInstant)
  /// Samples in `AudioFormat`, never empty.
  case frames([Int16])
  case ended(CaptureEnd)
}

/// How a capture ended.
public enum CaptureEnd: Hashable, Sendable {
  /// Everything spoken up to `finish()` has been given.
  case finished
  case cancelled
  /// Whatever arrived before the failure has been given.
  case failed(AudioError)
}
