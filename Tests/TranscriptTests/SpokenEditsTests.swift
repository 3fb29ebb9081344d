import Domain
import Testing
import Transcript

@Suite struct SpokenEditsTests {
  @Test(arguments: breakCases + scratchCases + listCommandCases + literalCases)
  func `a spoken command does what it says`(raw: String, edited: String) throws {
    let stages = TranscriptPipeline.run(raw: raw)
    #expect(stages.edited == edited)
    #expect(try stages.trace.replay(raw) == edited)
    #expect(stages.document.rendered(.structured) == edited)
    #expect(!stages.document.rendered(.line).contains("\n"))
  }

  @Test(arguments: proseCases + otherLanguageCases)
  func `what is no command stays text, byte for byte`(raw: String) throws {
    let stages = TranscriptPipeline.run(raw: raw)
    #expect(stages.edited == raw)
    #expect(stages.trace == EditTrace())
    #expect(stages.document == Document(blocks: [.paragraph(raw)]))
    #expect(stages.document.rendered(.line) == raw)
  }

  @Test(arguments: signCases)
  func `spoken signs are written as signs by option`(raw: String, edited: String) throws {
    let stages = TranscriptPipeline.run(raw: raw, options: TranscriptOptions(spokenPunctuation: true))
    #expect(stages.edited == edited)
    #expect(try stages.trace.replay(raw) == edited)
  }

  @Test func `spoken signs are words without the option`() {
    let raw = "Hello, comma, how are you, question mark."
    #expect(TranscriptPipeline.run(raw: raw).edited == raw)
  }

  @Test func `the trace names each command by its bytes in Raw`() throws {
    let raw = "Hello there. New line. How are you?"
    let trace = TranscriptPipeline.run(raw: raw).trace
    #expect(trace.spokenEdits == [TextEdit(12..<23, .newLine, "\n")])
    let covered = Array(raw.utf8)[12..<23]
    #expect(String(decoding: covered, as: UTF8.self) == " New line. ")
  }

  @Test func `a trace names the words that were taken back`() {
    let raw = "Yes. We meet at five. Scratch that. We meet at six."
    let edits = TranscriptPipeline.run(raw: raw).trace.spokenEdits
    #expect(edits == [TextEdit(4..<36, .scratchThat, " ")])
  }

  @Test func `text in another language is not searched for English commands`() {
    let raw = "Ja. New line. Nein."
    #expect(TranscriptPipeline.run(raw: raw, options: TranscriptOptions(language: "de")).edited == raw)
    #expect(
      TranscriptPipeline.run(raw: raw, options: TranscriptOptions(language: "en-GB")).edited == "Ja.\nNein.")
  }

  @Test func `verbatim carries commands out and leaves capitals alone`() {
    let options = TranscriptOptions(style: .verbatim)
    #expect(TranscriptPipeline.run(raw: "One. New line. two", options: options).edited == "One.\ntwo")
  }

  @Test func `what looks like a command and is none is explained`() {
    let notes = TranscriptPipeline.run(raw: "If you get spam, delete that. End list.").explanation.steps[0]
      .notes
    #expect(
      notes == [
        "\"delete that\" stays text: the sentence says when to do it",
        "\"End list\" stays text: no list is open",
      ])
  }
}
