internal import Glibc
internal import SystemCalls

/// What exports to a path write beside it until all is there, and what those leave that were killed: private texts and sound.
public enum LeftExports {
  /// Where this process writes.
  public static func temporaryPath(_ path: String) -> String { "\(path).partial-\(getpid())" }

  /// Removes what processes that are gone have left of exports to the same path. What cannot be removed stays.
  public static func remove(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) + "/" } ?? "./"
    let prefix = path[(slash.map(path.index(after:)) ?? path.startIndex)...] + ".partial-"
    for name in (try? Files.names(in: folder)) ?? [] where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count)
      guard let process = pid_t(digits), process > 0, String(process) == digits else { continue }
      // ESRCH: there is no process of that number. Anything else (EPERM) is one that runs.
      guard kill(process, 0) != 0, errno == ESRCH else { continue }
      removeAll(folder + name)
    }
  }

  /// A file, or a folder as an archive is; never through a link.
  static func removeAll(_ path: String) {
    if unlink(path) == 0 { return }
    for folder in [path + "/" + ArchiveFormat.audioFolder, path] {
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      for name in (try? Files.names(in: folder)) ?? [] { unlink(folder + "/" + name) }
      rmdir(folder)
    }
  }
}
