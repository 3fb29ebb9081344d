import Glibc
import SystemCalls

/// A folder of a test's own, removed with everything in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/hwctl-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(call: "make", subject: "temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in (try? Files.names(in: path)) ?? [] {
      unlink("\(path)/\(name)")
      rmdir("\(path)/\(name)")
    }
    rmdir(path)
  }
}
