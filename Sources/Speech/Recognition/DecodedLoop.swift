/// A phrase that an engine writes over and over at the end of its audio, where the times tell that nobody can have said it.
package enum DecodedLoop {
  /// Nobody says ten words a second.
  private static let leastSamplesPerWord = sampleRate / 10

  /// Without the repetitions, where all of them together are faster than speech can be; as it is otherwise, and where
  /// there are no times.
  package static func removed(from decoded: DecodedSpeech) -> DecodedSpeech {
    let plain = decoded.words.map { DecodeCheck.words(of: $0.text).joined() }
    guard let loop = DecodeCheck.loop(in: plain) else { return decoded }
    let repetitions = decoded.words[loop]
    guard let first = repetitions.first, let last = repetitions.last,
      last.end - first.start < repetitions.count * leastSamplesPerWord
    else { return decoded }
    var kept = decoded
    kept.words.removeSubrange(loop)
    kept.text = kept.words.map(\.text).joined(separator: " ")
    return kept
  }
}
