/// Which model made a text.
public struct ModelIdentity: Hashable, Sendable, Codable, CustomStringConvertible {
  public var id: String
  public var version: String

  public init(id: String, version: String) {
    self.id = id
    self.version = version
  }

  /// "moonshine-base-en 1"
  public var description: String { "\(id) \(version)" }
}
