/// Puts an engine's tokens together to words.
package enum WordTimes {
  /// A piece of text as the engine predicts it: bytes, since a character can be spread over two.
  package struct Token: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Seconds from the beginning of the audio.
    package var start: Float
    /// Nil: until the next one.
    package var duration: Float?

    package init(bytes: [UInt8], start: Float, duration: Float?) {
      self.bytes = bytes
      self.start = start
      self.duration = duration
    }
  }

  /// Words as they are written, their punctuation with them; in scripts without spaces each token is one.
  ///
  /// - Parameter end: samples of the audio, where the last token has no duration.
  package static func words(_ tokens: [Token], end: Int) -> [DecodedSpeech.Word] {
    var words: [(bytes: [UInt8], start: Int, end: Int)] = []
    for (index, token) in tokens.enumerated() {
      let start = position(token.start, end)
      let next = index + 1 < tokens.count ? position(tokens[index + 1].start, end) : end
      let last = token.duration.map { position(token.start + $0, end) } ?? next
      if beginsWord(token, after: words.last?.bytes) {
        words.append((token.bytes, start, max(start, last)))
      } else {
        words[words.count - 1].bytes += token.bytes
        words[words.count - 1].end = max(words[words.count - 1].end, last)
      }
    }
    return words.compactMap { word in
      let text = DecodedText.cleaned(String(decoding: word.bytes, as: UTF8.self))
      return text.isEmpty ? nil : DecodedSpeech.Word(text: text, start: word.start, end: word.end)
    }
  }

  private static func position(_ seconds: Float, _ end: Int) -> Int {
    guard seconds.isFinite, seconds > 0 else { return 0 }
    return min(end, Int(min(seconds, 1_000) * Float(sampleRate)))
  }

  private static func beginsWord(_ token: Token, after former: [UInt8]?) -> Bool {
    guard let former else { return true }
    guard token.bytes.first != UInt8(ascii: " ") else { return true }
    guard let scalar = firstScalar(of: token.bytes), isWrittenWithoutSpaces(scalar) else { return false }
    // Not within a character.
    return String(validating: former, as: UTF8.self) != nil
  }

  private static func firstScalar(of bytes: [UInt8]) -> Unicode.Scalar? {
    String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  /// Thai, Japanese and Chinese. Not their punctuation, which stays with the word before.
  static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0E7F, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
    default: false
    }
  }
}
