internal import Glibc
internal import SystemCalls

/// One change of a settings folder at a time, between processes: an advisory lock on the folder itself, so that no lock
/// file is left behind. Readers need none, since files are replaced in one step.
struct SettingsLock: ~Copyable {
  /// A change takes milliseconds; whoever holds the lock for longer hangs.
  static let waitMilliseconds = 5000
  private static let stepMilliseconds = 10

  private let folder: FileDescriptor

  /// - Parameter path: the file to be changed; its folder is made where it is missing.
  init(for path: String) throws(ProfileError) {
    do throws(SystemError) {
      try Files.makeFolder(Files.parent(of: path))
      let folder = try FileDescriptor.open(Files.parent(of: path), O_RDONLY | O_DIRECTORY)
      try Self.lock(folder)
      self.folder = folder
    } catch {
      throw ProfileError(error.code == EWOULDBLOCK ? .busy : .notWritable, path: path, underlying: error)
    }
  }

  /// flock(2) has no time limit of its own, and a signal must not be needed to end a wait.
  private static func lock(_ folder: borrowing FileDescriptor) throws(SystemError) {
    for _ in 0..<(waitMilliseconds / stepMilliseconds) {
      if flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(UInt32(stepMilliseconds * 1000))
    }
    throw SystemError(call: "lock", subject: "settings folder")
  }

  /// Lets the next one in; also done when the lock goes out of scope.
  consuming func release() {}
}
