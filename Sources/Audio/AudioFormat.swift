/// The one form of sound inside hwctl: 16 kHz, one channel, signed 16 bits. The speech models take nothing else.
public enum AudioFormat {
  /// Samples a second.
  public static let sampleRate = 16_000

  /// The sound's length when there are this many samples.
  public static func duration(samples: Int) -> Duration {
    .microseconds(Int64(samples) * 1_000_000 / Int64(sampleRate))
  }
}
