/// A piece of a text that nobody may rewrite.
struct ProtectedToken: Hashable {
  enum Kind: Hashable {
    case url, emailAddress, path, code
  }

  var kind: Kind
  var text: String

  /// The kind of one word, punctuation at its ends taken off; nil for an ordinary word or number.
  static func kind(of word: String) -> Kind? {
    let bytes = Array(word.utf8)
    guard bytes.count > 1 else { return nil }
    if isURL(word, bytes) { return .url }
    if isEmailAddress(bytes) { return .emailAddress }
    if isPath(bytes) { return .path }
    return isCode(bytes) ? .code : nil
  }

  /// All of a text, in order.
  static func all(in list: WordList) -> [ProtectedToken] {
    list.words.compactMap { word in
      let text = list.text(trimmed(list.bytes, word))
      return kind(of: text).map { ProtectedToken(kind: $0, text: text) }
    }
  }

  /// The word without brackets, quotation marks and the punctuation of a sentence; "/", "_", "$", "-" and the like stay.
  static func trimmed(_ bytes: [UInt8], _ word: Word) -> Range<Int> {
    var range = word.range
    while let first = bytes[range].first, opening.contains(first) || first >= 0x80 && !isWordly(bytes, range)
    {
      range = range.lowerBound + WordList.scalar(in: bytes, at: range.lowerBound).length..<range.upperBound
    }
    while let last = bytes[range].last,
      closing.contains(last) || last >= 0x80 && range.upperBound > word.core.upperBound
    {
      // The empty call stays with the name before it.
      if last == UInt8(ascii: ")"), bytes[range].suffix(2).first == UInt8(ascii: "(") { break }
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  private static func isWordly(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    WordList.scalar(in: bytes, at: range.lowerBound).scalar.isWordly
  }

  private static let opening = Set("([{<\"'`".utf8)
  private static let closing = Set(".,;:!?)]}>\"'`".utf8)
}

extension ProtectedToken {
  private static func isURL(_ word: String, _ bytes: [UInt8]) -> Bool {
    if let scheme = bytes.firstIndex(of: UInt8(ascii: ":")), scheme > 1 {
      let isScheme = bytes[..<scheme].allSatisfy { $0.isLetter || $0.isDigit }
      if isScheme, bytes[scheme...].starts(with: "://".utf8) || bytes[..<scheme].elementsEqual("mailto".utf8)
      {
        return true
      }
    }
    return bytes.prefix(4).map(\.asciiLowercased).elementsEqual("www.".utf8) && bytes.count > 4
  }

  private static func isEmailAddress(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    let domain = bytes[(at + 1)...]
    guard let dot = domain.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return dot > domain.startIndex && dot < domain.endIndex - 1
  }

  private static func isPath(_ bytes: [UInt8]) -> Bool {
    for beginning in ["~/", "./", "../"] where bytes.starts(with: beginning.utf8) { return true }
    if bytes[0] == UInt8(ascii: "/") { return bytes[1].isLetter || bytes[1].isDigit }
    if bytes.count > 2, bytes[0].isLetter, bytes[1] == UInt8(ascii: ":"), bytes[2] == UInt8(ascii: "\\") {
      return true
    }
    return bytes.count { $0 == UInt8(ascii: "/") } > 1
  }

  /// snake_case, camelCase, a.b, x86, --flag, f(), $HOME, #tag, a=b. Not "3:30", "1,000", "it's", "well-known".
  private static func isCode(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(where: codeSigns.contains) { return true }
    if bytes[0] == UInt8(ascii: "-"), bytes.count > 2, bytes[1] == UInt8(ascii: "-") || bytes[1].isLetter {
      return true
    }
    if bytes[0] == UInt8(ascii: "$"), bytes[1].isLetter { return true }
    for (index, byte) in bytes.enumerated().dropFirst() {
      let before = bytes[index - 1]
      if byte.isCapital && before.isSmall { return true }
      if byte.isDigit && before.isLetter || byte.isLetter && before.isDigit { return !isCounted(bytes) }
      let joins = byte == UInt8(ascii: ".") && index + 1 < bytes.count
      if joins, before.isLetter, bytes[index + 1].isLetter, !isAbbreviation(bytes) { return true }
      if byte == UInt8(ascii: ":"), before == UInt8(ascii: ":") { return true }
    }
    return false
  }

  /// "5pm", "3rd", "10km": a number with its unit, which is held by its digits.
  private static func isCounted(_ bytes: [UInt8]) -> Bool {
    let unit = bytes.drop { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    return bytes[0].isDigit && unit.count <= 2 && unit.allSatisfy(\.isLetter)
  }

  /// "e.g", "U.S": single letters.
  private static func isAbbreviation(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: ".")).allSatisfy { $0.count == 1 }
  }

  private static let codeSigns = Set("_=\\{}#|^`".utf8)
}

extension UInt8 {
  var isSmall: Bool { (0x61...0x7A).contains(self) }
  var isCapital: Bool { (0x41...0x5A).contains(self) }
  var isLetter: Bool { isSmall || isCapital }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}
