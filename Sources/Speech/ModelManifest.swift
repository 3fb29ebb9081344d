/// What a model package says of itself: its `manifest.json`.
///
/// Format version 1. A package is a flat folder that holds this file and exactly the files it lists.
public struct ModelManifest: Hashable, Sendable, Codable {
  /// The one format this program reads.
  public static let currentSchema = 1
  /// A manifest lists some files; anything larger is not one.
  static let sizeLimitBytes = 64 * 1024

  public var schemaVersion: Int
  /// "moonshine-base-en": lower-case letters, digits, "." and "-".
  public var id: String
  /// "1" or "1.2": numbers between dots.
  public var version: String
  /// The family of networks; "moonshine" is the only one known.
  public var engine: String
  /// BCP 47.
  public var language: String
  /// SPDX.
  public var licence: String
  public var files: [File]

  public var identity: ModelIdentity { ModelIdentity(id: id, version: version) }

  /// One file of the package.
  public struct File: Hashable, Sendable, Codable {
    /// A bare name, no folders.
    public var name: String
    public var role: Role
    public var bytes: Int
    /// 64 lower-case hexadecimal digits.
    public var sha256: String

    public init(name: String, role: Role, bytes: Int, sha256: String) {
      self.name = name
      self.role = role
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// What a file is for. Every role but `licence` must be filled exactly once.
  public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    case encoder
    case decoder
    case tokens
    case voiceActivity
    case licence
  }
}

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
