internal import Glibc

/// Files and folders that belong to one user: files 0600, folders 0700, replaced whole or not at all.
public enum Files {
  /// The bytes of a regular file; anything else fails at once with EINVAL, a FIFO too, on which nobody may ever write.
  ///
  /// - Parameter limit: the largest size accepted; a larger file fails with EFBIG before it is read.
  public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    try retrying("fstat", path) { fstat(descriptor.rawValue, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(call: "read", subject: path, code: EINVAL, reason: "not a regular file")
    }
    guard status.st_size <= limit else { throw SystemError(call: "read", subject: path, code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = try retrying("read", path) {
        bytes.withUnsafeMutableBytes {
          Glibc.read(descriptor.rawValue, $0.baseAddress! + filled, $0.count - filled)
        }
      }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Replaces a file: temporary sibling, fsync, atomic rename, fsync of the folder. On failure the old file stands.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).new-\(getpid())"
    do throws(SystemError) {
      unlink(temporary)
      let descriptor = try FileDescriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL)
      try descriptor.writeAll(bytes)
      try descriptor.synchronize()
      try rename(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// The path itself where nothing is there, else with the first of "-2", "-3" … that is free: for what is kept aside.
  public static func unusedPath(_ path: String) -> String {
    var candidate = path
    var number = 1
    while exists(candidate) {
      number += 1
      candidate = "\(path)-\(number)"
    }
    return candidate
  }

  /// Renames and makes the new name lasting.
  public static func rename(_ old: String, to new: String) throws(SystemError) {
    try retrying("rename", new) { Glibc.rename(old, new) }
    try synchronizeFolder(of: new)
  }

  /// Removes a file; its folder is not flushed.
  public static func remove(_ path: String) throws(SystemError) {
    try retrying("remove", path) { unlink(path) }
  }

  public static func synchronizeFolder(of path: String) throws(SystemError) {
    let folder = parent(of: path)
    let descriptor = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
    try descriptor.synchronize()
  }

  /// Makes a folder and its missing parents, 0700 each. An existing folder keeps its mode.
  public static func makeFolder(_ path: String) throws(SystemError) {
    if isFolder(path) { return }
    let above = parent(of: path)
    if above != path { try makeFolder(above) }
    do throws(SystemError) {
      try retrying("make folder", path) { mkdir(path, 0o700) }
    } catch {
      guard error.code == EEXIST, isFolder(path) else { throw error }
    }
  }

  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The size of the file system of a path, in bytes (statvfs(3)).
  public static func totalBytes(at path: String) throws(SystemError) -> Int64 {
    var status = statvfs()
    try retrying("look for the size of the disk at", path) { statvfs(path, &status) }
    return Int64(clamping: UInt64(status.f_blocks) * UInt64(status.f_frsize))
  }

  /// The space that the user may still fill on the file system of a path, in bytes (statvfs(3)).
  public static func freeBytes(at path: String) throws(SystemError) -> Int64 {
    var status = statvfs()
    try retrying("look for free space at", path) { statvfs(path, &status) }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// The names in a folder, sorted, without "." and "..".
  public static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw SystemError(call: "open", subject: folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The folder part of a path; "." for a bare name.
  public static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
