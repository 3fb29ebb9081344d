/// Drops what engines are known to write for noise, and only where the voice detector heard no speech.
///
/// Somebody who says "Thank you." gets it written. What is dropped is told (`Outcome.dropped`).
package enum HallucinationGate {
  package struct Outcome: Hashable, Sendable {
    package var speech: DecodedSpeech
    package var dropped: [String] = []
  }

  /// "[BLANK_AUDIO]", "(buzzer)": a note about the sound instead of words, which nobody can have said.
  package static func isAnnotation(_ text: String) -> Bool {
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace || noteCharacters.contains(first) {
        rest = rest.dropFirst()
      } else if let close = brackets[first], let end = rest.dropFirst().firstIndex(of: close) {
        rest = rest[rest.index(after: end)...]
      } else {
        return false
      }
    }
    return !text.isEmpty
  }

  /// - Parameter speech: what the detector took for speech, in the positions of the words; nil: it was off, and nothing
  ///   is dropped.
  package static func passed(_ decoded: DecodedSpeech, speech: [Range<Int>]?) -> Outcome {
    guard let speech else { return Outcome(speech: decoded) }
    if !decoded.text.isEmpty, isKnown(decoded.text), speech.reduce(0, { $0 + $1.count }) < leastSpeechSamples
    {
      return Outcome(speech: DecodedSpeech(language: decoded.language), dropped: [decoded.text])
    }
    return withoutSpeechlessWords(decoded, speech: speech)
  }

  /// Words whose time tells that nobody spoke then, where together they are something known.
  private static func withoutSpeechlessWords(_ decoded: DecodedSpeech, speech: [Range<Int>]) -> Outcome {
    var outcome = Outcome(speech: decoded)
    guard !decoded.words.isEmpty else { return outcome }
    var kept: [DecodedSpeech.Word] = []
    var run: [DecodedSpeech.Word] = []
    func closeRun() {
      let text = run.map(\.text).joined(separator: " ")
      if !run.isEmpty, isKnown(text) { outcome.dropped.append(text) } else { kept += run }
      run = []
    }
    for word in decoded.words {
      let widened = (word.start - toleranceSamples)..<(word.end + toleranceSamples)
      if speech.contains(where: { $0.overlaps(widened) }) {
        closeRun()
        kept.append(word)
      } else {
        run.append(word)
      }
    }
    closeRun()
    if !outcome.dropped.isEmpty {
      outcome.speech.words = kept
      outcome.speech.text = kept.map(\.text).joined(separator: " ")
    }
    return outcome
  }

  private static func isKnown(_ text: String) -> Bool {
    if isAnnotation(text) { return true }
    let plain = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.joined(separator: " ")
    return phrases.contains(plain)
  }

  /// Nobody says any of the phrases in less; the detector's shortest speech, 0.1 s, is a click or a cough.
  private static let leastSpeechSamples = sampleCount(milliseconds: 200)
  /// How far the engine's times and the detector's may differ.
  private static let toleranceSamples = sampleCount(milliseconds: 200)
}
