import Glibc
import SystemCalls

/// A folder of a test's own, removed with all it holds when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/hwctl-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp", subject: "/tmp") }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ text: String) throws -> String {
    try Files.replace(file(name), with: Array(text.utf8))
    return file(name)
  }

  func names() throws -> [String] { try Files.names(in: path) }

  /// Permission bits of a file or folder.
  static func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private static func remove(_ path: String) {
    if Files.isFolder(path) {
      for name in (try? Files.names(in: path)) ?? [] { remove(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
