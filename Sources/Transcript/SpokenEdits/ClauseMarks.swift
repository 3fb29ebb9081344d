/// What the punctuation at the end of a word does.
struct ClauseMarks {
  /// , ; : . ! ? … and dashes
  private(set) var endsClause = false
  /// . ! ? … and their East Asian forms
  private(set) var endsSentence = false
  /// Something else is among it: a bracket, a quotation mark.
  private(set) var hasOther = false

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = WordList.scalar(in: bytes, at: index)
      switch scalar {
      case ".", "!", "?", "…", "。", "！", "？": (endsClause, endsSentence) = (true, true)
      case ",", ";", ":", "–", "—", "，", "、": endsClause = true
      case "-" where length == 1: endsClause = true
      default: hasOther = true
      }
      index += length
    }
  }
}

extension WordList {
  func marks(_ index: Int) -> ClauseMarks { ClauseMarks(bytes, words[index].trailing) }

  /// "-" or "—" by itself.
  func isDash(_ index: Int) -> Bool {
    guard words[index].core.isEmpty else { return false }
    let marks = ClauseMarks(bytes, words[index].range)
    return marks.endsClause && !marks.endsSentence && !marks.hasOther
  }

  /// The word without the punctuation around it, small letters.
  func plain(_ index: Int) -> String { text(words[index].core).lowercased() }

  func beginsWithCapital(_ index: Int) -> Bool {
    let core = words[index].core
    guard !core.isEmpty else { return false }
    return Self.scalar(in: bytes, at: core.lowerBound).scalar.properties.isUppercase
  }

  /// Whether a clause, or a sentence, ends with this word. The dot of "Dr." ends none.
  func ends(_ index: Int) -> (clause: Bool, sentence: Bool) {
    let marks = marks(index)
    guard marks.endsSentence, text(words[index].trailing).hasPrefix(".") else {
      return (marks.endsClause || isDash(index), marks.endsSentence)
    }
    let word = plain(index)
    let isInitial = words[index].core.count == 1 && beginsWithCapital(index) && word != "i"
    let goesOn = index + 1 < words.count && !beginsWithCapital(index + 1)
    if SpokenWords.titles.contains(word) || isInitial || goesOn && SpokenWords.shortForms.contains(word) {
      return (false, false)
    }
    return (true, true)
  }
}
