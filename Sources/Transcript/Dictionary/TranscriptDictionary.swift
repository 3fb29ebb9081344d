/// The user's own words: what is written for what is said.
public struct TranscriptDictionary: Hashable, Sendable, Codable {
  public struct Replacement: Hashable, Sendable, Codable {
    /// One word or several, as the recogniser writes them; case and the punctuation around them do not matter.
    public var spoken: String
    public var written: String

    public init(spoken: String, written: String) {
      self.spoken = spoken
      self.written = written
    }
  }

  public var replacements: [Replacement]
  /// Names and terms that the recogniser may misspell ("Kubernetes", "Siobhan").
  public var vocabulary: [String]

  public init(replacements: [Replacement] = [], vocabulary: [String] = []) {
    self.replacements = replacements
    self.vocabulary = vocabulary
  }

  public var isEmpty: Bool { replacements.isEmpty && vocabulary.isEmpty }

  /// The forms that stand in the text in the end; a refiner must keep them.
  public var writtenTerms: [String] { vocabulary + replacements.map(\.written) }
}
