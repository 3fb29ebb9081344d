public import Domain
internal import SystemCalls

/// Changes the history from a command, beside a running daemon or without one: on a connection of its own, which waits for
/// its turn to write. Blocks: for a command-line program.
///
/// A history that is not there is made.
public struct HistoryEditor: ~Copyable {
  public let folder: String
  /// What opening met; say it loudly when its `message` is not nil.
  public let openingReport: OpeningReport
  private let connection: Connection

  /// - Parameter folder: the history folder.
  public init(folder: String) throws(HistoryError) {
    self.folder = folder
    (connection, openingReport) = try HistoryDatabase.open(folder: folder)
  }

  /// As `VoiceStore.commit`.
  public func commit(_ session: SessionRecord, results: [ResultRecord]) throws(HistoryError) {
    try SessionWriting(connection: connection).commit(session, results)
  }

  /// Stores many sessions in transactions of a thousand: each of them is whole, or not there.
  public func commitAll(
    count: Int, _ make: (Int) -> (SessionRecord, [ResultRecord])
  ) throws(HistoryError) {
    let writing = SessionWriting(connection: connection)
    for start in stride(from: 0, to: count, by: 1000) {
      try connection.transaction { () throws(HistoryError) in
        for number in start..<min(start + 1000, count) {
          let (session, results) = make(number)
          try writing.check(session)
          try writing.store(session, results)
        }
      }
    }
  }

  /// As `VoiceStore.append`.
  public func append(_ results: [ResultRecord], to session: SessionID) throws(HistoryError) {
    try SessionWriting(connection: connection).append(results, to: session)
  }

  /// As `append`, for results whose links depend on how many there are already.
  public func append(
    to session: SessionID, _ results: (_ count: Int) -> [ResultRecord]
  ) throws(HistoryError) {
    try SessionWriting(connection: connection).append(to: session, results)
  }

  /// As `VoiceStore.concludeRecovery`.
  public func concludeRecovery(
    of session: SessionID, _ conclusion: RecoveryConclusion
  ) throws(HistoryError) {
    try RecoveredSessions(connection: connection).conclude(session, conclusion)
  }

  /// Reads and digests the finished audio file of a session, for its record; as `VoiceStore.audioReference`.
  public func audioReference(for id: SessionID) throws(HistoryError) -> AudioReference {
    let files = SessionFiles(id: id, folder: folder)
    do throws(SystemError) { return try AudioInspection.reference(files.audio, name: files.audioName) } catch
    {
      throw HistoryError(error)
    }
  }

  /// Takes a recording from elsewhere in: a session and its results with their sound, or nothing where history has the same
  /// file or sound already. One that a kill interrupts is there whole, or can be taken in again.
  ///
  /// - Parameters:
  ///   - session: its `audio` is filled in here.
  ///   - write: writes a sound file, as `AudioFileWriter` does, and gives it the final name; what it throws is passed on.
  public func importRecording<Failure: Error>(
    _ session: SessionRecord, results: [ResultRecord],
    write: (_ partialPath: String, _ finalPath: String) throws(Failure) -> Void
  ) throws(HistoryError) -> Result<ImportOutcome, Failure> {
    try RecordingImport(connection: connection, folder: folder).run(session, results, write)
  }

  /// The session that a file with this SHA-256 was imported as.
  public func session(importedFrom sha256: String) throws(HistoryError) -> SessionID? {
    try SessionWriting(connection: connection).session(importedFrom: sha256)
  }

  /// Keeps the audio whatever the limits, or lets them apply again. False where there is no such session.
  public func pin(_ session: SessionID, _ isPinned: Bool) throws(HistoryError) -> Bool {
    try SessionWriting(connection: connection).pin(session, isPinned)
  }

  /// Removes sessions with their texts and audio, and every word of them from the database's files; some seconds where these are
  /// large.
  ///
  /// - Parameter progress: called between the steps of erasing.
  public func remove(
    _ sessions: [SessionID], progress: () -> Void = {}
  ) throws(HistoryError) -> RemovalReport {
    try SessionRemoval(connection: connection, folder: folder).remove(sessions, progress: progress)
  }

  /// Removes every session that is there now, and every recording that has not become one yet; one that a kill interrupts goes on
  /// at the next reconciliation.
  ///
  /// - Parameter progress: how many are gone.
  public func clear(
    pinnedToo: Bool, progress: (Int) -> Void = { _ in }
  ) throws(HistoryError) -> RemovalReport {
    _ = try Reconciliation.run(connection: connection, folder: folder)
    return try SessionRemoval(connection: connection, folder: folder).clear(
      pinnedToo: pinnedToo, progress: progress)
  }

  /// As `VoiceStore.reconcile`; what the daemon records meanwhile is held by it, and left alone. Erases the words of what was
  /// deleted, where a kill interrupted that.
  public func reconcile() throws(HistoryError) -> ReconciliationReport {
    let report = try Reconciliation.run(connection: connection, folder: folder)
    _ = try WordErasure(connection: connection).resume()
    return report
  }

  /// As `VoiceRetention.run`.
  public func applyRetention(_ policy: RetentionPolicy) throws(HistoryError) -> RetentionReport {
    try Retention(connection: connection, folder: folder, policy: policy).run(active: [])
  }

  /// Takes an archive in: all that it has and history has not, or nothing. A session that history has already gets the results
  /// that it lacks; one that says something else stays as it is, and is in the report.
  ///
  /// - Parameter progress: recordings copied so far, and how many there are.
  public func importArchive(
    _ path: String, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(ArchiveError) -> ArchiveReport {
    try ArchiveImport(connection: connection, folder: folder, path: path).run(progress: progress)
  }
}
