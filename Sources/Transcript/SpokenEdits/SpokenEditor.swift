/// Stage 1: spoken commands in Raw become breaks, lists and deletions; everything else stays as it was said.
///
/// A command is a phrase of the table between clause boundaries, as the recogniser punctuates them ("Hello there. New line.
/// How are you?"). The rules and their reasons are in docs/decisions/0017.
struct SpokenEditor {
  struct Mark {
    var operation: EditOperation
    /// The words of the command in Raw.
    var words: Range<Int>
  }

  private let list: WordList
  private let candidates: CommandCandidates
  private let repairsCase: Bool
  private(set) var draft: SpokenDraft
  private(set) var marks: [Mark] = []
  /// Phrases that stayed text, and why.
  private(set) var declined: [(words: Range<Int>, reason: String)] = []
  /// A command stands directly before the word that comes now.
  private var isBehindCommand = false
  private var isBehindClauseSign = false

  init(_ list: WordList, commands: Bool = true, signs: Bool, repairsCase: Bool) {
    self.list = list
    self.repairsCase = repairsCase
    candidates = commands ? CommandCandidates(list, signs: signs) : CommandCandidates()
    draft = SpokenDraft(list)
    var index = 0
    while index < list.words.count { index = take(index) }
    if draft.openList != nil, let last = draft.lastWord, let end = draft.itemEnd(last) {
      draft.trailing[last] = end
    }
  }

  /// Takes a command or a word; returns the index after it.
  private mutating func take(_ index: Int) -> Int {
    if let candidate = candidates.found[index] {
      if let reason = objection(candidate, index) {
        if !candidate.isSign { declined.append((index..<candidate.end, reason)) }
      } else {
        return accept(candidate, index)
      }
    }
    put(index)
    return index + 1
  }

  private mutating func put(_ index: Int) {
    let isDash = list.isDash(index)
    // The dash that the recogniser wrote for the pause behind a command.
    if isBehindCommand, isDash { return }
    if isBehindCommand, repairsCase { repairCase(index) }
    draft.put(word: index)
    (isBehindCommand, isBehindClauseSign) = (false, false)
  }

  private mutating func accept(_ candidate: CommandCandidates.Candidate, _ index: Int) -> Int {
    let mark = marks.count
    isBehindClauseSign = false
    switch candidate.kind {
    case .sign(let sign):
      marks.append(Mark(operation: .punctuation, words: index..<candidate.end))
      draft.put(sign: sign, mark: mark)
      isBehindClauseSign = sign.isClauseMark
    case .command(let phrase):
      marks.append(Mark(operation: phrase.operation, words: index..<candidate.end))
      if phrase.operation == .literal {
        isBehindCommand = true
        return keepText(candidate.end)
      }
      carryOut(phrase.operation, mark)
    }
    isBehindCommand = true
    return candidate.end
  }

  /// Puts the command behind "literal" as the text that it is.
  private mutating func keepText(_ index: Int) -> Int {
    guard let kept = candidates.found[index] else {
      preconditionFailure("'literal' is a candidate only before another one")
    }
    for word in index..<kept.end { put(word) }
    return kept.end
  }

  private mutating func carryOut(_ operation: EditOperation, _ mark: Int) {
    switch operation {
    case .newLine: draft.put(.newLine, mark: mark)
    case .newParagraph: draft.put(.newParagraph, mark: mark)
    case .startBulletList: draft.put(.list(ordered: false), mark: mark)
    case .startNumberedList: draft.put(.list(ordered: true), mark: mark)
    case .bullet: draft.put(draft.openList == nil ? .list(ordered: false) : .item, mark: mark)
    case .nextItem: draft.put(.item, mark: mark)
    case .endList: draft.put(.endOfList, mark: mark)
    case .scratchThat: draft.scratchClause()
    case .deleteLastSentence: draft.scratchSentence()
    case .literal, .punctuation, .absorbedPunctuation, .capital, .smallLetter, .space, .replacement,
      .vocabulary:
      preconditionFailure("not a command of the table that changes the text by itself")
    }
  }

  /// The word behind a command begins a sentence now, or no longer.
  private mutating func repairCase(_ index: Int) {
    let core = list.words[index].core
    guard !core.isEmpty else { return }
    if draft.isAtSentenceStart {
      if Casing.mayBeginLarge(list.text(core)) { draft.capitals[index] = true }
    } else if list.beginsWithCapital(index), SpokenWords.smallInside.contains(list.plain(index)) {
      draft.capitals[index] = false
    }
  }
}

// What speaks against a command.

extension SpokenEditor {
  private func objection(_ candidate: CommandCandidates.Candidate, _ index: Int) -> String? {
    switch candidate.kind {
    case .sign(let sign): objection(sign, candidate, index)
    case .command(let phrase): objection(phrase, candidate, index)
    }
  }

  private func objection(
    _ sign: PunctuationPhrase, _ candidate: CommandCandidates.Candidate, _ index: Int
  ) -> String? {
    if candidate.end < list.words.count, list.words[candidate.end - 1].trailing.isEmpty,
      sign.notBefore.contains(list.plain(candidate.end))
    {
      return "the word behind it makes it a noun"
    }
    // "a long period": up to two words back in the same clause.
    for back in 1...2 where index >= back {
      if list.ends(index - back).clause { break }
      if SpokenWords.determiners.contains(list.plain(index - back)) { return "a determiner makes it a noun" }
    }
    return nil
  }

  private func objection(
    _ phrase: CommandPhrase, _ candidate: CommandCandidates.Candidate, _ index: Int
  ) -> String? {
    let keepsSign = phrase.operation == .literal && candidates.found[candidate.end]?.isSign == true
    if !keepsSign, index > 0, !isBehindCommand, !list.ends(index - 1).clause,
      !list.marks(index - 1).endsClause
    {
      return "no clause ends before it"
    }
    if !candidate.isBounded, !isClear(phrase, candidate.end) { return "the clause goes on behind it" }
    switch phrase.operation {
    case .nextItem where draft.openList == nil, .endList where draft.openList == nil: return "no list is open"
    case .bullet where draft.openList == nil && !draft.isAtSentenceStart: return "no list is open"
    case .scratchThat: return isPartOfCondition(index) ? "the sentence says when to do it" : nil
    default: return nil
    }
  }

  /// The place speaks for a command, so that none of its words needs a pause behind it.
  private func isClear(_ phrase: CommandPhrase, _ end: Int) -> Bool {
    guard !phrase.notBefore.isEmpty, list.words[end - 1].trailing.isEmpty else { return false }
    let isListMark = phrase.operation == .nextItem || phrase.operation == .bullet
    guard isListMark ? draft.openList != nil : isBehindClauseSign else { return false }
    return end < list.words.count && !phrase.notBefore.contains(list.plain(end))
  }

  /// "If you get spam, delete that."
  private func isPartOfCondition(_ index: Int) -> Bool {
    guard let last = draft.lastWord, !isBehindCommand, !list.ends(last).sentence else { return false }
    let (words, isWhole) = draft.sentenceAtEnd(limit: SpokenWords.conditionReach)
    guard isWhole, let first = words.first else { return false }
    return SpokenWords.conditions.contains(list.plain(first))
  }
}
