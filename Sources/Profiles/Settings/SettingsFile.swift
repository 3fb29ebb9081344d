internal import Glibc
internal import SystemCalls

/// A settings file with a schema version: read whole, replaced whole, never lost.
///
/// A file of an earlier version is migrated in memory and stays as it is until the next save, which keeps it beside the
/// new one.
struct SettingsFile<Value: Sendable>: Sendable {
  let path: String
  let format: SettingsFormat<Value>

  /// The settings in the file; the standard ones where there is no file, or a damaged one, which is kept aside.
  func load() throws(ProfileError) -> (value: Value, origin: SettingsOrigin) {
    guard let bytes = try bytes() else { return (format.standard, .standard) }
    if case .corrupt(let issue) = SettingsTree.judge(bytes, format.migrations) {
      return (format.standard, .preserved(path: try preserve(bytes), issue: issue))
    }
    return (try value(of: bytes), .file)
  }

  /// Reads like `load`, and changes nothing: a corrupt file is an error and stays where it is.
  func inspect() throws(ProfileError) -> Value {
    guard let bytes = try bytes() else { return format.standard }
    return try value(of: bytes)
  }

  /// The file as it is; nil where there is none.
  func bytes() throws(ProfileError) -> [UInt8]? {
    do throws(SystemError) { return try Files.read(path, limit: SettingsTree.sizeLimitBytes) } catch {
      if error.code == ENOENT { return nil }
      throw ProfileError(error.code == EFBIG ? .tooLarge : .unreadable, path: path, underlying: error)
    }
  }

  func value(of bytes: [UInt8]) throws(ProfileError) -> Value {
    switch SettingsTree.judge(bytes, format.migrations) {
    case .corrupt(let issue): throw ProfileError(.invalid, path: path, issues: [issue])
    case .newer(let version):
      throw ProfileError(.newer, path: path, foundVersion: version, knownVersion: format.version)
    case .sound(let tree, _):
      let (value, issues) = format.decode(tree)
      guard let value else { throw ProfileError(.invalid, path: path, issues: issues) }
      return value
    }
  }

  /// Replaces the file in one step: the old one stands until the new one is on the disk.
  ///
  /// - Returns: the path under which a damaged file that stood there is kept.
  func save(_ value: Value) throws(ProfileError) -> String? {
    var tree = format.tree(of: value)
    let issues = format.decode(tree).issues
    guard issues.isEmpty else { throw ProfileError(.invalid, path: path, issues: issues) }
    if let old = try bytes(), case .sound(let oldTree, _) = SettingsTree.judge(old, format.migrations),
      let schema = oldTree[SettingsTree.schemaName], case .object(let members) = tree
    {
      tree = .object([JSONValue.Member(name: SettingsTree.schemaName, value: schema)] + members)
    }
    return try replace(with: JSONWriter.write(tree))
  }

  /// Changes single values and leaves every other member as it stands, also one that is not there. A file of an earlier version
  /// is migrated, as by `save`.
  func change(_ change: (inout JSONValue) -> Void) throws(ProfileError) {
    var tree = JSONValue.members([(SettingsTree.versionName, .integer(format.version))])
    if let old = try bytes() {
      _ = try value(of: old)
      if case .sound(let sound, _) = SettingsTree.judge(old, format.migrations) { tree = sound }
    }
    change(&tree)
    let issues = format.decode(tree).issues
    guard issues.isEmpty else { throw ProfileError(.invalid, path: path, issues: issues) }
    _ = try replace(with: JSONWriter.write(tree))
  }

  /// Replaces the file, unless it is of a later version; a damaged one or one of an earlier version is kept first.
  ///
  /// - Returns: the path under which a damaged file is kept.
  func replace(with bytes: [UInt8]) throws(ProfileError) -> String? {
    var preserved: String?
    if let old = try self.bytes() {
      switch SettingsTree.judge(old, format.migrations) {
      case .newer(let version):
        throw ProfileError(.newer, path: path, foundVersion: version, knownVersion: format.version)
      case .corrupt: preserved = try preserve(old)
      case .sound(_, let version) where version < format.version: try keep(old, version: version)
      case .sound: break
      }
    }
    do throws(SystemError) {
      try Files.makeFolder(Files.parent(of: path))
      try Files.replace(path, with: bytes)
    } catch { throw ProfileError(.notWritable, path: path, underlying: error) }
    return preserved
  }

  /// Moves a damaged file aside and gives its new path.
  private func preserve(_ bytes: [UInt8]) throws(ProfileError) -> String {
    let kept = Files.unusedPath("\(path).corrupt-\(UnixTime.compactText())")
    do throws(SystemError) { try Files.rename(path, to: kept) } catch {
      throw ProfileError(.notWritable, path: path, underlying: error)
    }
    return kept
  }

  /// A copy, so that there is no moment without the file.
  private func keep(_ bytes: [UInt8], version: Int) throws(ProfileError) {
    do throws(SystemError) {
      try Files.replace(Files.unusedPath("\(path).v\(version)-\(UnixTime.compactText())"), with: bytes)
    } catch { throw ProfileError(.notWritable, path: path, underlying: error) }
  }
}
