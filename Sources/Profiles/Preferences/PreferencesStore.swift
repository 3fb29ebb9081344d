/// Preferences as loaded, and where from.
public struct LoadedPreferences: Hashable, Sendable {
  public var preferences: Preferences
  public var origin: SettingsOrigin

  public init(preferences: Preferences, origin: SettingsOrigin) {
    self.preferences = preferences
    self.origin = origin
  }
}

/// The user's preferences in one versioned file; the same rules as for `ProfileStore`.
public struct PreferencesStore: Sendable {
  public let path: String
  private var file: SettingsFile<Preferences> { SettingsFile(path: path, format: .preferences) }

  public init(path: String) { self.path = path }

  /// The preferences in the file; the defaults where there is no file, or a damaged one, which is kept aside.
  ///
  /// - Throws: `unreadable`, `tooLarge`; `newer` and `invalid` (a mistake inside a readable file) leave it untouched.
  public func load() throws(ProfileError) -> LoadedPreferences {
    let (preferences, origin) = try file.load()
    return LoadedPreferences(preferences: preferences, origin: origin)
  }

  /// Reads like `load`, and changes nothing: a corrupt file is an error and stays where it is.
  public func inspect() throws(ProfileError) -> Preferences { try file.inspect() }

  /// Replaces the file in one step, all values written out.
  ///
  /// - Returns: the path under which a damaged file that stood there is kept.
  /// - Throws: `invalid` for values out of range; `newer`, `notWritable`, `unreadable`.
  @discardableResult
  public func save(_ preferences: Preferences) throws(ProfileError) -> String? { try file.save(preferences) }

  /// All mistakes in a preferences file; none means that `load` takes it. Changes nothing.
  public static func validate(bytes: [UInt8]) -> [ProfileIssue] {
    SettingsFormat<Preferences>.preferences.issues(in: bytes)
  }
}

extension SettingsFormat<Preferences> {
  static var preferences: Self {
    Self(
      standard: Preferences(), migrations: .preferences, decode: PreferencesDecoding.decode,
      encode: PreferencesEncoding.members)
  }
}
