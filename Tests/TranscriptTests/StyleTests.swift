import Domain
import Testing
import Transcript

@Suite struct NormaliserTests {
  @Test(arguments: fillerCases)
  func `fillers are left out by option`(raw: String, text: String) {
    let options = TranscriptOptions(removesFillers: true)
    #expect(TranscriptPipeline.run(raw: raw, options: options).document.rendered(.structured) == text)
    #expect(TranscriptPipeline.run(raw: raw).document.rendered(.structured) == raw)
  }

  @Test(arguments: numberCases)
  func `numbers are written in digits by option`(raw: String, text: String) {
    let options = TranscriptOptions(convertsNumbers: true)
    #expect(TranscriptPipeline.run(raw: raw, options: options).document.rendered(.structured) == text)
    #expect(TranscriptPipeline.run(raw: raw).document.rendered(.structured) == raw)
  }

  @Test(arguments: listCases)
  func `lists are found where nothing else can be meant`(raw: String, structured: String) {
    let document = TranscriptPipeline.run(raw: raw).document
    #expect(document.rendered(.structured) == structured)
    #expect(document.rendered(.line) == raw)
  }

  @Test(arguments: styleCases)
  func `a style changes how a text is written`(style: WritingStyle, raw: String, text: String) {
    let options = TranscriptOptions(style: style)
    let rendered = TranscriptPipeline.run(raw: raw, options: options).document.rendered(.structured)
    #expect(rendered == text)
    #expect(TranscriptPipeline.run(raw: rendered, options: options).document.rendered(.structured) == text)
  }
}

private let fillerCases: [(String, String)] = [
  ("I, um, think so.", "I think so."), ("Um, I think so.", "I think so."),
  ("um we should go.", "We should go."),
  ("Well, um, uh, maybe.", "Well maybe."), ("I think um. Okay.", "I think. Okay."), ("Um.", ""),
  ("Um. Uh.", ""), ("Go to the ER now.", "Go to the ER now."), ("Yes. Um, no.", "Yes. No."),
  ("So um.", "So."),
  ("The umbrella is here.", "The umbrella is here."), ("I think um uh. Uh okay.", "I think. Okay."),
  ("You know, like, good.", "You know, like, good."), ("That is, er, fine, uh.", "That is fine."),
]

private let numberCases: [(String, String)] = [
  ("We need twenty five chairs.", "We need 25 chairs."), ("Twenty-five people came.", "25 people came."),
  ("I have one idea and two hands.", "I have one idea and two hands."),
  ("One hundred and five pages.", "105 pages."), ("two thousand and six", "2006"),
  ("It was nineteen eighty four.", "It was 1984."), ("In twenty twenty six, we go.", "In 2026, we go."),
  ("At five thirty p.m. we eat.", "At 5:30 p.m. we eat."), ("At five p m.", "At 5 p.m."),
  ("It is ten o'clock.", "It is 10 o'clock."), ("Five percent of it.", "5% of it."),
  ("It costs twelve dollars.", "It costs $12."),
  ("Three point one four.", "3.14."), ("Call five five five one two.", "Call 55512."),
  ("two million people", "2 million people"), ("twelve thousand five hundred", "12,500"),
  ("No one came at all.", "No one came at all."), ("Ten, twenty, thirty.", "10, 20, 30."),
  ("five six of them", "five six of them"), ("one and two", "one and two"), ("point one", "point one"),
  ("five oh five p.m.", "5:05 p.m."), ("twenty twenty five three", "twenty twenty five three"),
]

private let listCases: [(String, String)] = [
  ("First, we eat. Second, we sleep. Third, we leave.", "1. We eat\n2. We sleep\n3. We leave"),
  (
    "The plan is this. First, we eat. Second, we sleep. Third, we leave. That is all.",
    "The plan is this.\n1. We eat\n2. We sleep\n3. We leave\n\nThat is all."
  ),
  ("Number one, milk. Number two, eggs.", "1. Milk\n2. Eggs"),
  ("Bullet point milk. Bullet point eggs.", "- Milk\n- Eggs"),
  ("First, we eat. Second, we sleep.", "First, we eat. Second, we sleep."),
  ("First we eat. Second we sleep. Third we go.", "First we eat. Second we sleep. Third we go."),
  (
    "First, we eat. Then more. Second, we sleep. Third, go.",
    "First, we eat. Then more. Second, we sleep. Third, go."
  ),
  ("The first, the second, the third.", "The first, the second, the third."),
  ("Number two, please.", "Number two, please."),
]

private let styleCases: [(WritingStyle, String, String)] = [
  (.clean, "hello there", "hello there"), (.verbatim, "hello there i am", "hello there i am"),
  (.formal, "hello there. i don't know", "Hello there. I do not know."), (.formal, "Is it?", "Is it?"),
  (.casual, "I will come. See you.", "I will come. See you"), (.casual, "Really?", "Really?"),
  (.veryCasual, "I will come to Paris. See you.", "i will come to Paris. see you"),
  (.veryCasual, "Readme.md is new. It helps.", "Readme.md is new. it helps"),
  (.veryCasual, "NASA is big. I'm in.", "NASA is big. i'm in"), (.excited, "We won.", "We won!"),
  (.excited, "Did we win?", "Did we win?"), (.casual, "We meet at 5 p.m.", "We meet at 5 p.m."),
  (.formal, "see https://example.org/a", "See https://example.org/a"),
  (.formal, "iPhone sales", "iPhone sales."),
]
