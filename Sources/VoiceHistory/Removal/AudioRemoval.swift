internal import Domain
internal import Glibc
internal import SystemCalls

/// Takes audio out of the history so that a kill at any instant leaves either all as it was or the removal done.
///
///     1  rename the file to its quarantine name          killed: reconciliation restores it
///     2  commit the change, and that this digest goes    killed: reconciliation discards it
///     3  remove the quarantined file, forget the removal
///
/// A commit that fails restores the files.
struct AudioRemoval {
  let connection: Connection
  let folder: String

  /// What became of sessions that were to lose their audio.
  struct Outcome {
    var done: [SessionID] = []
    /// Another program has their audio open for writing.
    var inUse: [SessionID] = []
  }

  /// - Parameters:
  ///   - sessions: at most `batchLimit`.
  ///   - change: runs inside the transaction, with the sessions whose audio is out of the way; gives those that it changed.
  ///     The others get their audio back.
  func run(
    _ sessions: [SessionID], change: ([SessionID]) throws(HistoryError) -> Set<SessionID>
  ) throws(HistoryError) -> Outcome {
    var outcome = Outcome()
    var held: [Held] = []
    for id in sessions {
      do throws(HistoryError) {
        guard let one = try quarantine(id) else {
          outcome.inUse.append(id)
          continue
        }
        held.append(one)
      } catch {
        restore(held)
        throw error
      }
    }
    var changed: Set<SessionID> = []
    do throws(HistoryError) {
      try connection.transaction { () throws(HistoryError) in
        for one in held where one.isQuarantined { try recordRemoval(of: one.files.id) }
        changed = try change(held.map(\.files.id))
        for one in held where !changed.contains(one.files.id) {
          try SessionWriting(connection: connection).forgetRemoval(of: one.files.id)
        }
      }
    } catch {
      restore(held)
      throw error
    }
    outcome.done = held.map(\.files.id).filter(changed.contains)
    restore(held.filter { !changed.contains($0.files.id) })
    try complete(held.filter { changed.contains($0.files.id) })
    return outcome
  }

  /// Sessions whose removal is one transaction: some hundred files are open and locked meanwhile, of the 1,024 that a process
  /// may have.
  static let batchLimit = 200

  private final class Held {
    let files: SessionFiles
    let isQuarantined: Bool
    private let locks: LockBox

    init(_ files: SessionFiles, _ isQuarantined: Bool, _ locks: consuming SessionFileLocks) {
      self.files = files
      self.isQuarantined = isQuarantined
      self.locks = LockBox(locks)
    }
  }

  private final class LockBox {
    private let locks: SessionFileLocks
    init(_ locks: consuming SessionFileLocks) { self.locks = locks }
  }

  /// Nil while another program writes the audio. A session without a file needs no quarantine.
  private func quarantine(_ id: SessionID) throws(HistoryError) -> Held? {
    let files = SessionFiles(id: id, folder: folder)
    let kinds = Set(SessionFiles.Kind.allCases.filter { Files.exists(files.path($0)) })
    // A quarantined file of an earlier attempt is for reconciliation to judge.
    guard !kinds.contains(.quarantine), let locks = try SessionFileLocks.take(files, kinds) else {
      return nil
    }
    guard kinds.contains(.audio) else { return Held(files, false, locks) }
    do throws(SystemError) { try Files.rename(files.audio, to: files.quarantine) } catch {
      throw HistoryError(error)
    }
    return Held(files, true, locks)
  }

  /// Before the change, which takes the digest out of the entry.
  private func recordRemoval(of id: SessionID) throws(HistoryError) {
    try connection.run(
      """
      INSERT OR REPLACE INTO voice_removals (session, audio_sha256)
      SELECT id, audio_sha256 FROM voice_sessions WHERE id = ? AND audio_sha256 IS NOT NULL
      """, [.text(id.rawValue)])
  }

  /// Best effort: what cannot be renamed back now is restored by the next reconciliation.
  private func restore(_ held: [Held]) {
    for one in held where one.isQuarantined { rename(one.files.quarantine, one.files.audio) }
    if let first = held.first { try? Files.synchronizeFolder(of: first.files.audio) }
  }

  private func complete(_ held: [Held]) throws(HistoryError) {
    let quarantined = held.filter(\.isQuarantined)
    guard let first = quarantined.first else { return }
    do throws(SystemError) {
      for one in quarantined { try retrying("remove", one.files.quarantine) { unlink(one.files.quarantine) } }
      try Files.synchronizeFolder(of: first.files.quarantine)
    } catch { throw HistoryError(error) }
    try connection.transaction { () throws(HistoryError) in
      for one in quarantined { try SessionWriting(connection: connection).forgetRemoval(of: one.files.id) }
    }
  }
}
