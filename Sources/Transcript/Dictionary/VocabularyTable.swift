/// Names and terms that the recogniser may have written otherwise.
///
/// Up to three words become a term when, without space and case, they are its letters; or when they sound alike
/// (`PhoneticKey`), differ by few letters for their length and are no ordinary words. The limits were measured on a list of
/// words and on prose: docs/decisions/0018.
struct VocabularyTable {
  private struct Term {
    var written: String
    var letters: [UInt8]
  }

  private var byLetters: [[UInt8]: Term] = [:]
  private var byKey: [PhoneticKey: [Term]] = [:]
  private let judgesBySound: Bool

  /// Of a term that is looked for by its sound; shorter ones are too like other words.
  static let shortest = 5
  /// Of several words that are put together.
  static let shortestOfSeveral = 6
  /// No name has more; it bounds what is compared.
  static let longest = 40
  static let mostWords = 3

  /// Letters that may differ.
  static func tolerance(_ length: Int) -> Int { length < 7 ? 1 : length < 10 ? 2 : 3 }

  /// - Parameter bySound: the text is English.
  init(_ terms: [String], bySound: Bool) {
    judgesBySound = bySound
    for term in terms {
      let written = Editing.edited(raw: term)
      let letters = LetterFolding.letters(of: Array(written.utf8)[...])
      guard letters.count > 1, letters.count <= Self.longest, byLetters[letters] == nil else { continue }
      let entry = Term(written: written, letters: letters)
      byLetters[letters] = entry
      if letters.count >= Self.shortest { byKey[PhoneticKey(letters), default: []].append(entry) }
    }
  }

  func match(_ list: WordList, _ index: Int) -> DictionaryMatch? {
    if byLetters.isEmpty { return nil }
    var windows: [(end: Int, letters: [UInt8], possessive: Int)] = []
    var letters: [UInt8] = []
    for end in (index + 1)...(index + Self.mostWords) where end <= list.words.count {
      let word = list.words[end - 1]
      if word.core.isEmpty || end > index + 1 && !isJoined(list, end - 1) { break }
      let possessive = Self.possessive(list.bytes[word.core])
      let bare = list.bytes[word.core].dropLast(possessive)
      windows.append((end, letters + LetterFolding.letters(of: bare), possessive))
      letters += LetterFolding.letters(of: list.bytes[word.core])
      if letters.count > Self.longest { break }
    }
    for window in windows.reversed() {
      guard let (term, reason) = term(window.letters, list, index..<window.end) else { continue }
      let range =
        list.words[index].core.lowerBound..<list.words[window.end - 1].core.upperBound - window.possessive
      // A term of small letters begins a sentence as any word does.
      let isLarge = list.beginsWithCapital(index) && Casing.mayBeginLarge(term.written)
      return DictionaryMatch(
        range: range, end: window.end, operation: .vocabulary,
        written: isLarge ? term.written.large : term.written,
        reason: reason)
    }
    return nil
  }

  /// One space and no punctuation before a word.
  private func isJoined(_ list: WordList, _ index: Int) -> Bool {
    list.isFollowedBySpace(index - 1) && list.words[index - 1].trailing.isEmpty
      && list.words[index].leading.isEmpty
  }

  private static func possessive(_ core: ArraySlice<UInt8>) -> Int {
    if core.count > 3, core.suffix(2).elementsEqual("'s".utf8) { return 2 }
    return core.count > 5 && core.suffix(4).elementsEqual("’s".utf8) ? 4 : 0
  }

  private func term(_ letters: [UInt8], _ list: WordList, _ words: Range<Int>) -> (Term, String)? {
    if let term = byLetters[letters], words.count == 1 || letters.count >= Self.shortest {
      let isOrdinary = words.count == 1 && OrdinaryWords.contains(letters)
      return isOrdinary ? nil : (term, "vocabulary: the same letters")
    }
    guard judgesBySound, letters.count >= (words.count == 1 ? Self.shortest : Self.shortestOfSeveral) else {
      return nil
    }
    guard let terms = byKey[PhoneticKey(letters)], areWords(list, words) else { return nil }
    if words.allSatisfy({ OrdinaryWords.contains(LetterFolding.letters(of: list.bytes[list.words[$0].core])) }
    ) {
      return nil
    }
    for term in terms {
      let limit = min(Self.tolerance(term.letters.count), Self.tolerance(letters.count))
      guard let distance = EditDistance.between(letters, term.letters, limit: limit) else { continue }
      return (term, "vocabulary: sounds alike, \(distance) letters differ")
    }
    return nil
  }

  /// Letters only: neither numbers nor addresses are misheard names.
  private func areWords(_ list: WordList, _ words: Range<Int>) -> Bool {
    words.allSatisfy { index in
      let core = list.bytes[list.words[index].core]
      return core.allSatisfy {
        $0.isLetter || $0 >= 0x80 || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "-")
      }
    }
  }
}
