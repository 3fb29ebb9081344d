import Glibc
import SystemCalls

/// A folder of a test's own under /tmp, with a name short enough for Unix sockets in it; removed with all it holds when the
/// test lets go of it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/hwctl-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(call: "make", subject: "a temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a text; gives the path of its file.
  public func write(_ name: String, _ text: String) throws -> String {
    try Files.replace(file(name), with: Array(text.utf8))
    return file(name)
  }

  public func names() throws -> [String] { try Files.names(in: path) }

  /// Permission bits of a file or folder.
  public static func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// All below a path; links are removed, not followed.
  public static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in (try? Files.names(in: path)) ?? [] { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
