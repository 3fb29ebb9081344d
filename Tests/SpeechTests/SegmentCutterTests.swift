import Testing

@testable import Speech

@Suite struct SegmentCutterTests {
  /// Feeds seconds of sound, 31.25 windows each; gives the segments cut.
  private func hear(
    _ cutter: inout SegmentCutter, _ stretches: [(seconds: Double, isSpeech: Bool, energy: Float)]
  ) -> [SegmentCutter.Segment] {
    stretches.flatMap { stretch in
      (0..<Int(stretch.seconds * 31.25)).compactMap { _ in
        cutter.windowHeard(isSpeech: stretch.isSpeech, energy: stretch.energy)
      }
    }
  }

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
    #expect(segment.start == 0)
    #expect(segment.end == 25 * sampleRate)
    #expect(segment.speechSamples == 25 * sampleRate)
  }

  @Test func `the cut is in the middle of the longest pause after the tenth second`() throws {
    var cutter = SegmentCutter()
    let segments = hear(
      &cutter,
      [
        (4, true, 1), (3, false, 0), (5, true, 1), (0.5, false, 0), (4, true, 1), (1, false, 0), (8, true, 1),
      ])
    let segment = try #require(segments.first)
    #expect(segments.count == 1)
    // The longest pause of all, at 4 s, is too early; the one at 16.5 s is heard to end 0.16 s later and to begin so much earlier.
    #expect((16.4...17.3).contains(Double(segment.end) / Double(sampleRate)))
    #expect(segment.end.isMultiple(of: SegmentCutter.windowSamples))
  }

  @Test func `without a pause the cut is where it is quietest`() throws {
    var cutter = SegmentCutter()
    let segments = hear(&cutter, [(18, true, 1), (0.2, true, 0.1), (10, true, 1)])
    let end = try #require(segments.first).end
    #expect((17.9...18.3).contains(Double(end) / Double(sampleRate)))
  }

  @Test func `segments lie end to end and hold all the speech that was heard`() {
    var cutter = SegmentCutter()
    var segments = hear(&cutter, Array(repeating: (1.7, true, 1), count: 60))
    segments.append(cutter.ended(at: 60 * Int(1.7 * 31.25) * 512))
    #expect(segments.count > 4)
    #expect(segments[0].start == 0)
    for (left, right) in zip(segments, segments.dropFirst()) { #expect(left.end == right.start) }
    #expect(segments.allSatisfy { $0.end - $0.start <= SegmentCutter.limitWindows * 512 })
    #expect(segments.reduce(0) { $0 + $1.speechSamples } == segments.last?.end)
  }

  @Test func `silence is cut too and holds no speech`() {
    var cutter = SegmentCutter()
    let segments = hear(&cutter, [(120, false, 0)])
    #expect(segments.count >= 4)
    #expect(segments.allSatisfy { $0.speechSamples == 0 })
    #expect(cutter.ended(at: 120 * sampleRate).speechSamples == 0)
  }

  @Test func `speech begins before the detector says so and ends before it falls silent`() {
    var cutter = SegmentCutter()
    _ = hear(&cutter, [(1, false, 0), (1, true, 1), (1, false, 0)])
    // 31 windows, 4 of them earlier at both ends, one more at the end.
    #expect(cutter.ended(at: 3 * sampleRate).speechSamples == (31 + 4 - 4) * 512)
  }
}
