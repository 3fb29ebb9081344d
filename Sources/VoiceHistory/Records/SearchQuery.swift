/// What a user typed, as a full-text expression that cannot be misread as one (https://www.sqlite.org/fts5.html, 3).
struct SearchQuery: Hashable {
  /// More words than anyone types; keeps SQLite's expression depth (256 in FTS5) out of reach.
  static let wordLimit = 64

  /// Each word quoted, all of them required; the last one matches as a prefix, since it may be half typed.
  let expression: String

  /// Nil where the text has no letter or digit to look for.
  init?(_ text: String) {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 }
      .map { String(String.UnicodeScalarView($0)) }
      .filter { $0.unicodeScalars.contains(where: Self.isIndexed) }
      .prefix(Self.wordLimit)
    guard !words.isEmpty else { return nil }
    expression = words.map(Self.quoted).joined(separator: " ") + "*"
  }

  private static func quoted(_ word: String) -> String {
    "\"" + word.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The unicode61 tokenizer indexes letters, numbers and private-use code points; a word of others would be an
  /// empty phrase that matches nothing.
  private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
