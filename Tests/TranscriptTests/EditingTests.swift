import Testing
import Transcript

@Suite struct EditingTests {
  @Test(arguments: [
    ("", ""), ("  ", ""), (" Hello.  It is  me. ", "Hello. It is me."), ("a\nb\r\n", "a b"),
    ("tab\tand\u{7}bell", "tab and bell"), ("na\u{EF}ve \u{1F600}", "na\u{EF}ve \u{1F600}"),
  ])
  func spaceIsMadeOrderly(raw: String, edited: String) {
    #expect(Editing.edited(raw: raw) == edited)
  }

  @Test func editingTwiceChangesNothingAndNoWordIsLost() {
    var generator = SystemRandomNumberGenerator()
    let pieces = ["one", "two", " ", "\n", "\u{1}", "three.", "\t ", "\u{85}", "é"]
    for _ in 0..<500 {
      let raw = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let edited = Editing.edited(raw: raw)
      #expect(Editing.edited(raw: edited) == edited)
      #expect(
        edited.filter { $0 != " " } == raw.filter { !$0.isWhitespace && $0 != "\u{1}" },
        "raw: \(raw.debugDescription)")
    }
  }
}
