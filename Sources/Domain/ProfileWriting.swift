/// How a Profile's dictations are recognised and written; what is nil is as the preferences say.
public struct ProfileWriting: Hashable, Sendable {
  public var style: WritingStyle?
  /// BCP 47, "de".
  public var language: String?
  /// The id of a speech model, or the absolute path of its folder.
  public var model: String?

  public init(style: WritingStyle? = nil, language: String? = nil, model: String? = nil) {
    self.style = style
    self.language = language
    self.model = model
  }

  public var isEmpty: Bool { self == ProfileWriting() }
}
