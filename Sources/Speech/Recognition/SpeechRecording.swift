/// The audio of one session in the worker: listened to as it comes, decoded segment by segment.
///
/// Holds the samples of the segment under way and no others, so that its memory does not grow with the recording.
package final class SpeechRecording {
  /// The guard in front of the engine: 0.3 s (shorter gives nothing), and 25 s (longer runs away), to which the cutter's
  /// windows and the zeros added here can add some.
  package static let decodableSamples = shortestSamples...(26 * sampleRate)
  private static let shortestSamples = sampleCount(milliseconds: 300)
  /// From this much speech on, an empty text is taken for a lost one.
  private static let retrySpeechSamples = sampleCount(milliseconds: 300)
  /// Speech that is cut off within this time gets so many zeros: its last word is right more often then.
  private static let closeSamples = sampleCount(milliseconds: 100)
  /// A text that does not fit its speech is decoded in two parts, and each of them once more.
  private static let splitLimit = 2

  package let session: UInt32
  private let engine: any SpeechDecoding
  private let policy: RecognitionPolicy
  private var cutter: SegmentCutter
  /// Of the segment under way; the first one's position is `start`.
  private var samples: [Float] = []
  private var start = 0
  /// How many of `samples` the detector has had.
  private var heard = 0
  private var speechSamples = 0
  private var segments: [WorkerReply.Segment] = []
  private var words: [DecodedSpeech.Word] = []
  private var language: String?
  private var retried = false
  private var dropped: [String] = []
  /// What was decoded before it was known whether the segment ends there.
  private var speculated: (audio: Range<Int>, passed: HallucinationGate.Outcome)?

  package init(session: UInt32, engine: any SpeechDecoding, policy: RecognitionPolicy) {
    self.session = session
    self.engine = engine
    self.policy = policy
    cutter = SegmentCutter(policy: policy)
    engine.resetDetector()
  }

  package func append(_ audio: [Int16]) {
    samples.reserveCapacity(samples.count + audio.count)
    for sample in audio { samples.append(Float(sample) / 32_768) }
    while samples.count - heard >= SegmentCutter.windowSamples {
      listen(to: Array(samples[heard..<(heard + SegmentCutter.windowSamples)]))
    }
  }

  /// How much audio is held.
  var heldSamples: Int { samples.count }

  /// The segment that may have ended, and has not been decoded as it is.
  package var speculation: SpeechSegment? {
    guard let segment = cutter.speculation, segment.audio != speculated?.audio else { return nil }
    return segment
  }

  /// Decodes it, which is only worth it while nothing else is to be done.
  ///
  /// - Returns: all text until there; more speech may change what comes after the last cut.
  package func speculate(_ segment: SpeechSegment) -> String {
    let passed = decoded(segment)
    speculated = (segment.audio, passed)
    return (segments.map(\.text) + [passed.speech.text]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Decodes what is left.
  package func finish() -> WorkerReply.Result {
    let end = start + samples.count
    let rest = samples[heard...]
    if !rest.isEmpty {
      listen(to: rest + [Float](repeating: 0, count: SegmentCutter.windowSamples - rest.count))
    }
    take(cutter.ended(at: end))
    return WorkerReply.Result(
      session: session, audioSamples: end, speechSamples: speechSamples, segments: segments, words: words,
      language: language, retried: retried, dropped: dropped)
  }

  private func listen(to window: [Float]) {
    let energy = window.reduce(0) { $0 + $1 * $1 } / Float(window.count)
    let isSpeech = !policy.detectsSpeech || engine.isSpeech(window)
    heard = min(samples.count, heard + window.count)
    if let segment = cutter.windowHeard(isSpeech: isSpeech, energy: energy) { take(segment) }
  }

  /// Decodes a complete segment if there is speech in it, and lets go of its samples.
  private func take(_ segment: SpeechSegment) {
    if segment.speechSamples > 0 {
      let passed = speculated?.audio == segment.audio ? speculated?.passed : nil
      keep(passed ?? decoded(segment), of: segment)
    }
    speculated = nil
    samples.removeFirst(segment.range.count)
    heard -= segment.range.count
    start = segment.range.upperBound
  }

  private func keep(_ passed: HallucinationGate.Outcome, of segment: SpeechSegment) {
    speechSamples += segment.speechSamples
    segments.append(
      WorkerReply.Segment(
        start: segment.range.lowerBound, end: segment.range.upperBound, text: passed.speech.text))
    words += passed.speech.words
    language = language ?? passed.speech.language
    dropped += passed.dropped
  }

  // MARK: Decoding

  private func decoded(_ segment: SpeechSegment) -> HallucinationGate.Outcome {
    var speech = checked(segment, splits: Self.splitLimit)
    if DecodeCheck.hasLoop(speech.text) {
      // A different beginning ends most loops. Where it does not, somebody may well have said so.
      let again = raw(segment, leadIn: Self.shortestSamples)
      retried = true
      if isSound(again, of: segment) { speech = again }
    }
    return HallucinationGate.passed(speech, speech: policy.detectsSpeech ? segment.speech : nil)
  }

  /// Text that does not fit its speech is replaced by that of the parts around the longest pause, where theirs fits better.
  private func checked(_ segment: SpeechSegment, splits: Int) -> DecodedSpeech {
    let whole = text(of: segment)
    if isSound(whole, of: segment) || splits == 0 { return whole }
    guard let (left, right) = segment.parts else { return whole }
    let parts = checked(left, splits: splits - 1).followed(by: checked(right, splits: splits - 1))
    // A slow speaker's words are few whole and in parts: then the whole has more context. A loop is never right.
    return isSound(parts, of: segment) || DecodeCheck.hasLoop(whole.text) ? parts : whole
  }

  private func isSound(_ speech: DecodedSpeech, of segment: SpeechSegment) -> Bool {
    DecodeCheck.isSound(speech.text, speechSamples: policy.detectsSpeech ? segment.speechSamples : nil)
  }

  private func text(of segment: SpeechSegment) -> DecodedSpeech {
    let first = raw(segment, leadIn: 0)
    guard first.text.isEmpty, segment.speechSamples >= Self.retrySpeechSamples, policy.detectsSpeech else {
      return first
    }
    // Now and then the model predicts the end first; a different beginning helps it.
    retried = true
    return raw(segment, leadIn: Self.shortestSamples)
  }

  /// - Parameter leadIn: samples of silence in front.
  private func raw(_ segment: SpeechSegment, leadIn: Int) -> DecodedSpeech {
    let range = segment.audio
    var audio = [Float](repeating: 0, count: leadIn)
    audio += samples[(range.lowerBound - start)..<(range.upperBound - start)]
    if policy.detectsSpeech, segment.silenceAfter < Self.closeSamples {
      audio += [Float](repeating: 0, count: Self.closeSamples)
    }
    if audio.count < Self.shortestSamples {
      audio += [Float](repeating: 0, count: Self.shortestSamples - audio.count)
    }
    return DecodedLoop.removed(from: engine.decode(audio)).moved(by: range.lowerBound - leadIn, within: range)
  }
}
