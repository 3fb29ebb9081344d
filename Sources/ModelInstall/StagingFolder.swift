internal import CSystem
internal import Glibc
internal import Models
internal import SystemCalls

/// A folder in which one package is put together, until it is renamed to its place in one step.
///
/// What a killed command leaves is taken up again by the next for the same model, so that a long download goes on; what is
/// left of any other, and is nobody's any more, is removed. Who works on one holds a lock (flock(2)), which ends with it.
struct StagingFolder: ~Copyable {
  let path: String
  private let lock: Lock

  init(for identity: ModelIdentity, in models: InstalledModels) throws(InstallError) {
    let path = "\(models.stagingFolder)/\(identity.id)-\(identity.version)"
    let lock = try mapped { () throws(SystemError) in
      try Files.makeFolder(models.stagingFolder)
      return try Lock(path + ".lock")
    }
    guard lock.isHeld else { throw .busy("\(identity)") }
    try mapped { () throws(SystemError) in try Files.makeFolder(path) }
    Self.clean(models.stagingFolder, except: path)
    self.path = path
    self.lock = lock
  }

  /// Puts the package where it is looked for, in the place of what stands there.
  consuming func place(at target: String) throws(InstallError) {
    do throws(SystemError) {
      try Files.makeFolder(Files.parent(of: target))
      try Files.synchronizeFolder(of: "\(path)/.")
      if Files.exists(target) {
        // Exchanged, so that at no instant there is no model.
        try retrying("rename", target) { [path] in hwctl_exchange(path, target) }
        try Files.synchronizeFolder(of: target)
        try Files.removeTree(path)
      } else {
        try Files.rename(path, to: target)
      }
      lock.end()
    } catch {
      throw .system(error)
    }
  }

  /// Nothing of it is of use to a later command.
  consuming func discard() {
    try? Files.removeTree(path)
    lock.end()
  }

  /// Whatever cannot be removed now is looked at again by the next command.
  private static func clean(_ folder: String, except own: String) {
    for name in (try? Files.names(in: folder)) ?? [] where !name.hasSuffix(".lock") {
      let path = "\(folder)/\(name)"
      if path == own { continue }
      guard let lock = try? Lock(path + ".lock"), lock.isHeld else { continue }
      try? Files.removeTree(path)
      lock.end()
    }
  }
}

/// A file whose lock (flock(2)) says that somebody is at work.
private final class Lock {
  private let descriptor: FileDescriptor
  private let path: String
  let isHeld: Bool

  init(_ path: String) throws(SystemError) {
    descriptor = try FileDescriptor.open(path, O_RDWR | O_CREAT)
    self.path = path
    var status = stat()
    // Whoever ended meanwhile has removed the file: a lock on it keeps nobody out who makes a new one.
    isHeld =
      flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor.rawValue, &status) == 0
      && status.st_nlink > 0
  }

  /// Nobody needs it any more.
  func end() { unlink(path) }
}
