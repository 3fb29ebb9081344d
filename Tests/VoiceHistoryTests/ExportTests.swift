import Domain
import Testing

@testable import VoiceHistory

@Suite struct ExportTests {
  private func words(_ spoken: [(String, Int, Int)]) -> [TimedWord] {
    spoken.map { TimedWord(text: $0.0, start: .milliseconds($0.1), end: .milliseconds($0.2)) }
  }

  @Test func `subtitles end at sentences and pauses, in both formats`() {
    let subtitles = Subtitles(
      words([
        (" Hello", 0, 400), ("there.", 400, 900), ("A & B", 900, 1500), ("<later>", 3_661_234, 3_662_000),
      ]))
    #expect(
      subtitles.srt == """
        1
        00:00:00,000 --> 00:00:00,900
        Hello there.

        2
        00:00:00,900 --> 00:00:01,500
        A & B

        3
        01:01:01,234 --> 01:01:02,000
        <later>


        """)
    #expect(
      subtitles.vtt == """
        WEBVTT

        00:00:00.000 --> 00:00:00.900
        Hello there.

        00:00:00.900 --> 00:00:01.500
        A &amp; B

        01:01:01.234 --> 01:01:02.000
        &lt;later&gt;


        """)
    #expect(Subtitles([]).srt == "" && Subtitles([]).vtt == "WEBVTT\n\n")
  }

  @Test func `a cue has two lines of 37 characters at most, and lasts 6 seconds at most`() {
    let long = (0..<60).map { (String(repeating: "w", count: 5), $0 * 100, $0 * 100 + 100) }
    for cue in Subtitles(words(long)).cues {
      #expect(cue.lines.count <= 2 && cue.lines.allSatisfy { $0.count <= 37 })
    }
    let slow = (0..<20).map { ("w", $0 * 700, $0 * 700 + 600) }
    let cues = Subtitles(words(slow)).cues
    #expect(cues.allSatisfy { $0.end - $0.start <= .seconds(6) } && cues.count == 3)
    // A word that fits no line has one of its own.
    let huge = String(repeating: "x", count: 50)
    #expect(
      Subtitles(words([("a", 0, 1), (huge, 1, 2), ("b", 2, 3)])).cues.flatMap(\.lines) == ["a", huge, "b"])
  }

  @Test func `a piece of several words is cut, and its words share its time`() {
    let piece = String(repeating: "word and ", count: 12)
    let cues = Subtitles(words([(piece, 1000, 9400)])).cues
    #expect(cues.count > 1 && cues.allSatisfy { $0.lines.allSatisfy { $0.count <= 37 } })
    #expect(cues[0].start == .seconds(1) && cues.last?.end == .milliseconds(9400))
    #expect(cues.flatMap(\.lines).joined(separator: " ") + " " == piece)
  }

  static let differences: [(String, String, String)] = [
    ("I think so", "I know so.", "I [-think so-] {+know so.+}"),
    ("same words", "same  words", "same words"), ("", "new", "{+new+}"), ("old", "", "[-old-]"),
    ("a\nb", "a b", "a [-⏎-] b"), ("one two three", "one three", "one [-two-] three"),
  ]

  @Test(arguments: differences)
  func `what changed is marked word by word`(old: String, new: String, expected: String) {
    let difference = WordDifference(from: old, to: new)
    #expect(difference.text == expected)
    #expect(difference.isEmpty != (expected.contains("[-") || expected.contains("{+")))
  }
}
