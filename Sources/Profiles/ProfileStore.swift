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
  let models: BindableModels
  var file: SettingsFile<ProfileEnvelope> { SettingsFile(path: path, format: .profiles(models)) }

  /// - Parameter models: the models that exist and their Controls, in the order messages list them.
  public init(path: String, models: BindableModels) {
    self.path = path
    self.models = models
  }

  /// The profiles in the file; the standard ones where there is no file, or a damaged one, which is kept aside.
  ///
  /// - Throws: `unreadable`, `tooLarge`; `newer` and `invalid` (a mistake inside a readable file) leave it untouched.
  public func load() throws(ProfileError) -> LoadedProfiles {
    let (envelope, origin) = try file.load()
    return LoadedProfiles(envelope: envelope, origin: origin)
  }

  /// Reads like `load`, and changes nothing: a corrupt file is an error and stays where it is.
  public func inspect() throws(ProfileError) -> ProfileEnvelope { try file.inspect() }

  /// Replaces the file in one step: the old one stands until the new one is on the disk. A file of an earlier version is
  /// kept as "profiles.json.v1-<time>".
  ///
  /// - Returns: the path under which a damaged file that stood there is kept.
  /// - Throws: `invalid` for an envelope that `load` would refuse; `newer`, `notWritable`, `unreadable`.
  @discardableResult
  public func save(_ envelope: ProfileEnvelope) throws(ProfileError) -> String? { try file.save(envelope) }

  /// All mistakes in a profile file; none means that `load` takes it. Changes nothing.
  public static func validate(bytes: [UInt8], models: BindableModels) -> [ProfileIssue] {
    SettingsFormat<ProfileEnvelope>.profiles(models).issues(in: bytes)
  }

  /// As `validate(bytes:models:)`, for a file of any name. Throws `unreadable` and `tooLarge`; a missing file is an issue.
  public static func validate(path: String, models: BindableModels) throws(ProfileError) -> [ProfileIssue] {
    let file = SettingsFile(path: path, format: .profiles(models))
    guard let bytes = try file.bytes() else {
      return [ProfileIssue(path: "", problem: "there is no such file")]
    }
    return validate(bytes: bytes, models: models)
  }

  /// The JSON schema of profiles.json for editors, with these models.
  public static func schema(models: BindableModels) -> [UInt8] {
    JSONWriter.write(ProfileShapes(models: models).envelope.schema(title: "Profiles of hwctl"))
  }
}

extension SettingsFormat<ProfileEnvelope> {
  static func profiles(_ models: BindableModels) -> Self {
    Self(
      standard: .standard, migrations: .profiles,
      decode: { ProfileDecoding.decode($0, models: models) }, encode: ProfileEncoding.members)
  }
}
