/// What the engine made of a piece of audio.
package struct DecodedSpeech: Hashable, Sendable {
  /// Cleaned; empty when nothing was recognised.
  package var text: String
  /// In order; empty where the model gives no times. Positions as the audio's are.
  package var words: [Word]
  /// BCP 47; nil where the engine does not tell.
  package var language: String?

  package init(text: String = "", words: [Word] = [], language: String? = nil) {
    self.text = text
    self.words = words
    self.language = language
  }

  package struct Word: Hashable, Sendable, Codable {
    package var text: String
    /// Samples.
    package var start: Int
    package var end: Int

    package init(text: String, start: Int, end: Int) {
      self.text = text
      self.start = start
      self.end = end
    }
  }

  /// What a model that knows capitals only has written, in small letters; other text as it is. Lost with that: where a
  /// sentence begins, and names; "OK" alone becomes "ok".
  package var inSmallLetters: DecodedSpeech {
    guard !text.contains(where: \.isLowercase) else { return self }
    var speech = self
    speech.text = DecodedText.inSmallLetters(text, language: language)
    for index in words.indices {
      speech.words[index].text = DecodedText.inSmallLetters(words[index].text, language: language)
    }
    return speech
  }

  /// With positions that count from so much earlier, kept within a range.
  package func moved(by offset: Int, within range: Range<Int>) -> DecodedSpeech {
    var moved = self
    moved.words = words.map {
      let start = min(max($0.start + offset, range.lowerBound), range.upperBound)
      return Word(text: $0.text, start: start, end: max(start, min($0.end + offset, range.upperBound)))
    }
    return moved
  }

  /// One after the other.
  package func followed(by next: DecodedSpeech) -> DecodedSpeech {
    DecodedSpeech(
      text: [text, next.text].filter { !$0.isEmpty }.joined(separator: " "), words: words + next.words,
      language: language ?? next.language)
  }
}

/// The engine, as a recording needs it.
package protocol SpeechDecoding: AnyObject {
  /// Decodes 0.3 to 26 s of 16 kHz audio, blocking.
  func decode(_ samples: [Float]) -> DecodedSpeech
  /// Takes the next 512 samples: whether somebody speaks, as far as is known by now.
  func isSpeech(_ window: [Float]) -> Bool
  /// Forgets the recording before.
  func resetDetector()
}
