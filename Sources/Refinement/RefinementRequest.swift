public import Domain

/// What is to be refined, and what is known about where it goes.
public struct RefinementRequest: Hashable, Sendable {
  /// How the first letter and the sentences are to be cased.
  public enum Casing: String, CaseIterable, Hashable, Sendable, Codable {
    /// As it stands.
    case asWritten
    /// A sentence begins with a capital.
    case sentence
    case lowercase
  }

  /// Which lists the speaker asked for.
  public enum ListIntent: String, CaseIterable, Hashable, Sendable, Codable {
    /// None is to be made.
    case none
    case bullets
    case numbers
    /// Only where the text enumerates.
    case automatic
  }

  /// The Edited text.
  public var transcript: String
  public var style: WritingStyle
  public var casing: Casing
  public var lists: ListIntent
  public var context: RefinementContext

  public init(
    transcript: String, style: WritingStyle = .clean, casing: Casing = .sentence,
    lists: ListIntent = .automatic,
    context: RefinementContext = RefinementContext()
  ) {
    self.transcript = transcript
    self.style = style
    self.casing = casing
    self.lists = lists
    self.context = context
  }
}

/// What is known about the speaker and the Target. All of it is untrusted and is cut to `RequestLimits`.
public struct RefinementContext: Hashable, Sendable {
  /// "en", "de-CH"
  public var locale: String?
  public var profile: String?
  /// "org.mozilla.firefox"
  public var application: String?
  /// The accessibility role of the Target, "entry" or "terminal".
  public var role: String?
  public var isMultiline: Bool?
  /// What stands before the caret; its end is kept.
  public var nearbyText: String?
  /// Words and names to be spelled just so.
  public var dictionary: [String]

  public init(
    locale: String? = nil, profile: String? = nil, application: String? = nil, role: String? = nil,
    isMultiline: Bool? = nil, nearbyText: String? = nil, dictionary: [String] = []
  ) {
    self.locale = locale
    self.profile = profile
    self.application = application
    self.role = role
    self.isMultiline = isMultiline
    self.nearbyText = nearbyText
    self.dictionary = dictionary
  }
}
