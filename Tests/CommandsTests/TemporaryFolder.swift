import Glibc
import SystemCalls

/// A private folder under /tmp, with a name short enough for Unix sockets in it; gone with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/hwctl-e2e.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(call: "make", subject: "a temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// All below a path; links are removed, not followed.
  private static func remove(_ path: String) {
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
