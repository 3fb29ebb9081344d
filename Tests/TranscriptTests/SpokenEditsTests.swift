import Testing
import Transcript

@Suite struct SpokenEditsTests {
  @Test(arguments: spokenCases)
  func `a spoken command does what it says`(raw: String, edited: String) throws {
    let stages = TranscriptPipeline.run(raw: raw)
    #expect(stages.edited == edited)
    #expect(try stages.trace.replay(raw) == edited)
    #expect(stages.document.rendered(.structured) == edited)
  }
}
private let spokenCases: [(String, String)] = [
  ("Hello there. New line. How are you?", "Hello there.\nHow are you?"),
  ("Hello there, new line, how are you?", "Hello there,\nHow are you?"),
  ("We met, new line, how are you?", "We met\nHow are you?"),
  ("I would like to buy. Scratch that. I would like to sell the car.", "I would like to sell the car."),
  ("We meet at five, scratch that, at six.", "At six."),
  ("On Monday, we meet at five. Scratch that. We meet at six.", "On Monday, we meet at six."),
  (
    "Shopping list, start a bullet list, milk, next item, eggs, next item, bread, end list, thank you.",
    "Shopping list:\n- Milk\n- Eggs\n- Bread\n\nThank you."
  ),
  (
    "Shopping list. Start a bullet list. Milk. Bullet eggs. Next item. Bread.",
    "Shopping list.\n- Milk\n- Eggs\n- Bread"
  ),
  (
    "That is the first point, new paragraph, the second point is longer.",
    "That is the first point.\n\nThe second point is longer."
  ),
  ("The new line of products is good.", "The new line of products is good."),
  ("New line. And then.", "\nAnd then."),
  ("Literal new line.", "New line."),
  ("Hello. New line.", "Hello."),
  ("Hello. Scratch that.", ""),
]
