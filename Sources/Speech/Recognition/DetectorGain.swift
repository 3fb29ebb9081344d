/// Makes quiet speech loud enough for the voice detector. The recogniser gets the recording as it is.
///
/// Without it the detector misses whole sentences below -60 dBFS; a lower threshold does not help. Causal: a window's
/// gain depends on it and on what came before.
package struct DetectorGain: Hashable, Sendable {
  /// The peak that is aimed at; full scale is 1.
  private static let target: Float = 0.3
  /// +30 dB. With more, room noise would be lifted to speech level.
  private static let limit: Float = 31.6
  /// What a window of 32 ms leaves of the peak, so that it falls to 1/e in 5 s: exp(-0.032 / 5).
  private static let release: Float = 0.99362

  private var peak: Float = 0

  package init() {}

  /// Scales a window of 512 samples in place, and keeps it within full scale.
  package mutating func apply(to window: inout [Float]) {
    let loudest = window.reduce(0) { max($0, abs($1)) }
    peak = max(loudest, peak * Self.release)
    guard peak > 0 else { return }
    // Loud speech stays as it is: the detector was trained on it.
    let gain = min(Self.limit, max(1, Self.target / peak))
    guard gain > 1 else { return }
    for index in window.indices { window[index] = max(-1, min(1, window[index] * gain)) }
  }
}
