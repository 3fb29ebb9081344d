public import Domain

/// How a transcript is made; the defaults leave a plain sentence of the recogniser byte for byte as it is.
public struct TranscriptOptions: Hashable, Sendable {
  public var style: WritingStyle
  /// Said signs ("comma", "question mark") are written as signs.
  public var spokenPunctuation: Bool
  /// "um" and its like are left out.
  public var removesFillers: Bool
  /// "twenty five" is written 25, "five thirty p m" 5:30 p.m.
  public var convertsNumbers: Bool
  /// "First, ... Second, ... Third, ..." and the like become lists where the place of the text can take one.
  public var detectsLists: Bool
  public var dictionary: TranscriptDictionary
  /// Of the recogniser: "en", "de"; nil when it does not tell, and then English. The rules for phrases are for English: text
  /// in another language is left alone but for the dictionary.
  public var language: String?

  public init(
    style: WritingStyle = .clean, spokenPunctuation: Bool = false, removesFillers: Bool = false,
    convertsNumbers: Bool = false, detectsLists: Bool = true, dictionary: TranscriptDictionary = .init(),
    language: String? = nil
  ) {
    self.style = style
    self.spokenPunctuation = spokenPunctuation
    self.removesFillers = removesFillers
    self.convertsNumbers = convertsNumbers
    self.detectsLists = detectsLists
    self.dictionary = dictionary
    self.language = language
  }

  /// These, for words in a language that the recogniser has told; one that was chosen goes before it.
  public func heard(in language: String?) -> TranscriptOptions {
    var options = self
    options.language = self.language ?? language
    return options
  }

  var isEnglish: Bool {
    guard let language else { return true }
    let tag = language.lowercased()
    return tag.isEmpty || tag == "en" || tag.hasPrefix("en-") || tag.hasPrefix("en_") || tag == "english"
  }
}
