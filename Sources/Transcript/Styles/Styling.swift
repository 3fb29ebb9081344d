internal import Domain

/// Stage 4: what a style changes in a text, which is never a word other than a short form.
enum Styling {
  /// - Returns: notes on what was done.
  static func apply(to document: inout Document, _ options: TranscriptOptions) -> [String] {
    let before = document
    let protected = Set(options.dictionary.writtenTerms)
    switch options.style {
    case .verbatim, .clean: return []
    case .formal:
      document.changeTexts { text in
        SentenceCase.apply(
          options.isEnglish ? Contractions.expand(text, protected) : text, protected, large: true)
      }
      document.changeEndings { $0.isEmpty ? "." : nil }
    case .casual: document.changeEndings { $0 == "." ? "" : nil }
    case .veryCasual:
      document.changeTexts { SentenceCase.apply($0, protected, large: false) }
      document.changeEndings { $0 == "." ? "" : nil }
    case .excited: document.changeEndings { $0 == "." || $0.isEmpty ? "!" : nil }
    }
    return document == before ? [] : ["written in the style \(options.style.rawValue)"]
  }
}

extension Document {
  /// Changes the mark at the end of each paragraph.
  ///
  /// - Parameter change: what to put in the place of the marks there (none after a word); nil leaves them. It is not asked
  ///   where something other than a word and its marks ends the text, such as a bracket or an address.
  fileprivate mutating func changeEndings(_ change: (String) -> String?) {
    blocks = blocks.map { block in
      guard case .paragraph(let text) = block else { return block }
      return .paragraph(Self.changedEnding(text, change))
    }
  }

  private static func changedEnding(_ text: String, _ change: (String) -> String?) -> String {
    let list = WordList(text)
    guard let last = list.words.indices.last, !list.words[last].core.isEmpty else { return text }
    let marks = list.text(list.words[last].trailing)
    let isAddress =
      ProtectedToken.kind(of: list.text(ProtectedToken.trimmed(list.bytes, list.words[last]))) != nil
    // The dot of "etc." and "p.m." belongs to the word.
    if isAddress && marks.isEmpty || marks == "." && !list.ends(last).sentence { return text }
    if SpokenWords.shortForms.contains(list.plain(last)) { return text }
    guard marks.isEmpty || marks == ".", let changed = change(marks) else { return text }
    return String(decoding: list.bytes[..<list.words[last].core.upperBound], as: UTF8.self) + changed
  }
}

/// How sentences begin, and "I": large, or small, as people write to friends.
enum SentenceCase {
  /// - Parameter large: else small; names with capitals of their own and abbreviations keep them.
  static func apply(_ text: String, _ protected: Set<String>, large: Bool) -> String {
    var change = TextChange(text)
    let list = change.list
    let pronoun = large ? "i" : "I"
    for index in list.words.indices {
      let core = list.words[index].core
      let word = list.text(core)
      if protected.contains(word) || core.isEmpty { continue }
      let isPronoun = word == pronoun || word.hasPrefix(pronoun + "'") || word.hasPrefix(pronoun + "’")
      let begins = index == 0 || list.ends(index - 1).sentence || list.isFirstInLine(index)
      guard isPronoun || begins && mayChange(word, large: large) else { continue }
      let token = list.text(ProtectedToken.trimmed(list.bytes, list.words[index]))
      if ProtectedToken.kind(of: token) == nil { change.setCase(core.lowerBound, large: large) }
    }
    return change.isEmpty ? text : change.text
  }

  private static func mayChange(_ word: String, large: Bool) -> Bool {
    large
      ? Casing.mayBeginLarge(word)
      : !word.unicodeScalars.dropFirst().contains(where: \.properties.isUppercase)
  }
}

extension TextChange {
  mutating func setCase(_ start: Int, large: Bool) {
    let (scalar, length) = WordList.scalar(in: list.bytes, at: start)
    guard let changed = large ? Casing.capital(scalar) : Casing.small(scalar) else { return }
    replace(start..<start + length, String(changed))
  }
}

extension WordList {
  /// A line break stands before the word.
  func isFirstInLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return bytes[words[index - 1].range.upperBound..<words[index].range.lowerBound].contains(
      UInt8(ascii: "\n"))
  }
}

extension Contractions {
  /// Writes short forms out ("don't" as "do not").
  static func expand(_ text: String, _ protected: Set<String>) -> String {
    var change = TextChange(text)
    let list = change.list
    for word in list.words where word.core.count > 3 {
      let written = list.text(word.core)
      let key = String(written.lowercased().map { $0 == "’" ? "'" : $0 })
      guard !protected.contains(written), let long = expansions[key]?.joined(separator: " ") else { continue }
      let isLarge = written.unicodeScalars.first?.properties.isUppercase == true
      change.replace(word.core, isLarge ? long.large : long)
    }
    return change.isEmpty ? text : change.text
  }
}
