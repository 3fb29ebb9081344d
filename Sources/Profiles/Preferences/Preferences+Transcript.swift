public import Transcript

extension Preferences {
  /// How texts are written, with the dictionary.
  public var transcriptOptions: TranscriptOptions {
    TranscriptOptions(
      style: writing.style, spokenPunctuation: writing.spokenPunctuation,
      removesFillers: writing.removeFillers, convertsNumbers: writing.convertNumbers,
      dictionary: TranscriptDictionary(
        replacements: dictionary.replacements.map { .init(spoken: $0.spoken, written: $0.written) },
        vocabulary: dictionary.words),
      language: writing.language)
  }
}
