import Speech

/// The audio of one session: listened to as it comes, decoded when it is over or too long for one decode.
final class Recording {
  /// The guard in front of the engine: 0.3 s (shorter gives nothing), and 25 s (longer runs away), to which the cutter's
  /// windows and a retry's zeros can add some.
  static let decodableSamples = shortestSamples...(26 * 16_000)
  private static let shortestSamples = 4_800
  /// From this much speech on, an empty text is taken for a lost one.
  private static let retrySpeechSamples = 4_800

  let session: UInt32
  private let engine: Engine
  private var cutter = SegmentCutter()
  /// Of the segment that has not been decoded yet; the first one's position is `start`.
  private var samples: [Float] = []
  private var start = 0
  /// How many of `samples` the detector has had.
  private var heard = 0
  private var speechSamples = 0
  private var segments: [WorkerReply.Segment] = []
  private var retried = false

  init(session: UInt32, engine: Engine) {
    self.session = session
    self.engine = engine
    engine.detector.reset()
  }

  func append(_ audio: [Int16]) {
    samples.reserveCapacity(samples.count + audio.count)
    for sample in audio { samples.append(Float(sample) / 32_768) }
    while samples.count - heard >= SegmentCutter.windowSamples {
      listen(to: Array(samples[heard..<(heard + SegmentCutter.windowSamples)]))
    }
  }

  /// Decodes what is left.
  func finish() -> WorkerReply.Result {
    let end = start + samples.count
    let rest = samples[heard...]
    if !rest.isEmpty {
      listen(to: rest + [Float](repeating: 0, count: SegmentCutter.windowSamples - rest.count))
    }
    decode(cutter.ended(at: end))
    return WorkerReply.Result(
      session: session, audioSamples: end, speechSamples: speechSamples, segments: segments, retried: retried)
  }

  private func listen(to window: [Float]) {
    let energy = window.reduce(0) { $0 + $1 * $1 } / Float(window.count)
    let isSpeech = engine.detector.isSpeech(window)
    heard = min(samples.count, heard + window.count)
    if let segment = cutter.windowHeard(isSpeech: isSpeech, energy: energy) { decode(segment) }
  }

  /// Takes the segment's samples away; decodes them if there is speech in them.
  private func decode(_ segment: SegmentCutter.Segment) {
    let count = segment.end - segment.start
    let audio = Array(samples.prefix(count))
    samples.removeFirst(count)
    heard -= count
    start = segment.end
    guard segment.speechSamples > 0 else { return }
    speechSamples += segment.speechSamples
    segments.append(
      WorkerReply.Segment(start: segment.start, end: segment.end, text: text(of: audio, segment)))
  }

  private func text(of audio: [Float], _ segment: SegmentCutter.Segment) -> String {
    let silence = [Float](repeating: 0, count: Self.shortestSamples)
    let text = engine.decode(audio + silence.dropFirst(min(audio.count, silence.count)))
    guard text.isEmpty, segment.speechSamples >= Self.retrySpeechSamples else { return text }
    // Now and then the model predicts the end first; a different beginning helps it.
    retried = true
    return engine.decode(silence + audio)
  }
}
