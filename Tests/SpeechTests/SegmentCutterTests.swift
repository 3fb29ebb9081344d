import Testing

@testable import Speech

@Suite struct SegmentCutterTests {
  /// Feeds seconds of sound, 31.25 windows each; gives the segments cut.
  private func hear(
    _ cutter: inout SegmentCutter, _ stretches: [(seconds: Double, isSpeech: Bool, energy: Float)]
  ) -> [SpeechSegment] {
    stretches.flatMap { stretch in
      (0..<Int((stretch.seconds * 31.25).rounded())).compactMap { _ in
        cutter.windowHeard(isSpeech: stretch.isSpeech, energy: stretch.energy)
      }
    }
  }

  private func speech(_ seconds: Double) -> (seconds: Double, isSpeech: Bool, energy: Float) {
    (seconds, true, 1)
  }

  private func pause(_ seconds: Double) -> (seconds: Double, isSpeech: Bool, energy: Float) {
    (seconds, false, 0)
  }

  private func seconds(_ samples: Int) -> Double { Double(samples) / Double(sampleRate) }

  private let whole = RecognitionPolicy(cutsAtPauses: false)

  // MARK: Cuts at pauses

  /// A pause is known 0.16 s after it began, so 0.54 s (17 windows) of "no speech" make 0.7 s (22 windows).
  @Test(arguments: [(17, false), (18, true)])
  func `a pause of seven tenths of a second after eight seconds of speech is a cut`(windows: Int, cuts: Bool)
  {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [pause(1), speech(9)])
    let segments = (0..<windows).compactMap { _ in cutter.windowHeard(isSpeech: false, energy: 0) }
    #expect((segments.count == 1) == cuts)
  }

  /// 8 s are 250 windows; beginning and end are known equally late.
  @Test(arguments: [(249, false), (250, true)])
  func `a pause before the eighth second of speech is none`(windows: Int, cuts: Bool) {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [pause(3)])
    for _ in 0..<windows { #expect(cutter.windowHeard(isSpeech: true, energy: 1) == nil) }
    #expect((hear(&cutter, [pause(2)]).count == 1) == cuts)
  }

  @Test
  func `a cut is in the middle of its pause, and what is decoded ends a fifth of a second after the speech`()
    throws
  {
    var cutter = SegmentCutter()
    let segment = try #require(hear(&cutter, [pause(1), speech(9), pause(1)]).first)
    #expect(abs(seconds(segment.speech[0].lowerBound) - (1 - 0.128)) < 0.033)
    #expect(abs(seconds(segment.speech[0].upperBound) - (10 - 0.16 + 0.032)) < 0.033)
    #expect(abs(seconds(segment.range.upperBound) - seconds(segment.speech[0].upperBound) - 0.352) < 0.033)
    #expect(segment.range.lowerBound == 0)
    #expect(segment.audio.lowerBound == segment.speech[0].lowerBound - 3_200)
    #expect(segment.audio.upperBound == segment.speech[0].upperBound + 3_200)
  }

  @Test func `without cuts at pauses a recording of twenty-five seconds is one segment`() {
    var cutter = SegmentCutter(policy: whole)
    #expect(hear(&cutter, [speech(9), pause(2), speech(9), pause(4)]).isEmpty)
    #expect(cutter.speculation == nil)
  }

  // MARK: Cuts for length

  @Test func `twenty-five seconds are one segment and the next window makes a cut`() {
    var cutter = SegmentCutter()
    for _ in 0..<SegmentCutter.limitWindows {
      #expect(cutter.windowHeard(isSpeech: true, energy: 1) == nil)
    }
    #expect(SegmentCutter.limitWindows * SegmentCutter.windowSamples >= 25 * sampleRate)
    #expect(cutter.windowHeard(isSpeech: true, energy: 1) != nil)
  }

  @Test func `a recording of exactly twenty-five seconds is one segment of all its samples`() {
    var cutter = SegmentCutter()
    for _ in 0..<782 { #expect(cutter.windowHeard(isSpeech: true, energy: 1) == nil) }
    let segment = cutter.ended(at: 25 * sampleRate)
    #expect(segment.range == 0..<(25 * sampleRate))
    #expect(segment.audio == segment.range)
    #expect(segment.speechSamples == 25 * sampleRate)
  }

  @Test func `the forced cut is in the middle of the longest pause after the tenth second`() throws {
    var cutter = SegmentCutter(policy: whole)
    let segments = hear(
      &cutter,
      [speech(4), pause(3), speech(5), pause(0.5), speech(4), pause(1), speech(8)])
    let segment = try #require(segments.first)
    #expect(segments.count == 1)
    // The longest pause of all, at 4 s, is too early; the one at 16.5 s is heard to end 0.16 s later and to begin so much earlier.
    #expect((16.4...17.3).contains(seconds(segment.range.upperBound)))
    #expect(segment.range.upperBound.isMultiple(of: SegmentCutter.windowSamples))
  }

  @Test func `without a pause the cut is where it is quietest`() throws {
    var cutter = SegmentCutter()
    let segments = hear(&cutter, [speech(18), (0.2, true, 0.1), speech(10)])
    let end = try #require(segments.first).range.upperBound
    #expect((17.9...18.3).contains(seconds(end)))
  }

  @Test func `segments lie end to end and hold all the speech that was heard`() {
    var cutter = SegmentCutter()
    var segments = hear(&cutter, Array(repeating: speech(1.7), count: 60))
    segments.append(cutter.ended(at: 60 * 53 * 512))
    #expect(segments.count > 4)
    #expect(segments[0].range.lowerBound == 0)
    for (left, right) in zip(segments, segments.dropFirst()) {
      #expect(left.range.upperBound == right.range.lowerBound)
    }
    #expect(segments.allSatisfy { $0.range.count <= SegmentCutter.limitWindows * 512 })
    #expect(segments.reduce(0) { $0 + $1.speechSamples } == segments.last?.range.upperBound)
  }

  @Test func `no sample is decoded twice, whatever speech and pauses come`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var cutter = SegmentCutter()
      var total = 0.0
      var segments: [SpeechSegment] = []
      while total < 120 {
        let length = Double.random(in: 0.1...5, using: &random)
        segments += hear(&cutter, [(length, Bool.random(using: &random), 0.5)])
        total += (length * 31.25).rounded() / 31.25
      }
      segments.append(cutter.ended(at: Int((total * 31.25).rounded()) * 512))
      for segment in segments {
        #expect(segment.range.lowerBound <= segment.audio.lowerBound)
        #expect(segment.audio.upperBound <= segment.range.upperBound)
        #expect(segment.speech.allSatisfy { segment.audio.contains($0.lowerBound) })
        #expect(segment.speech.allSatisfy { $0.upperBound <= segment.audio.upperBound })
      }
      for (left, right) in zip(segments, segments.dropFirst()) {
        #expect(left.range.upperBound == right.range.lowerBound)
      }
    }
  }

  @Test func `silence is cut too and holds no speech`() {
    var cutter = SegmentCutter()
    let segments = hear(&cutter, [pause(120)])
    #expect(segments.count >= 4)
    #expect(segments.allSatisfy { $0.speechSamples == 0 && $0.audio.isEmpty })
    #expect(cutter.ended(at: 120 * sampleRate).speechSamples == 0)
  }

  @Test func `speech begins before the detector says so and ends before it falls silent`() {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [pause(1), speech(1), pause(1)])
    // 31 windows, 4 of them earlier at both ends, one more at the end.
    #expect(cutter.ended(at: 3 * sampleRate).speechSamples == (31 + 4 - 4) * 512)
  }

  // MARK: Speculation

  /// 0.3 s are 10 windows, 5 of them known afterwards.
  @Test(arguments: [(5, false), (6, true)])
  func `after three tenths of a second of silence what there is may be decoded`(windows: Int, may: Bool) {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [speech(2)])
    for _ in 0..<windows { _ = cutter.windowHeard(isSpeech: false, energy: 0) }
    #expect((cutter.speculation != nil) == may)
  }

  @Test func `what was decoded at a pause is what the cut and the end of the recording would decode`() throws
  {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [speech(9), pause(0.4)])
    let early = try #require(cutter.speculation)
    var other = cutter
    let cut = try #require(hear(&cutter, [pause(0.5)]).first)
    #expect(cut.audio == early.audio)
    #expect(cut.speech == early.speech)
    _ = hear(&other, [pause(0.1)])
    #expect(other.ended(at: Int(9.5 * 16_000)).audio == early.audio)
  }

  @Test func `speech that goes on takes the guess back`() {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [speech(2), pause(0.5)])
    #expect(cutter.speculation != nil)
    _ = hear(&cutter, [speech(0.2)])
    #expect(cutter.speculation == nil)
  }
}

@Suite struct SpeechSegmentTests {
  @Test func `the parts of a segment are split in its longest pause and hold everything`() throws {
    let segment = SpeechSegment(range: 0..<1_000, speech: [100..<200, 250..<300, 500..<900], padding: 50)
    #expect(segment.audio == 50..<950)
    let (left, right) = try #require(segment.parts)
    #expect(left.audio == 50..<400)
    #expect(right.audio == 400..<950)
    #expect(left.speech == [100..<200, 250..<300])
    #expect(right.speech == [500..<900])
    #expect(left.range == 0..<400)
    #expect(right.range == 400..<1_000)
    #expect(right.parts == nil)
  }

  @Test func `padding stays within the segment`() {
    let segment = SpeechSegment(range: 90..<210, speech: [100..<200], padding: 50)
    #expect(segment.audio == 90..<210)
    #expect(segment.silenceAfter == 10)
  }
}
