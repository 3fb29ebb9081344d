/// Stage 2: replacements, then vocabulary where no replacement was made.
struct DictionaryStage {
  private(set) var edits: [TextEdit] = []
  private(set) var text: String
  private(set) var notes: [String] = []

  init(_ text: String, _ dictionary: TranscriptDictionary, isEnglish: Bool) {
    self.text = text
    if dictionary.isEmpty || text.isEmpty { return }
    let list = WordList(text)
    let replacements = ReplacementTable(dictionary.replacements)
    let vocabulary = VocabularyTable(dictionary.vocabulary, bySound: isEnglish)
    var index = 0
    while index < list.words.count {
      if let match = replacements.match(list, index) ?? vocabulary.match(list, index) {
        if list.text(match.range) != match.written { take(match, list) }
        index = match.end
      } else {
        index += 1
      }
    }
    guard !edits.isEmpty, let bytes = try? EditTrace.apply(edits, to: list.bytes) else { return }
    self.text = String(decoding: bytes, as: UTF8.self)
  }

  private mutating func take(_ match: DictionaryMatch, _ list: WordList) {
    edits.append(TextEdit(match.range, match.operation, match.written))
    if notes.count < Self.mostNotes {
      notes.append("\"\(list.text(match.range))\" -> \"\(match.written)\" (\(match.reason))")
    }
  }

  private static let mostNotes = 200
}

/// Words of a text and what is written for them.
struct DictionaryMatch {
  var range: Range<Int>
  /// The index after the last word.
  var end: Int
  var operation: EditOperation
  var written: String
  var reason: String
}
