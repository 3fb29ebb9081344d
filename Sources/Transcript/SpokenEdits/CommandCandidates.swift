/// The places of a text where the words of a command stand, and whether a boundary stands behind them.
///
/// Found from the last word to the first, since a command that is followed by another one is bounded by it.
struct CommandCandidates {
  enum Kind {
    case command(CommandPhrase)
    case sign(PunctuationPhrase)
  }

  struct Candidate {
    var kind: Kind
    /// The index after its last word.
    var end: Int
    /// The end of the text, punctuation or another command stands behind it.
    var isBounded: Bool

    var isSign: Bool {
      if case .sign = kind { true } else { false }
    }
  }

  /// By the index of the first word.
  private(set) var found: [Int: Candidate] = [:]

  /// None: the text is in another language.
  init() {}

  init(_ list: WordList, signs: Bool) {
    for index in list.words.indices.reversed() {
      guard let lists = Self.phrases[list.lowercased(list.words[index].core)] else { continue }
      let candidate = lists.commands.first { Self.matches($0.words, list, index) }.map {
        (Kind.command($0), index + $0.words.count)
      }
      let sign = signs ? lists.signs.first { Self.matches($0.words, list, index) } : nil
      if let (kind, end) = candidate ?? sign.map({ (Kind.sign($0), index + $0.words.count) }) {
        found[index] = Candidate(kind: kind, end: end, isBounded: isBounded(list, kind, end))
      }
    }
  }

  private func isBounded(_ list: WordList, _ kind: Kind, _ end: Int) -> Bool {
    if case .command(let phrase) = kind, phrase.operation == .literal {
      return found[end].map { $0.isSign || $0.isBounded } ?? false
    }
    if end == list.words.count || list.marks(end - 1).endsClause || list.isDash(end) { return true }
    guard let next = found[end] else { return false }
    return !next.isSign && next.isBounded
  }

  /// All words of the phrase, nothing between them, and nothing but marks of a clause behind them.
  private static func matches(_ words: [[UInt8]], _ list: WordList, _ start: Int) -> Bool {
    guard start + words.count <= list.words.count else { return false }
    for (offset, word) in words.enumerated() {
      let found = list.words[start + offset]
      guard found.leading.isEmpty, list.lowercased(found.core) == word else { return false }
      if offset < words.count - 1, !found.trailing.isEmpty { return false }
    }
    return !list.marks(start + words.count - 1).hasOther
  }

  private struct Phrases {
    /// Longest first.
    var commands: [CommandPhrase] = []
    var signs: [PunctuationPhrase] = []
  }

  /// By their first word.
  private static let phrases: [[UInt8]: Phrases] = {
    var table: [[UInt8]: Phrases] = [:]
    for phrase in CommandPhrase.all.sorted(by: { $0.words.count > $1.words.count }) {
      table[phrase.words[0], default: Phrases()].commands.append(phrase)
    }
    for phrase in PunctuationPhrase.all.sorted(by: { $0.words.count > $1.words.count }) {
      table[phrase.words[0], default: Phrases()].signs.append(phrase)
    }
    return table
  }()
}
