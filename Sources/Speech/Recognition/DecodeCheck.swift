/// Tells text that fits its speech from a decode that lost its way: a number for two sentences, a loop of 197 words.
///
/// Sound decodes hold 2.4 to 4.7 words a second of speech (0.5 to 99.5 % of 1,771 decodes).
package enum DecodeCheck {
  private static let wordsPerSecond = 1.0...6.5
  /// Less speech than this says nothing about its rate: "Yes." may take a second.
  private static let rateFromSamples = 2 * sampleRate
  private static let repeatLimit = 4
  /// The longest phrase whose repetition is looked for, in words.
  private static let phraseLimit = 12

  /// - Parameter speechSamples: what the detector took for speech; nil: it was off.
  package static func isSound(_ text: String, speechSamples: Int?) -> Bool {
    let words = words(of: text)
    if loop(in: words) != nil { return false }
    guard let speechSamples, speechSamples >= rateFromSamples, !isWrittenWithoutSpaces(text) else {
      return true
    }
    return wordsPerSecond.contains(Double(words.count) * Double(sampleRate) / Double(speechSamples))
  }

  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  /// A phrase, four times in a row.
  package static func hasLoop(_ text: String) -> Bool { loop(in: words(of: text)) != nil }

  /// The second to last time of the phrase, the last perhaps not whole.
  static func loop(in words: [String]) -> Range<Int>? {
    for length in 1...phraseLimit where words.count >= length * repeatLimit {
      var start = length
      for index in length...words.count where index == words.count || words[index] != words[index - length] {
        if index - start >= length * (repeatLimit - 1) { return start..<index }
        start = index + 1
      }
    }
    return nil
  }

  private static func isWrittenWithoutSpaces(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: WordTimes.isWrittenWithoutSpaces)
  }
}
