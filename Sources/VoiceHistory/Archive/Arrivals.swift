internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls

/// A folder of our own inside the history, in which recordings that come from elsewhere wait until their sessions are committed.
///
/// Locked (flock(2)) for as long as this value lives, so that reconciliation leaves it alone.
struct Arrivals: ~Copyable {
  static let prefix = ".arrivals-"

  let path: String
  private let folder: String
  private let lock: FileDescriptor

  init(folder: String) throws(HistoryError) {
    self.folder = folder
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    path = "\(folder)/\(Self.prefix)\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    lock = try Self.make(path)
  }

  private static func make(_ path: String) throws(HistoryError) -> FileDescriptor {
    do throws(SystemError) {
      try retrying("make folder", path) { mkdir(path, 0o700) }
      let opened = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      try retrying("lock", path) { flock(opened.rawValue, LOCK_EX | LOCK_NB) }
      return opened
    } catch { throw HistoryError(error) }
  }

  /// Makes the names in it lasting, before rows that name them are.
  borrowing func synchronize() throws(HistoryError) {
    do throws(SystemError) {
      try lock.synchronize()
      try Files.synchronizeFolder(of: path)
    } catch { throw HistoryError(error) }
  }

  /// Moves the recordings into their places, and goes.
  borrowing func settle(_ names: [String]) throws(HistoryError) {
    do throws(SystemError) {
      for name in names {
        let (old, new) = (path + "/" + name, folder + "/" + name)
        try retrying("rename", new) { rename(old, new) }
      }
      try Files.synchronizeFolder(of: folder + "/.")
    } catch { throw HistoryError(error) }
    rmdir(path)
  }

  /// Nothing was committed: the copies go.
  borrowing func discard() {
    for name in (try? Files.names(in: path)) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }
}

/// Settles what a kill left in folders of arrivals: recordings whose sessions were committed go into their places, copies of
/// others go. What is not named as a recording is not touched, and keeps its folder.
struct LeftArrivals {
  let connection: Connection
  let folder: String

  func settle() throws(HistoryError) {
    let names: [String]
    do throws(SystemError) { names = try Files.names(in: folder) } catch { throw HistoryError(error) }
    for name in names where Self.isOurs(name) { try settle(folder + "/" + name) }
  }

  private static func isOurs(_ name: String) -> Bool {
    let digits = name.dropFirst(Arrivals.prefix.count)
    return name.hasPrefix(Arrivals.prefix) && digits.count == 16 && digits.allSatisfy(\.isHexDigit)
  }

  private func settle(_ path: String) throws(HistoryError) {
    guard let lock = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0
    else { return }
    do {
      for name in try Files.names(in: path) {
        guard let (id, kind) = SessionFiles.parse(name) else { continue }
        let (old, new) = (path + "/" + name, folder + "/" + name)
        if kind == .audio, let digest = try wanted(id), !Files.exists(new),
          try SHA256.digest(ofFile: old).digest == digest
        {
          try Files.rename(old, to: new)
        } else {
          try retrying("remove", old) { unlink(old) }
        }
      }
      rmdir(path)
    } catch let error as SystemError {
      throw HistoryError(error)
    } catch let error as HistoryError {
      throw error
    } catch {
      preconditionFailure("the calls above throw only the two kinds of error")
    }
    withExtendedLifetime(lock) {}
  }

  /// The digest of the recording that a session names.
  private func wanted(_ id: SessionID) throws(HistoryError) -> String? {
    let statement = try connection.prepare(
      "SELECT audio_sha256 FROM voice_sessions WHERE id = ? AND audio_name IS NOT NULL", [.text(id.rawValue)])
    return try statement.step() ? statement.text(0) : nil
  }
}
