// Words that came, and words that went.

extension RefinementCheck {
  /// "Do not send it" must not become "Send it", nor the other way round.
  func changedNegation(_ output: ReadText) -> RefinementFlaw? {
    let before = edited.words.contains(where: Self.negates)
    let after = output.words.contains(where: Self.negates)
    guard before != after, !(before && hasCorrection) else { return nil }
    return RefinementFlaw(.changedNegation, before ? "went" : "came")
  }

  private static func negates(_ word: String) -> Bool {
    RefinementWords.negations.contains(word) || word.utf8.count > 3 && word.hasSuffix("n't")
  }

  func additive(_ output: ReadText) -> RefinementFlaw? {
    var known = KnownWords(edited.wordSet)
    var new: [String] = []
    var row = 0
    for word in output.words {
      if known.covers(word) || RefinementWords.small.contains(word) || isNumber(word) {
        row = RefinementWords.small.contains(word) && !edited.wordSet.contains(word) ? row : 0
      } else {
        new.append(word)
        row += 1
      }
      if row > limits.newWordsInARow { break }
    }
    let limit = max(limits.slackNewWords, Int(Double(edited.words.count) * limits.newWords))
    return new.count > limit || row > limits.newWordsInARow
      ? RefinementFlaw(.additive, new.joined(separator: " ")) : nil
  }

  func destructive(_ output: ReadText, hasList: Bool) -> RefinementFlaw? {
    let meaning = edited.wordSet.filter { word in
      !RefinementWords.small.contains(word) && !RefinementWords.fillers.contains(word) && !isNumber(word)
        && !RefinementWords.signs.contains(word) && !(hasList && RefinementWords.marks.contains(word))
    }
    var kept = KnownWords(output.wordSet)
    let lost = meaning.filter { !kept.covers($0) }.sorted()
    let share = hasCorrection ? limits.lostWordsCorrected : limits.lostWords
    // A text of one word or two cannot spare any.
    let slack = meaning.count > 2 ? limits.slackLostWords : 0
    guard lost.count > max(slack, Int(Double(meaning.count) * share)) else { return nil }
    return RefinementFlaw(.destructive, lost.joined(separator: " "))
  }

  private func isNumber(_ word: String) -> Bool {
    word.utf8.contains(where: \.isDigit) || NumberWords.isNumberWord(word)
  }
}

/// Words, and the other forms of them that an editor may choose: "walk" and "walked", "don't" and "do", "color" and "colour".
struct KnownWords {
  private let words: Set<String>
  private let beginnings: [String: [String]]
  private var answers: [String: Bool] = [:]

  init(_ words: Set<String>) {
    self.words = words
    beginnings = Dictionary(grouping: words) { Self.beginning($0) }
  }

  mutating func covers(_ word: String) -> Bool {
    if words.contains(word) { return true }
    if let known = answers[word] { return known }
    let found = search(word)
    answers[word] = found
    return found
  }

  private func search(_ word: String) -> Bool {
    if let whole = Contractions.expansions[word]?.first, words.contains(whole) { return true }
    if Contractions.expansions.contains(where: { $0.value.contains(word) && words.contains($0.key) }) {
      return true
    }
    let bare = Self.bare(word)
    return (beginnings[Self.beginning(word)] ?? []).contains { Self.isForm(Self.bare($0), of: bare) }
  }

  private static func beginning(_ word: String) -> String { String(word.prefix(2)) }

  /// "Anna's" as "anna".
  private static func bare(_ word: String) -> [UInt8] {
    let bytes = Array(word.utf8)
    return bytes.suffix(2).elementsEqual("'s".utf8) ? bytes.dropLast(2) : bytes
  }

  /// The shorter begins the longer but for a letter or two, or they differ by little for their length.
  private static func isForm(_ left: [UInt8], of right: [UInt8]) -> Bool {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    guard long.count - short.count <= 3, short.count >= 2 else { return false }
    let common = zip(short, long).prefix { $0 == $1 }.count
    if common >= max(2, short.count - 1) { return true }
    return EditDistance.between(short, long, limit: long.count / 4) != nil
  }
}
