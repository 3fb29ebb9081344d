internal import Glibc
internal import SystemCalls

/// The audio files of one session, held against a writer in another process for as long as this value lives.
///
/// A writer locks its file exclusively (flock(2)) until the session is committed; the kernel lets go when it dies.
struct SessionFileLocks: ~Copyable {
  private let partial: FileDescriptor?
  private let quarantine: FileDescriptor?
  private let audio: FileDescriptor?

  /// Nil while a writer has one of the files, or has just renamed it.
  static func take(
    _ files: SessionFiles, _ kinds: Set<SessionFiles.Kind>
  ) throws(HistoryError) -> SessionFileLocks? {
    do throws(SystemError) {
      return SessionFileLocks(
        partial: kinds.contains(.partial) ? try lock(files.partialAudio) : nil,
        quarantine: kinds.contains(.quarantine) ? try lock(files.quarantine) : nil,
        audio: kinds.contains(.audio) ? try lock(files.audio) : nil)
    } catch {
      if error.code == EWOULDBLOCK || error.code == ENOENT { return nil }
      throw HistoryError(error)
    }
  }

  private static func lock(_ path: String) throws(SystemError) -> FileDescriptor {
    let descriptor = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let rawValue = descriptor.rawValue
    try retrying("lock", path) { flock(rawValue, LOCK_EX | LOCK_NB) }
    return descriptor
  }
}
