internal import Domain

/// Raw -> spoken edits -> dictionary = Edited -> normalisers -> style = document.
///
/// Pure and deterministic: the same Raw and options give the same stages, in time linear in the text.
public enum TranscriptPipeline {
  public static func run(raw: String, options: TranscriptOptions = .init()) -> TranscriptStages {
    let spoken = SpokenStage(raw: raw, options: options)
    let dictionary = DictionaryStage(spoken.text, options.dictionary, isEnglish: options.isEnglish)
    let trace = EditTrace(spokenEdits: spoken.edits, dictionaryEdits: dictionary.edits)
    guard (try? trace.check(raw: raw, edited: dictionary.text)) != nil else { return unedited(raw) }
    var document = Document(edited: dictionary.text, lines: spoken.lines)
    let normalised = Normalisers.apply(to: &document, options)
    let afterNormalisers = document.rendered(.structured)
    let styled = Styling.apply(to: &document, options)
    let steps = [
      TranscriptExplanation.Step(stage: .spokenEdits, text: spoken.text, notes: spoken.notes),
      TranscriptExplanation.Step(stage: .dictionary, text: dictionary.text, notes: dictionary.notes),
      TranscriptExplanation.Step(stage: .normalisers, text: afterNormalisers, notes: normalised),
      TranscriptExplanation.Step(stage: .style, text: document.rendered(.structured), notes: styled),
    ]
    return TranscriptStages(
      raw: raw, edited: dictionary.text, trace: trace, document: document, explanation: .init(steps: steps))
  }

  /// The words as they are: what a trace that does not replay is answered with. That is a mistake in the rules, and words must
  /// not be lost by one.
  private static func unedited(_ raw: String) -> TranscriptStages {
    let list = WordList(raw)
    let text = Editing.edited(raw: raw)
    let whole = [TextEdit(0..<list.bytes.count, .space, text)]
    return TranscriptStages(
      raw: raw, edited: text, trace: EditTrace(spokenEdits: whole),
      document: Document(blocks: text.isEmpty ? [] : [.paragraph(text)]),
      explanation: .init(steps: [
        .init(
          stage: .spokenEdits, text: text,
          notes: ["the trace did not replay, so no rule was used; this is a bug"])
      ]))
  }
}
