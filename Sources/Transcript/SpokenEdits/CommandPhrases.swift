/// A phrase that is a command where it stands between clause boundaries (docs/decisions/0017).
struct CommandPhrase {
  var words: [[UInt8]]
  var operation: EditOperation
  /// Where the place speaks for a command (`inList`, `behindSign`), it needs no boundary behind it, unless one of these words
  /// follows ("Bullet milk." but "Bullet points are ...").
  var notBefore: Set<String>

  init(_ phrase: String, _ operation: EditOperation, notBefore: Set<String> = []) {
    words = phrase.split(separator: " ").map { Array($0.utf8) }
    self.operation = operation
    self.notBefore = notBefore
  }

  /// "New line of products", "new paragraph is needed".
  private static let noun: Set<String> = [
    "of", "in", "for", "is", "was", "and", "or", "items", "managers", "manager",
  ]

  /// All commands of the first release, in English.
  static let all = [
    CommandPhrase("new line", .newLine, notBefore: noun),
    CommandPhrase("new paragraph", .newParagraph, notBefore: noun),
    CommandPhrase("scratch that", .scratchThat),
    CommandPhrase("delete that", .scratchThat),
    CommandPhrase("delete last sentence", .deleteLastSentence),
    CommandPhrase("start a bullet list", .startBulletList),
    CommandPhrase("start a numbered list", .startNumberedList),
    CommandPhrase(
      "next item", .nextItem,
      notBefore: [
        "on", "in", "of", "is", "was", "to", "will", "from", "for", "at", "that", "we", "i", "you", "he",
        "she", "they",
        "should", "can", "may", "must", "and", "or", "has",
      ]),
    CommandPhrase(
      "bullet", .bullet,
      notBefore: [
        "point", "points", "list", "lists", "hole", "holes", "train", "trains", "proof", "wound", "wounds",
        "journal", "is",
        "was", "in", "of", "that", "from", "for", "at", "and", "or", "has", "had",
      ]),
    CommandPhrase("end list", .endList),
    CommandPhrase("literal", .literal),
  ]
}

/// A sign that may be spoken, where the option is on.
struct PunctuationPhrase {
  enum Side { case before, behind, both, neither }

  var words: [[UInt8]]
  var text: String
  /// The side on which no space stands.
  var joins: Side
  /// It ends or parts a sentence, so the recogniser's own mark at that place goes.
  var isClauseMark: Bool
  var endsSentence: Bool
  /// With one of these behind it, it is the word itself ("colon cancer").
  var notBefore: Set<String>

  init(
    _ phrase: String, _ text: String, _ joins: Side = .before, clause: Bool = false, sentence: Bool = false,
    notBefore: Set<String> = []
  ) {
    words = phrase.split(separator: " ").map { Array($0.utf8) }
    self.text = text
    self.joins = joins
    isClauseMark = clause || sentence
    endsSentence = sentence
    self.notBefore = notBefore.union(["of", "is", "was", "key", "sign", "splice"])
  }

  static let all = [
    PunctuationPhrase(
      "period", ".", sentence: true, notBefore: ["piece", "drama", "in", "between", "from", "that"]),
    PunctuationPhrase("full stop", ".", sentence: true),
    PunctuationPhrase("question mark", "?", sentence: true),
    PunctuationPhrase("exclamation mark", "!", sentence: true),
    PunctuationPhrase("exclamation point", "!", sentence: true),
    PunctuationPhrase("dot dot dot", "…", clause: true),
    PunctuationPhrase("ellipsis", "…", clause: true),
    PunctuationPhrase("comma", ",", clause: true, notBefore: ["separated", "delimited"]),
    PunctuationPhrase("semicolon", ";", clause: true),
    PunctuationPhrase("colon", ":", clause: true, notBefore: ["cancer", "surgery", "cleanse"]),
    PunctuationPhrase("dash", "–", .neither, clause: true, notBefore: ["board", "cam", "through", "across"]),
    PunctuationPhrase("hyphen", "-", .both),
    PunctuationPhrase("slash", "/", .both),
    PunctuationPhrase("open quote", "\"", .behind),
    PunctuationPhrase("close quote", "\"", .before),
    PunctuationPhrase("open parenthesis", "(", .behind),
    PunctuationPhrase("close parenthesis", ")", .before),
    PunctuationPhrase("open bracket", "[", .behind),
    PunctuationPhrase("close bracket", "]", .before),
  ]
}
