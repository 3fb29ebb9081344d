/// Frequent English words, which no term of the vocabulary replaces by its sound.
enum OrdinaryWords {
  static func contains(_ letters: [UInt8]) -> Bool { words.contains(letters) }

  private static let words: Set<[UInt8]> = Set(text.utf8.split { $0 == 0x20 || $0 == 0x0A }.map(Array.init))
  private static let text = ""
}
