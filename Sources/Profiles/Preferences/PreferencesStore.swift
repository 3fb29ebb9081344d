/// The user's preferences in one versioned file.
///
/// Other than profiles, a damaged one is an error and stays where it is: with the standard ones in its place, what the user
/// has forbidden would be done ("keep nothing").
public struct PreferencesStore: Sendable {
  public let path: String
  private var file: SettingsFile<Preferences> { SettingsFile(path: path, format: .preferences) }

  public init(path: String) { self.path = path }

  /// The preferences in the file; the defaults where there is none. Changes nothing.
  ///
  /// - Throws: `unreadable`, `tooLarge`, `newer`, `invalid`.
  public func inspect() throws(ProfileError) -> Preferences { try file.inspect() }

  /// Replaces the file in one step, all values written out.
  ///
  /// - Returns: the path under which a damaged file that stood there is kept.
  /// - Throws: `invalid` for values out of range; `newer`, `notWritable`, `unreadable`.
  @discardableResult
  public func save(_ preferences: Preferences) throws(ProfileError) -> String? { try file.save(preferences) }

  /// Chooses the speech model; what else the file says, and does not say, stays.
  ///
  /// - Throws: as `inspect` and `save`.
  public func chooseModel(_ id: String) throws(ProfileError) {
    try file.change { tree in
      var speech = tree["speech"] ?? .members([])
      speech["model"] = .string(id)
      tree["speech"] = speech
    }
  }

  /// All mistakes in a preferences file; none means that `inspect` takes it. Changes nothing.
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
