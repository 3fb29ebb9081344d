internal import Glibc
internal import SystemCalls

/// A settings file with a schema version: read whole, replaced whole, never lost.
struct VersionedFile {
  /// Ten times what 500 full profiles need; keeps a wrong file from filling the memory.
  static let sizeLimitBytes = 10_000_000
  static let schemaVersion = 1

  enum Contents: Hashable {
    case missing
    /// Not a settings file at all: no JSON, no object, or no schema version in it.
    case corrupt(ProfileIssue)
    case newer(version: Int)
    case sound(JSONValue)
  }

  let path: String

  func read() throws(ProfileError) -> Contents {
    do throws(SystemError) {
      return Self.judge(try Files.read(path, limit: Self.sizeLimitBytes))
    } catch {
      if error.code == ENOENT { return .missing }
      throw ProfileError(error.code == EFBIG ? .tooLarge : .unreadable, path: path, underlying: error)
    }
  }

  static func judge(_ bytes: [UInt8]) -> Contents {
    guard bytes.count <= sizeLimitBytes else {
      return .corrupt(ProfileIssue(path: "", problem: "larger than \(sizeLimitBytes / 1_000_000) MB"))
    }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(bytes)
    } catch { return .corrupt(ProfileIssue(path: "", problem: "not JSON: \(error.description)")) }
    guard case .object(let members) = value else {
      return .corrupt(ProfileIssue(path: "", problem: "expected an object, found \(value.typeName)"))
    }
    let found = members.first { $0.name == "schemaVersion" }?.value
    guard case .integer(let version) = found, version >= 1 else {
      let problem = found.map { "expected a version, found \($0.typeName)" } ?? "missing"
      return .corrupt(
        ProfileIssue(path: "schemaVersion", problem: problem, allowed: [String(schemaVersion)]))
    }
    return version > schemaVersion ? .newer(version: version) : .sound(value)
  }

  /// Replaces the file, unless it is of a later version; a corrupt one is kept first.
  ///
  /// - Returns: the path under which a corrupt file is kept.
  func replace(with value: JSONValue) throws(ProfileError) -> String? {
    var preserved: String?
    switch try read() {
    case .newer(let version): throw ProfileError(.newer, path: path, foundVersion: version)
    case .corrupt: preserved = try preserve()
    case .missing, .sound: break
    }
    do throws(SystemError) {
      try Files.makeFolder(Files.parent(of: path))
      try Files.replace(path, with: JSONWriter.write(value))
    } catch { throw ProfileError(.notWritable, path: path, underlying: error) }
    return preserved
  }

  /// Moves the file aside and gives its new path.
  func preserve() throws(ProfileError) -> String {
    let base = path + ".corrupt-" + Self.timeText()
    var candidate = base
    var number = 1
    while Files.exists(candidate) {
      number += 1
      candidate = "\(base)-\(number)"
    }
    do throws(SystemError) {
      try Files.rename(path, to: candidate)
    } catch { throw ProfileError(.notWritable, path: path, underlying: error) }
    return candidate
  }

  /// Now, UTC: "20261130T081502Z".
  private static func timeText() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
