/// The text as it grows while Raw is read from left to right: words, breaks, list marks and signs, last said at the end.
///
/// What is scratched is taken from its end, so that every word is put and taken at most once.
struct SpokenDraft {
  enum Structure: Hashable {
    case newLine
    case newParagraph
    case list(ordered: Bool)
    case item
    case endOfList
  }

  enum Entry {
    /// The index of a word in Raw.
    case word(Int)
    case structure(Structure, mark: Int, Undo)
    case sign(PunctuationPhrase, mark: Int)
  }

  /// What a structure changed beside it, for when it is scratched.
  struct Undo {
    var list: ListKind?
    var word: Int?
    var trailing: String?
  }

  enum ListKind: Hashable { case bullets, numbers }

  let list: WordList
  private(set) var entries: [Entry] = []
  /// The list that grows at the end of the text.
  private(set) var openList: ListKind?
  /// What stands behind a word in the place of the recogniser's marks.
  var trailing: [Int: String] = [:]
  /// Words whose first letter changes: true for a capital.
  var capitals: [Int: Bool] = [:]

  init(_ list: WordList) { self.list = list }

  var lastWord: Int? {
    if case .word(let index)? = entries.last { index } else { nil }
  }

  mutating func put(word index: Int) { entries.append(.word(index)) }

  mutating func put(sign: PunctuationPhrase, mark: Int) {
    if sign.isClauseMark, let last = lastWord, list.marks(last).endsClause, !list.marks(last).hasOther {
      trailing[last] = ""
    }
    entries.append(.sign(sign, mark: mark))
  }

  mutating func put(_ structure: Structure, mark: Int) {
    if let last = lastWord, list.isDash(last) { entries.removeLast() }
    let last = lastWord
    let undo = Undo(list: openList, word: last, trailing: last.flatMap { trailing[$0] })
    if let last, let marks = absorbed(before: structure, last) { trailing[last] = marks }
    entries.append(.structure(structure, mark: mark, undo))
    switch structure {
    case .newLine, .item: break
    case .newParagraph, .endOfList: openList = nil
    case .list(let ordered): openList = ordered ? .numbers : .bullets
    }
  }

  /// Takes the last entry, and with a structure what it changed.
  @discardableResult private mutating func take() -> Entry? {
    guard let entry = entries.popLast() else { return nil }
    switch entry {
    case .word(let index): (trailing[index], capitals[index]) = (nil, nil)
    case .sign: break
    case .structure(_, _, let undo):
      openList = undo.list
      if let word = undo.word { trailing[word] = undo.trailing }
    }
    return entry
  }
}

// Scratching.

extension SpokenDraft {
  /// Takes the clause at the end, or the command that was said last.
  mutating func scratchClause() {
    if case .structure? = entries.last {
      take()
      return
    }
    // "We meet at five. Oh, wait, scratch that.": three at most, so that no text is eaten word by word.
    for _ in 0..<3 {
      let words = takeClause()
      let isLeadIn = !words.isEmpty && words.allSatisfy { SpokenWords.leadIns.contains(list.plain($0)) }
      if !isLeadIn || lastWord == nil { return }
    }
    takeClause()
  }

  /// Takes the sentence at the end, and the breaks behind it.
  mutating func scratchSentence() {
    while case .structure? = entries.last { take() }
    take()
    while let last = entries.last, !endsSentence(last) { take() }
  }

  @discardableResult private mutating func takeClause() -> [Int] {
    var words: [Int] = []
    repeat {
      if case .word(let index)? = take() { words.append(index) }
    } while entries.last.map { !endsClause($0) } ?? false
    return words
  }

  private func endsClause(_ entry: Entry) -> Bool {
    switch entry {
    case .word(let index): list.ends(index).clause
    case .structure: true
    case .sign(let sign, _): sign.isClauseMark
    }
  }

  private func endsSentence(_ entry: Entry) -> Bool {
    switch entry {
    case .word(let index): list.ends(index).sentence && trailing[index] != ""
    case .structure: true
    case .sign(let sign, _): sign.endsSentence
    }
  }

  /// The next word begins a sentence, an item or the text.
  var isAtSentenceStart: Bool { entries.last.map(endsSentence) ?? true }

  /// The last words up to the beginning of their sentence, the first word first; at most so many.
  func sentenceAtEnd(limit: Int) -> (words: [Int], isWhole: Bool) {
    var words: [Int] = []
    for entry in entries.reversed() {
      guard case .word(let index) = entry, words.isEmpty || !endsSentence(entry) else {
        return (words.reversed(), true)
      }
      if words.count == limit { return (words.reversed(), false) }
      words.append(index)
    }
    return (words.reversed(), true)
  }
}

// The recogniser's marks before a command.

extension SpokenDraft {
  /// What stands in the place of the marks behind a word, now that a structure follows; nil when they stay.
  private func absorbed(before structure: Structure, _ last: Int) -> String? {
    let isComma = isWeak(last)
    switch structure {
    case .newLine: return openList != nil ? itemEnd(last) : isComma && !isLetterLine ? "" : nil
    case .newParagraph: return openList != nil ? itemEnd(last) : isComma && !isLetterLine ? "." : nil
    case .list: return openList != nil ? itemEnd(last) : isComma ? ":" : nil
    case .item, .endOfList: return itemEnd(last)
    }
  }

  /// The marks after the last word are those of a pause: a comma, a semicolon, a dash.
  private func isWeak(_ word: Int) -> Bool {
    let marks = list.marks(word)
    guard marks.endsClause, !marks.endsSentence, !marks.hasOther else { return false }
    return !list.text(list.words[word].trailing).contains(":")
  }

  /// "Dear Anna," and "Best regards,".
  private var isLetterLine: Bool {
    let (words, isWhole) = sentenceAtEnd(limit: SpokenWords.letterWords)
    return isWhole && words.first.map { SpokenWords.letterOpenings.contains(list.plain($0)) } == true
  }

  /// An item that is one sentence has no full stop: it is one because the recogniser heard a pause. "!" and "?" stay.
  func itemEnd(_ last: Int) -> String? {
    let marks = list.text(list.words[last].trailing)
    if isWeak(last) { return "" }
    guard marks == ".", list.ends(last).sentence, !SpokenWords.shortForms.contains(list.plain(last)) else {
      return nil
    }
    for (count, entry) in entries.dropLast().reversed().enumerated() {
      guard case .word(let index) = entry else { break }
      if list.ends(index).sentence || count == SpokenWords.itemReach { return nil }
    }
    return ""
  }
}
