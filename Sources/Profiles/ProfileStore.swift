public import Domain
internal import SystemCalls

/// Profiles as loaded, and where from.
public struct LoadedProfiles: Hashable, Sendable {
  public var envelope: ProfileEnvelope
  public var origin: SettingsOrigin

  public init(envelope: ProfileEnvelope, origin: SettingsOrigin) {
    self.envelope = envelope
    self.origin = origin
  }
}

/// The user's profiles in one versioned file.
public struct ProfileStore: Sendable {
  public let path: String
  private let models: [ModelID: [ControlID]]
  private var file: VersionedFile { VersionedFile(path: path) }

  /// - Parameter models: the models that exist and their Controls, in the order messages list them.
  public init(path: String, models: [ModelID: [ControlID]]) {
    self.path = path
    self.models = models
  }

  /// The profiles in the file; the standard ones where there is no file, or a damaged one, which is kept aside.
  ///
  /// - Throws: `unreadable`, `tooLarge`; `newer` and `invalid` (a mistake inside a readable file) leave it untouched.
  public func load() throws(ProfileError) -> LoadedProfiles {
    switch try file.read() {
    case .missing: return LoadedProfiles(envelope: .standard, origin: .standard)
    case .newer(let version): throw ProfileError(.newer, path: path, foundVersion: version)
    case .corrupt(let issue):
      let kept = try file.preserve()
      return LoadedProfiles(envelope: .standard, origin: .preserved(path: kept, issue: issue))
    case .sound(let value):
      let (envelope, issues) = ProfileDecoding.decode(value, models: models)
      guard let envelope else { throw ProfileError(.invalid, path: path, issues: issues) }
      return LoadedProfiles(envelope: envelope, origin: .file)
    }
  }

  /// Reads like `load`, and changes nothing: a corrupt file is an error and stays where it is.
  public func inspect() throws(ProfileError) -> ProfileEnvelope {
    if case .corrupt(let issue) = try file.read() {
      throw ProfileError(.invalid, path: path, issues: [issue])
    }
    return try load().envelope
  }

  /// Replaces the file in one step: the old one stands until the new one is on the disk.
  ///
  /// - Returns: the path under which a damaged file that stood there is kept.
  /// - Throws: `invalid` for an envelope that `load` would refuse; `newer`, `notWritable`, `unreadable`.
  @discardableResult
  public func save(_ envelope: ProfileEnvelope) throws(ProfileError) -> String? {
    let value = ProfileEncoding.encode(envelope)
    let issues = ProfileDecoding.decode(value, models: models).issues
    guard issues.isEmpty else { throw ProfileError(.invalid, path: path, issues: issues) }
    return try file.replace(with: value)
  }

  /// All mistakes in a profile file; none means that `load` takes it. Changes nothing.
  public static func validate(bytes: [UInt8], models: [ModelID: [ControlID]]) -> [ProfileIssue] {
    issues(VersionedFile.judge(bytes), models)
  }

  /// As `validate(bytes:models:)`, for a file of any name. Throws `unreadable` and `tooLarge`; a missing file is an issue.
  public static func validate(
    path: String, models: [ModelID: [ControlID]]
  ) throws(ProfileError) -> [ProfileIssue] {
    issues(try VersionedFile(path: path).read(), models)
  }

  private static func issues(
    _ contents: VersionedFile.Contents, _ models: [ModelID: [ControlID]]
  ) -> [ProfileIssue] {
    switch contents {
    case .missing: return [ProfileIssue(path: "", problem: "there is no such file")]
    case .corrupt(let issue): return [issue]
    case .newer(let version): return [.newer(version)]
    case .sound(let value): return ProfileDecoding.decode(value, models: models).issues
    }
  }
}
