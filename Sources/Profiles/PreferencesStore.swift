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
  private var file: VersionedFile { VersionedFile(path: path) }

  public init(path: String) { self.path = path }

  /// The preferences in the file; the defaults where there is no file, or a damaged one, which is kept aside.
  ///
  /// - Throws: `unreadable`, `tooLarge`; `newer` and `invalid` (a mistake inside a readable file) leave it untouched.
  public func load() throws(ProfileError) -> LoadedPreferences {
    switch try file.read() {
    case .missing: return LoadedPreferences(preferences: Preferences(), origin: .standard)
    case .newer(let version): throw ProfileError(.newer, path: path, foundVersion: version)
    case .corrupt(let issue):
      let kept = try file.preserve()
      return LoadedPreferences(preferences: Preferences(), origin: .preserved(path: kept, issue: issue))
    case .sound(let value):
      let (preferences, issues) = PreferencesDecoding.decode(value)
      guard let preferences else { throw ProfileError(.invalid, path: path, issues: issues) }
      return LoadedPreferences(preferences: preferences, origin: .file)
    }
  }

  /// Reads like `load`, and changes nothing: a corrupt file is an error and stays where it is.
  public func inspect() throws(ProfileError) -> Preferences {
    if case .corrupt(let issue) = try file.read() {
      throw ProfileError(.invalid, path: path, issues: [issue])
    }
    return try load().preferences
  }

  /// Replaces the file in one step, all values written out.
  ///
  /// - Returns: the path under which a damaged file that stood there is kept.
  /// - Throws: `invalid` for values out of range; `newer`, `notWritable`, `unreadable`.
  @discardableResult
  public func save(_ preferences: Preferences) throws(ProfileError) -> String? {
    let value = PreferencesEncoding.encode(preferences)
    let issues = PreferencesDecoding.decode(value).issues
    guard issues.isEmpty else { throw ProfileError(.invalid, path: path, issues: issues) }
    return try file.replace(with: value)
  }

  /// All mistakes in a preferences file; none means that `load` takes it. Changes nothing.
  public static func validate(bytes: [UInt8]) -> [ProfileIssue] {
    switch VersionedFile.judge(bytes) {
    case .missing: return []
    case .corrupt(let issue): return [issue]
    case .newer(let version): return [.newer(version)]
    case .sound(let value): return PreferencesDecoding.decode(value).issues
    }
  }
}
