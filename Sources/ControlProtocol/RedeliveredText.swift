/// A text of history that stands in a target again.
public struct RedeliveredText: Codable, Hashable, Sendable {
  public var session: String
  /// How it came there: "accessibility", "typed keys", …
  public var route: String
  /// Unicode scalars.
  public var characters: Int

  public init(session: String, route: String, characters: Int) {
    self.session = session
    self.route = route
    self.characters = characters
  }
}
