/// Exact replacements by their first word.
struct ReplacementTable {
  private struct Entry {
    var words: [String]
    var written: String
    /// Written with small letters only, so a sentence that begins with it begins with a capital.
    var followsCase: Bool
  }

  private var entries: [String: [Entry]] = [:]

  init(_ replacements: [TranscriptDictionary.Replacement]) {
    for replacement in replacements {
      let list = WordList(replacement.spoken.lowercased())
      let words = list.words.map { list.text($0.core.isEmpty ? $0.range : $0.core) }
      let written = Editing.edited(raw: replacement.written)
      guard let first = words.first else { continue }
      let followsCase =
        written == written.lowercased() && Casing.mayBeginLarge(String(written.prefix { $0 != " " }))
      // The first of two entries for the same words holds.
      if entries[first]?.contains(where: { $0.words == words }) == true { continue }
      entries[first, default: []].append(Entry(words: words, written: written, followsCase: followsCase))
    }
    for first in entries.keys { entries[first]?.sort { $0.words.count > $1.words.count } }
  }

  /// The longest replacement that begins with this word. Several words match where nothing but space is between them.
  func match(_ list: WordList, _ index: Int) -> DictionaryMatch? {
    if entries.isEmpty { return nil }
    let first = list.words[index]
    let word = list.key(index)
    for (key, suffix) in Self.readings(word) {
      for entry in entries[key] ?? [] where suffix.isEmpty || entry.words.count == 1 {
        guard let (end, possessive) = lastWord(entry, list, index) else { continue }
        let last = list.words[end - 1]
        let start = first.core.isEmpty ? first.range.lowerBound : first.core.lowerBound
        let stop = (last.core.isEmpty ? last.range.upperBound : last.core.upperBound) - possessive
        let isLarge = entry.followsCase && list.beginsWithCapital(index)
        return DictionaryMatch(
          range: start..<stop, end: end, operation: .replacement,
          written: isLarge ? entry.written.large : entry.written,
          reason: "dictionary")
      }
    }
    return nil
  }

  /// The index after the last word, and the bytes of a possessive "'s" at its end, which stays.
  private func lastWord(_ entry: Entry, _ list: WordList, _ index: Int) -> (end: Int, possessive: Int)? {
    let end = index + entry.words.count
    guard end <= list.words.count else { return nil }
    for offset in entry.words.indices {
      let word = list.words[index + offset]
      let isLast = offset == entry.words.count - 1
      // A line break parts words, too, and so does whatever is not one space.
      if !isLast, !word.trailing.isEmpty && !word.core.isEmpty || !list.isFollowedBySpace(index + offset) {
        return nil
      }
      if offset > 0, !word.leading.isEmpty, !word.core.isEmpty { return nil }
      let key = list.key(index + offset)
      if key == entry.words[offset] { continue }
      guard isLast, let suffix = Self.readings(key).first(where: { $0.key == entry.words[offset] })?.suffix
      else {
        return nil
      }
      return (end, suffix.utf8.count)
    }
    return (end, 0)
  }

  /// The word as it is, and without its possessive "'s".
  private static func readings(_ word: String) -> [(key: String, suffix: String)] {
    for suffix in ["'s", "’s"] where word.hasSuffix(suffix) && word.count > 2 {
      return [(word, ""), (String(word.dropLast(2)), suffix)]
    }
    return [(word, "")]
  }
}

extension WordList {
  /// What a word is looked up by: small letters without the punctuation around it, or the whole when it is only that.
  func key(_ index: Int) -> String {
    let word = words[index]
    return text(word.core.isEmpty ? word.range : word.core).lowercased()
  }

  func isFollowedBySpace(_ index: Int) -> Bool {
    let end = words[index].range.upperBound
    return index + 1 < words.count && words[index + 1].range.lowerBound == end + 1
      && bytes[end] == UInt8(ascii: " ")
  }
}

extension String {
  /// With a capital at its beginning, where there is one for it.
  var large: String {
    guard let first = unicodeScalars.first, let capital = Casing.capital(first) else { return self }
    return String(capital) + String(Substring(unicodeScalars.dropFirst()))
  }
}
