/// A text as the check compares it: words without case and punctuation, numbers, quotations, protected pieces.
struct ReadText {
  let text: String
  /// In order, lower case, apostrophes straight; without what has neither letter nor digit.
  let words: [String]
  let wordSet: Set<String>
  /// "25", "3.5", "1000" (said "1,000").
  let numbers: Set<String>
  let quotations: Set<String>
  let tokens: Set<ProtectedToken>

  init(_ text: String) {
    self.text = text
    let list = WordList(text)
    words = list.words.filter { !$0.core.isEmpty }.flatMap { Self.parts(list.text($0.core)) }
    wordSet = Set(words)
    numbers = Self.numbers(list.bytes)
    quotations = Self.quotations(text)
    tokens = Set(ProtectedToken.all(in: list))
  }

  /// "well-known" is two words, since whether the hyphen stands is a matter of taste.
  private static func parts(_ core: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for character in core.lowercased() {
      if joints.contains(character) {
        if !part.isEmpty { parts.append(part) }
        part = ""
      } else {
        part.append(character == "’" ? "'" : character)
      }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  private static let joints: Set<Character> = ["-", "–", "—", "/"]

  /// Runs of digits, with "." and ":" between digits kept and "," between digits left out.
  private static func numbers(_ bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var run: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte.isDigit {
        run.append(byte)
      } else if !run.isEmpty, next.isDigit, joiners.contains(byte) {
        if byte != UInt8(ascii: ",") { run.append(byte) }
      } else if !run.isEmpty {
        found.insert(String(decoding: run, as: UTF8.self))
        run = []
      }
    }
    if !run.isEmpty { found.insert(String(decoding: run, as: UTF8.self)) }
    return found
  }

  private static let joiners = Set(".,:".utf8)

  /// What stands between double quotation marks, straight or curled, or « ».
  private static func quotations(_ text: String) -> Set<String> {
    var found: Set<String> = []
    var open: String.UnicodeScalarView?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"":
        if let quoted = open {
          found.insert(String(quoted))
          open = nil
        } else {
          open = .init()
        }
      case "“", "„", "«": open = .init()
      case "”", "»":
        if let quoted = open { found.insert(String(quoted)) }
        open = nil
      default: open?.append(scalar)
      }
    }
    return Set(found.map(Self.bare).filter { !$0.isEmpty })
  }

  /// A quotation without the punctuation at its end, which moves in and out of the marks by taste.
  static func bare(_ quotation: String) -> String {
    var scalars = quotation.unicodeScalars[...]
    while let last = scalars.last, !last.isWordly { scalars.removeLast() }
    while let first = scalars.first, first.isSpace { scalars.removeFirst() }
    return String(Substring(scalars))
  }
}
