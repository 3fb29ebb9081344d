public import Domain
internal import SystemCalls

/// Profiles as texts that leave and enter hwctl.
extension ProfileStore {
  /// The bytes of a file with these profiles.
  public func text(of envelope: ProfileEnvelope) -> [UInt8] { file.format.bytes(of: envelope) }

  /// A profile as it stands in the file, on one line.
  public static func json(of profile: Profile) -> String { JSONWriter.line(ProfileEncoding.encode(profile)) }

  /// The profiles of another file, of any version.
  ///
  /// - Parameter elsewhere: ids of profiles that are not in it and may be switched to.
  public func read(_ path: String, elsewhere: Set<String>) throws(ProfileError) -> ProfileEnvelope {
    var format = file.format
    let models = models
    format.decode = { ProfileDecoding.decode($0, models: models, elsewhere: elsewhere) }
    let other = SettingsFile(path: path, format: format)
    guard let bytes = try other.bytes() else {
      throw ProfileError(
        .unreadable, path: path, underlying: SystemError(call: "open", subject: path, code: Self.noEntry))
    }
    return try other.value(of: bytes)
  }

  /// ENOENT
  private static let noEntry: Int32 = 2

  /// What an editor is to show, and the file as it is; nil where there is none yet.
  ///
  /// The text is the file itself, mistakes and all; one of an earlier version is shown migrated.
  public func editable() throws(ProfileError) -> (text: [UInt8], original: [UInt8]?) {
    guard let bytes = try file.bytes() else { return (text(of: .standard), nil) }
    switch SettingsTree.judge(bytes, file.format.migrations) {
    case .newer(let version):
      throw ProfileError(.newer, path: path, foundVersion: version, knownVersion: file.format.version)
    case .sound(let tree, let version) where version < file.format.version:
      return (JSONWriter.write(tree), bytes)
    case .sound, .corrupt: return (bytes, bytes)
    }
  }

  /// Replaces the file by a text that was edited, byte for byte, if the file is still what it was.
  ///
  /// - Returns: false when it is not; nothing was changed then.
  /// - Throws: `invalid` for a text that `load` would refuse.
  public func replace(with text: [UInt8], ifStill original: [UInt8]?) throws(ProfileError) -> Bool {
    let issues = file.format.issues(in: text)
    guard issues.isEmpty else { throw ProfileError(.invalid, path: path, issues: issues) }
    let lock = try SettingsLock(for: path)
    guard try file.bytes() == original else { return false }
    _ = try file.replace(with: text)
    lock.release()
    return true
  }
}
