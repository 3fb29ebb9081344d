/// Decides where a recording is cut into segments that are decoded in one go.
///
/// A segment holds 25 s at most: an engine's time grows with the square of the length, and beyond 60 s Moonshine's text
/// runs away. Within that it is cut only where a cut costs no words. Facts come in windows of 512 samples, as the voice
/// detector takes them. Times count from a segment's first speech.
///
///     1  speech 8 s, a pause of 0.7 s           cut in the middle of the pause
///     2  speech 7 s, a pause of 0.7 s, speech   no cut: short pieces lose words
///     3  25 s without such a pause              cut in the middle of the longest pause that lies after the 10th second
///     4  25 s without any pause                 cut in the quietest tenth of a second after the 15th second
///     5  speech, a pause of 0.3 s               what there is may be decoded now (`speculation`): it may be the end
///     6  silence only                           cut too (the caller does not decode what holds no speech)
///
/// What was heard between a cut and now belongs to the next segment. Positions are samples of the recording.
package struct SegmentCutter: Hashable, Sendable {
  /// The detector's window; anything else ends the engine's process.
  package static let windowSamples = 512
  /// 25 s, in whole windows: no recording up to that is cut for its length.
  package static let limitWindows = windows(inMilliseconds: 25_000)
  /// A cut before this would give away context for nothing.
  private static let earliestPauseWindows = 10 * sampleRate / windowSamples
  private static let earliestForcedWindows = 15 * sampleRate / windowSamples
  /// A tenth of a second.
  private static let quietWindows = 3
  /// The detector says "speech" only after 0.1 s of it, and "no speech" 0.16 s after the end (measured: 0.13 to 0.19 s).
  private static let startLagWindows = 4
  private static let endLagWindows = 5

  private struct Window: Hashable {
    var isSpeech: Bool
    /// Mean square of the samples.
    var energy: Float
  }

  private let policy: RecognitionPolicy
  private var start = 0
  private var windows: [Window] = []
  private var wasSpeech = false

  package init(policy: RecognitionPolicy = RecognitionPolicy()) { self.policy = policy }

  /// - Returns: the segment that is complete with this window, if one is.
  package mutating func windowHeard(isSpeech: Bool, energy: Float) -> SpeechSegment? {
    windows.append(Window(isSpeech: isSpeech, energy: energy))
    if isSpeech, !wasSpeech { correct(last: Self.startLagWindows + 1, to: true) }
    if !isSpeech, wasSpeech { correct(last: Self.endLagWindows, to: false) }
    wasSpeech = isSpeech
    if windows.count > Self.limitWindows { return cut(before: forcedCut) }
    return pauseCut.map { cut(before: $0) }
  }

  /// What would be decoded if the recording ended now, once the pause is long enough to be the end.
  package var speculation: SpeechSegment? {
    guard policy.cutsAtPauses, let pause = pauseWindows,
      pause.count >= Self.windows(inMilliseconds: policy.speculationPauseMilliseconds)
    else { return nil }
    return segment(windows[...], end: start + windows.count * Self.windowSamples)
  }

  /// What is left when the recording ends after so many samples; empty when it ended at a cut.
  package mutating func ended(at end: Int) -> SpeechSegment {
    let segment = segment(windows[...], end: end)
    windows = []
    start = end
    return segment
  }

  // MARK: Pauses

  private mutating func correct(last count: Int, to isSpeech: Bool) {
    for index in windows.indices.suffix(count) { windows[index].isSpeech = isSpeech }
  }

  /// The pause that has lasted until now, where there was speech before it.
  private var pauseWindows: Range<Int>? {
    guard let last = windows.lastIndex(where: \.isSpeech), last + 1 < windows.count else { return nil }
    return (last + 1)..<windows.count
  }

  private var pauseCut: Int? {
    guard policy.cutsAtPauses, let pause = pauseWindows,
      pause.count >= Self.windows(inMilliseconds: policy.cutPauseMilliseconds),
      let first = windows.firstIndex(where: \.isSpeech),
      pause.lowerBound - first >= Self.windows(inMilliseconds: policy.cutAfterMilliseconds)
    else { return nil }
    return (pause.lowerBound + pause.upperBound) / 2
  }

  private var forcedCut: Int {
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

  // MARK: Segments

  private mutating func cut(before index: Int) -> SpeechSegment {
    let end = start + index * Self.windowSamples
    let segment = segment(windows[..<index], end: end)
    windows.removeFirst(index)
    start = end
    return segment
  }

  private func segment(_ windows: ArraySlice<Window>, end: Int) -> SpeechSegment {
    var speech: [Range<Int>] = []
    for index in windows.indices where windows[index].isSpeech {
      let from = min(end, start + index * Self.windowSamples)
      let to = min(end, from + Self.windowSamples)
      if let last = speech.last, last.upperBound == from {
        speech[speech.count - 1] = last.lowerBound..<to
      } else {
        speech.append(from..<to)
      }
    }
    return SpeechSegment(
      range: start..<end, speech: speech, padding: sampleCount(milliseconds: policy.paddingMilliseconds))
  }

  private static func windows(inMilliseconds milliseconds: Int) -> Int {
    (sampleCount(milliseconds: milliseconds) + windowSamples - 1) / windowSamples
  }
}
