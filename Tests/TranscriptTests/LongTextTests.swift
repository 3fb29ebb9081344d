import Domain
import Testing
import Transcript

@Suite struct LongTextTests {
  @Test(arguments: [
    "new line ", "New line. ", "scratch that, ", "a, b, scratch that, ", "If you, delete that, ", "bullet ",
    "um, uh ",
    "twenty five ", "one ", "and point ", "literal ", "literal new line. ", "- ", "e\u{301}\u{301}", "\"",
    "first, second. ",
    "start a bullet list. x. next item. ", "🙂", "\0", "מה ", "comma period ", "Dr. ", "new", "kubernetis ",
    "a-",
  ])
  func `the time grows as the text does`(piece: String) throws {
    let options = TranscriptOptions(
      style: .formal, spokenPunctuation: true, removesFillers: true, convertsNumbers: true,
      dictionary: TranscriptDictionary(
        replacements: [.init(spoken: "new line x", written: "y")], vocabulary: ["Kubernetes"]))
    let clock = ContinuousClock()
    func time(_ size: Int) throws -> Duration {
      let raw = String(repeating: piece, count: size / piece.utf8.count)
      return try clock.measure {
        let stages = TranscriptPipeline.run(raw: raw, options: options)
        try stages.trace.check(raw: raw, edited: stages.edited)
        _ = stages.document.rendered(.line)
      }
    }
    let small = try time(1 << 14)
    let large = try time(1 << 16)
    // Four times the text; a square would be sixteen times. Machines are noisy, small times more so.
    #expect(large < max(small * 9, .milliseconds(400)), "\(small) and \(large)")
  }
}
