/// What a model package says of itself: its `manifest.json`.
///
/// A package is a flat folder that holds this file and exactly the files it lists. Format version 2; version 1, which
/// knew one language and no capabilities, still reads (`ModelManifest+Coding.swift`).
public struct ModelManifest: Hashable, Sendable {
  /// The newest format this program reads, and the one it writes.
  public static let currentSchema = 2
  /// A manifest lists some files; anything larger is not one.
  package static let sizeLimitBytes = 64 * 1024

  /// "moonshine-base-en": lower-case letters, digits, "." and "-".
  public var id: String
  /// "1" or "1.2": numbers between dots.
  public var version: String
  public var engine: SpeechEngine
  /// BCP 47, at least one.
  public var languages: [String]
  /// SPDX where there is such a name.
  public var licence: String
  public var capabilities: Capabilities
  /// Where the files come from, for people.
  public var source: String?
  public var files: [File]

  public var identity: ModelIdentity { ModelIdentity(id: id, version: version) }

  /// The one of its languages that a BCP 47 tag means: the same, or the same without what follows the first "-".
  public func language(for tag: String) -> String? {
    let lower = tag.lowercased()
    let primary = lower.split(separator: "-").first.map(String.init)
    return languages.first { $0.lowercased() == lower } ?? languages.first { $0.lowercased() == primary }
  }

  public init(
    id: String, version: String, engine: SpeechEngine, languages: [String], licence: String,
    capabilities: Capabilities, source: String?, files: [File]
  ) {
    self.id = id
    self.version = version
    self.engine = engine
    self.languages = languages
    self.licence = licence
    self.capabilities = capabilities
    self.source = source
    self.files = files
  }

  /// What a model can do, and what it needs.
  public struct Capabilities: Hashable, Sendable, Codable {
    /// It tells when each word was said.
    public var wordTimes: Bool
    /// It was trained to give text while somebody speaks.
    public var streaming: Bool
    /// What the worker takes while it decodes 25 s; nil: not known.
    public var memoryMegabytes: Int?

    public init(wordTimes: Bool = false, streaming: Bool = false, memoryMegabytes: Int? = nil) {
      self.wordTimes = wordTimes
      self.streaming = streaming
      self.memoryMegabytes = memoryMegabytes
    }
  }

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

  /// What a file is for. Each role of the engine must be filled exactly once, no other; `licence` as often as needed.
  public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    case preprocessor
    case encoder
    case decoder
    case uncachedDecoder
    case cachedDecoder
    case joiner
    case model
    case tokens
    case voiceActivity
    case licence
  }
}
