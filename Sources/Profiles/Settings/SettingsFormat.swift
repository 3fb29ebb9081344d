/// How one kind of settings stands in its file.
struct SettingsFormat<Value: Sendable>: Sendable {
  /// Where there is no file, or none that can be understood.
  var standard: Value
  var migrations: Migrations
  /// The value only without issues.
  var decode: @Sendable (JSONValue) -> (value: Value?, issues: [ProfileIssue])
  /// All members but the schema version.
  var encode: @Sendable (Value) -> [(String, JSONValue)]

  var version: Int { migrations.version }

  func tree(of value: Value) -> JSONValue {
    .members([(SettingsTree.versionName, .integer(version))] + encode(value))
  }

  func bytes(of value: Value) -> [UInt8] { JSONWriter.write(tree(of: value)) }

  /// Everything wrong with the bytes of such a file; none means that it is taken.
  func issues(in bytes: [UInt8]) -> [ProfileIssue] {
    switch SettingsTree.judge(bytes, migrations) {
    case .corrupt(let issue): [issue]
    case .newer(let version): [SettingsTree.newer(version, migrations)]
    case .sound(let tree, _): decode(tree).issues
    }
  }
}

/// The bytes of a settings file as a tree of the present version, if they are one.
enum SettingsTree: Hashable {
  /// Not a settings file at all: no JSON, no object, or no schema version in it.
  case corrupt(ProfileIssue)
  case newer(version: Int)
  /// Migrated where it was of an earlier version.
  case sound(JSONValue, writtenAs: Int)

  static let versionName = "schemaVersion"
  /// A file may name its schema for the editor; hwctl keeps the name and does not look at it.
  static let schemaName = "$schema"
  /// Ten times what 500 full profiles need; keeps a wrong file from filling the memory.
  static let sizeLimitBytes = 10_000_000

  static func judge(_ bytes: [UInt8], _ migrations: Migrations) -> SettingsTree {
    guard bytes.count <= sizeLimitBytes else {
      return .corrupt(ProfileIssue(path: "", problem: "larger than \(sizeLimitBytes / 1_000_000) MB"))
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(bytes)
    } catch { return .corrupt(ProfileIssue(path: "", problem: "not JSON: \(error.description)")) }
    guard case .object = value else {
      return .corrupt(ProfileIssue(path: "", problem: "expected an object, found \(value.typeName)"))
    }
    let found = value[versionName]
    guard case .integer(let version) = found, version >= 1 else {
      let problem = found.map { "expected a version, found \($0.typeName)" } ?? "missing"
      return .corrupt(
        ProfileIssue(path: versionName, problem: problem, allowed: [String(migrations.version)]))
    }
    if version > migrations.version { return .newer(version: version) }
    return .sound(migrations.migrate(value, from: version), writtenAs: version)
  }

  static func newer(_ version: Int, _ migrations: Migrations) -> ProfileIssue {
    ProfileIssue(
      path: versionName, problem: "version \(version) is of a newer hwctl",
      allowed: [String(migrations.version)])
  }
}
