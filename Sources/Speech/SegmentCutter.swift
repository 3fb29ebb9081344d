/// Decides where a recording that is too long for one decode is cut.
///
/// Moonshine's time grows with the square of the length, and beyond 60 s its text runs away; so a segment holds 25 s at
/// most. A recording up to that is one segment: a cut costs punctuation. Facts come in windows of 512 samples, as the
/// voice detector takes them.
///
///     1  speech, a pause, speech ... 25 s       cut in the middle of the longest pause that lies after the 10th second
///     2  25 s without a pause                   cut in the quietest tenth of a second after the 15th second
///     3  silence only                           cut too (the caller does not decode what holds no speech)
///
/// What was heard between a cut and now belongs to the next segment. Positions are samples of the recording.
package struct SegmentCutter: Hashable, Sendable {
  /// The detector's window; anything else ends the engine's process.
  package static let windowSamples = 512
  /// 25 s, in whole windows: no recording up to that is cut.
  package static let limitWindows = (25 * sampleRate + windowSamples - 1) / windowSamples
  /// A cut before this would give away context for nothing.
  private static let earliestPauseWindows = 10 * sampleRate / windowSamples
  private static let earliestForcedWindows = 15 * sampleRate / windowSamples
  /// A tenth of a second.
  private static let quietWindows = 3
  /// The detector says "speech" only after 0.1 s of it, and "no speech" 0.16 s after the end (measured: 0.13 to 0.19 s).
  private static let startLagWindows = 4
  private static let endLagWindows = 5

  /// A stretch to be decoded in one go.
  package struct Segment: Hashable, Sendable {
    package var start: Int
    package var end: Int
    /// How much of it the detector took for speech.
    package var speechSamples: Int
  }

  private struct Window: Hashable {
    var isSpeech: Bool
    /// Mean square of the samples.
    var energy: Float
  }

  private var start = 0
  private var windows: [Window] = []
  private var wasSpeech = false

  package init() {}

  /// - Returns: the segment that is complete, if this window is the first that it cannot hold.
  package mutating func windowHeard(isSpeech: Bool, energy: Float) -> Segment? {
    windows.append(Window(isSpeech: isSpeech, energy: energy))
    if isSpeech, !wasSpeech { correct(last: Self.startLagWindows + 1, to: true) }
    if !isSpeech, wasSpeech { correct(last: Self.endLagWindows, to: false) }
    wasSpeech = isSpeech
    guard windows.count > Self.limitWindows else { return nil }
    return cut(before: cutWindow)
  }

  /// What is left when the recording ends after so many samples; empty when it ended at a cut.
  package mutating func ended(at end: Int) -> Segment {
    let segment = Segment(
      start: start, end: end, speechSamples: min(end - start, speechSamples(windows[...])))
    windows = []
    start = end
    return segment
  }

  private mutating func correct(last count: Int, to isSpeech: Bool) {
    for index in windows.indices.suffix(count) { windows[index].isSpeech = isSpeech }
  }

  private mutating func cut(before index: Int) -> Segment {
    let end = start + index * Self.windowSamples
    let segment = Segment(start: start, end: end, speechSamples: speechSamples(windows[..<index]))
    windows.removeFirst(index)
    start = end
    return segment
  }

  private func speechSamples(_ windows: ArraySlice<Window>) -> Int {
    windows.count { $0.isSpeech } * Self.windowSamples
  }

  private var cutWindow: Int {
    var longest = 0..<0
    var pauseStart: Int?
    for index in Self.earliestPauseWindows...Self.limitWindows {
      if index < Self.limitWindows, !windows[index].isSpeech {
        pauseStart = pauseStart ?? index
      } else if let start = pauseStart {
        if index - start > longest.count { longest = start..<index }
        pauseStart = nil
      }
    }
    return longest.isEmpty ? quietestWindow : (longest.lowerBound + longest.upperBound) / 2
  }

  private var quietestWindow: Int {
    let candidates = Self.earliestForcedWindows...(Self.limitWindows - Self.quietWindows)
    let quietest = candidates.min { energy(from: $0) < energy(from: $1) }
    return (quietest ?? candidates.upperBound) + Self.quietWindows / 2
  }

  private func energy(from index: Int) -> Float {
    windows[index..<(index + Self.quietWindows)].reduce(0) { $0 + $1.energy }
  }
}
