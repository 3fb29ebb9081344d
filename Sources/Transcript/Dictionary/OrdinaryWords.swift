/// Frequent English words, which no term of the vocabulary replaces by its sound or for its capitals.
///
/// The most frequent words of an anarchist handbook, Perl's manual and the manual pages, which are also in Debian's wamerican,
/// and everyday words that such texts lack.
enum OrdinaryWords {
  static func contains(_ letters: [UInt8]) -> Bool { words.contains(letters) }

  private static let words = Set(
    (firstHalf + " " + secondHalf).utf8.split { $0 == 0x20 || $0 == 0x0A }.map(Array.init))
}
