/// The sizes that one refinement may have. UTF-16 units where text is counted, as editors and accessibility count it.
public enum RequestLimits {
  /// About three minutes of speech. More cannot be written anew within the deadline by the models that people run, and with
  /// the policy and everything below it must fit into `OllamaConfiguration.contextTokens`.
  public static let transcript = 2_400

  /// By the specification.
  public static let nearbyText = 600

  /// A language tag (RFC 5646, section 4.4.1: 35 characters suffice).
  public static let locale = 35

  /// Names of profiles, applications and roles.
  public static let name = 100

  public static let dictionaryTerms = 60
  public static let dictionaryTerm = 40

  /// Paragraphs and list items. A sentence of three words for each is 180 words.
  public static let blocks = 60

  /// How long one call may take after the final transcript, when nobody says otherwise.
  public static let time = Duration.seconds(3)

  /// The longest text that a transcript may become: punctuation, list marks and corrected words add up to a third to long
  /// ones, and a fixed part to short ones.
  public static func refined(from units: Int) -> Int { units + units / 3 + 40 }
}

extension String {
  /// The beginning, of whole characters, that has at most so many UTF-16 units.
  func beginning(units limit: Int) -> String {
    if utf16.count <= limit { return self }
    var units = 0
    return String(
      prefix { character in
        units += character.utf16.count
        return units <= limit
      })
  }

  /// The end, of whole characters, that has at most so many UTF-16 units.
  func ending(units limit: Int) -> String {
    if utf16.count <= limit { return self }
    var units = 0
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      units += self[before].utf16.count
      if units > limit { break }
      start = before
    }
    return String(self[start...])
  }
}
