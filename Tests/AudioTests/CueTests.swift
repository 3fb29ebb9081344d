import Testing

@testable import Audio

struct CueTests {
  @Test(arguments: Cue.allCases) func `a cue is short and quiet, and does not click`(_ cue: Cue) {
    let samples = cue.samples
    #expect(samples.count == Cue.rate * 120 / 1000)
    #expect((3_000...4_000).contains(samples.map { Int($0.magnitude) }.max() ?? 0))
    #expect(samples.first == 0 && abs(Int(samples.last ?? .max)) < 40)
    let steps = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }
    #expect((steps.max() ?? .max) < 700)
  }

  @Test func `the two go opposite ways`() {
    #expect(Cue.start.samples.prefix(400) != Cue.stop.samples.prefix(400))
    #expect(Cue.start.samples.prefix(2880) == Cue.stop.samples.suffix(2880))
  }

  @Test func `a cue's source gives its samples once, in pieces`() {
    let source = CueSource(.start)
    var pieces: [Int16] = []
    while case let piece = source.readFrames(1_000), !piece.isEmpty { pieces += piece }
    #expect(pieces == Cue.start.samples && pieces.count == source.frames)
  }
}
