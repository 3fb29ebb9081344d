internal import Glibc
internal import SystemCalls

/// An empty file beside the database which says, also after a kill, that something is to be done with it.
struct DatabaseMark {
  private let path: String

  /// Damage was met: to be read through when it is opened.
  static func damage(of database: String) -> DatabaseMark { DatabaseMark(path: database + ".damaged") }

  /// Words of removed sessions are to be erased.
  static func erasure(in database: String) -> DatabaseMark { DatabaseMark(path: database + ".erasing") }

  private init(path: String) { self.path = path }

  var isSet: Bool { Files.exists(path) }

  /// Lasting when this returns.
  func set() throws(SystemError) {
    _ = try FileDescriptor.open(path, O_WRONLY | O_CREAT)
    try Files.synchronizeFolder(of: path)
  }

  func clear() { unlink(path) }
}
