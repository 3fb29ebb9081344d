internal import Domain

/// Stage 1 with its text and notes.
struct SpokenStage {
  let edits: [TextEdit]
  let lines: [EditedLine]
  let text: String
  let notes: [String]

  init(raw: String, options: TranscriptOptions) {
    let list = WordList(raw)
    let editor = SpokenEditor(
      list, commands: options.isEnglish, signs: options.isEnglish && options.spokenPunctuation,
      repairsCase: options.style != .verbatim)
    let result = SpokenEdits(editor, list)
    edits = result.edits
    lines = result.lines
    let bytes = (try? EditTrace.apply(edits, to: list.bytes)) ?? []
    text = String(decoding: bytes, as: UTF8.self)
    notes = Self.notes(editor, list, edits)
  }

  /// Notes on so many commands; a text with more is explained by its trace.
  private static let mostNotes = 200

  private static func notes(_ editor: SpokenEditor, _ list: WordList, _ edits: [TextEdit]) -> [String] {
    let marks = editor.marks.prefix(mostNotes).map { mark in
      "\"\(list.text(mark.words, list.words))\" -> \(mark.operation.rawValue)"
    }
    let declined = editor.declined.prefix(mostNotes).map { words, reason in
      "\"\(list.text(words, list.words))\" stays text: \(reason)"
    }
    return marks + declined
  }
}

extension WordList {
  /// The text from the first of some words to the last.
  fileprivate func text(_ indices: Range<Int>, _ words: [Word]) -> String {
    text(words[indices.lowerBound].range.lowerBound..<words[indices.upperBound - 1].core.upperBound)
  }
}
