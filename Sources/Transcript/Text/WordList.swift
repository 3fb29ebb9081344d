/// One run of what is no space, as byte offsets in the UTF-8 of its text.
struct Word: Hashable {
  /// With the punctuation at its ends.
  var range: Range<Int>
  /// Without: from its first letter or digit to its last. Empty, at the end of the range, when it has none ("-").
  var core: Range<Int>

  var leading: Range<Int> { range.lowerBound..<core.lowerBound }
  var trailing: Range<Int> { core.upperBound..<range.upperBound }
}

/// The words of a text, found in one pass over its bytes.
struct WordList {
  let bytes: [UInt8]
  private(set) var words: [Word] = []

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// - Parameter bytes: valid UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var index = 0
    var start: Int?
    var core: Range<Int>?
    while index < bytes.count {
      let (scalar, length) = Self.scalar(in: bytes, at: index)
      if scalar.isSpace {
        if let begun = start { close(begun..<index, core) }
        (start, core) = (nil, nil)
      } else {
        if start == nil { start = index }
        if scalar.isWordly { core = (core?.lowerBound ?? index)..<(index + length) }
      }
      index += length
    }
    if let begun = start { close(begun..<bytes.count, core) }
  }

  private mutating func close(_ range: Range<Int>, _ core: Range<Int>?) {
    words.append(Word(range: range, core: core ?? range.upperBound..<range.upperBound))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// ASCII letters small; other bytes as they are, so that a word with an accent equals no phrase.
  func lowercased(_ range: Range<Int>) -> [UInt8] { bytes[range].map(\.asciiLowercased) }

  /// The scalar that begins at a byte, and its length. The bytes are valid UTF-8, since they come from a String.
  static func scalar(in bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    guard let scalar = Unicode.Scalar(value) else {
      preconditionFailure("a String's UTF-8 holds no surrogates and nothing above 10FFFF")
    }
    return (scalar, length)
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
