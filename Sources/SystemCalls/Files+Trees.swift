internal import Glibc

extension Files {
  /// Removes a folder and all in it, or a file; links are removed, not followed. Nothing there is no failure.
  public static func removeTree(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw SystemError(call: "remove", subject: path)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      try retrying("remove", path) { unlink(path) }
      return
    }
    for name in try names(in: path) { try removeTree("\(path)/\(name)") }
    try retrying("remove", path) { rmdir(path) }
  }
}
