/// Rules for the first letter of a word.
enum Casing {
  /// A word of small letters, as opposed to a name of code ("foo_bar", "x86") or one with capitals of its own ("iPhone").
  static func mayBeginLarge(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, first.properties.isLowercase else { return false }
    guard capital(first) != nil else { return false }
    return word.unicodeScalars.allSatisfy {
      $0.properties.isLowercase || $0 == "'" || $0 == "’" || $0 == "-"
        || $0.properties.generalCategory == .nonspacingMark
    }
  }

  /// The capital of a letter, where it is one scalar.
  static func capital(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let mapped = scalar.properties.titlecaseMapping.unicodeScalars
    return mapped.count == 1 && mapped.first != scalar ? mapped.first : nil
  }

  static func small(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 && mapped.first != scalar ? mapped.first : nil
  }
}
