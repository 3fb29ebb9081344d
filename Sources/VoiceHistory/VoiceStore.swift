public import Domain
internal import Synchronization
public import SystemCalls

/// The voice history: sessions, their texts and their audio files in one folder.
///
/// Owns the one writing connection. All statements run on a thread of the store's own. Each goes to the database that
/// stands in the folder: one that was removed, moved or replaced meanwhile is opened, or made, anew.
public actor VoiceStore {
  /// Absolute or relative path of the history folder, 0700.
  public nonisolated let folder: String
  /// What opening met, the last time it was opened; say it loudly when its `message` is not nil.
  public nonisolated var openingReport: OpeningReport { published.withLock { $0.report } }
  /// Why the last session could not be stored; nil when it could.
  public nonisolated var lastFailure: HistoryError? { published.withLock { $0.failure } }

  private struct Published {
    var report: OpeningReport
    var failure: HistoryError?
  }

  private nonisolated let executor: HistoryExecutor
  private nonisolated let published: Mutex<Published>
  private var opened: Connection

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens or makes the history in a folder, migrates it and reads it through once.
  ///
  /// - Throws: `newer` and `foreign` databases are left untouched; `notWritable`, `locked` and `full` are not taken
  ///   for damage. A damaged database is kept under a recovery name, see `openingReport`.
  public init(folder: String) async throws(HistoryError) {
    try await self.init(folder: folder) { () throws(HistoryError) in
      try HistoryDatabase.open(folder: folder)
    }
  }

  init(
    folder: String, open: @escaping @Sendable () throws(HistoryError) -> (Connection, OpeningReport)
  ) async throws(HistoryError) {
    executor = HistoryExecutor()
    self.folder = folder
    let opened = await executor.run { () -> Result<(Connection, OpeningReport), HistoryError> in
      do throws(HistoryError) { return .success(try open()) } catch { return .failure(error) }
    }
    let (connection, report) = try opened.get()
    self.opened = connection
    published = Mutex(Published(report: report))
  }

  /// The connection to the database that stands in the folder now.
  func current() throws(HistoryError) -> Connection {
    if opened.isInPlace { return opened }
    // It guarded files that are no longer here, and would keep this very store from putting damaged ones aside.
    opened.inUse = nil
    var (connection, report) = try HistoryDatabase.open(folder: folder)
    report.reopened = folder
    published.withLock { [report] in $0.report = report }
    Log.warning("voice history was removed or replaced while it was open, and was opened anew")
    opened = connection
    return connection
  }

  /// The files of a session in this folder; they need not exist.
  public nonisolated func files(for id: SessionID) -> SessionFiles { SessionFiles(id: id, folder: folder) }

  /// A new id: the time, UTC, and 32 random bits.
  public static func makeSessionID(
    atUnixMilliseconds time: Int64 = UnixTime.nowMilliseconds(), random: UInt32 = .random(in: 0...UInt32.max)
  ) -> SessionID {
    let digits = String(random, radix: 16)
    let text =
      UnixTime.compactText(milliseconds: time) + "-"
      + String(repeating: "0", count: 8 - digits.count) + digits
    guard let id = SessionID(rawValue: text) else {
      preconditionFailure("time and digits have the shape of an id by construction")
    }
    return id
  }

  /// Reads and digests the finished audio file of a session, for its record.
  ///
  /// - Throws: `ioError` where it is missing or not a sound file of our making.
  public func audioReference(for id: SessionID) throws(HistoryError) -> AudioReference {
    let files = files(for: id)
    do throws(SystemError) {
      return try AudioInspection.reference(files.audio, name: files.audioName)
    } catch { throw HistoryError(error) }
  }

  /// Stores a session with its results and their search index in one transaction: all of it, lasting, or nothing.
  ///
  /// The audio file is renamed to `SessionFiles.audio` before. If this throws, the file stays and the next
  /// `reconcile` brings it back.
  /// - Throws: `constraint` for an id that is stored already, a source link that is not to an earlier result, a
  ///   failed outcome without a code, or another session's audio; `locked`, `full`, `ioError`.
  public func commit(_ session: SessionRecord, results: [ResultRecord]) throws(HistoryError) {
    do throws(HistoryError) {
      try SessionWriting(connection: try current()).commit(session, results)
      published.withLock { $0.failure = nil }
    } catch {
      published.withLock { $0.failure = error }
      throw error
    }
  }

  /// Adds derived work to a session, all of it or nothing: what is stored is never edited.
  ///
  /// - Parameter results: a `source` is an index into all results of the session, the new ones behind the old.
  /// - Throws: `constraint` where there is no such session or a link does not fit; `locked`, `full`, `ioError`.
  public func append(_ results: [ResultRecord], to session: SessionID) throws(HistoryError) {
    try SessionWriting(connection: try current()).append(results, to: session)
  }

  /// Recovery sessions whose audio is there and whose words are not known yet, newest first.
  public func sessionsWaitingForWords(limit: Int) throws(HistoryError) -> [SessionID] {
    try RecoveredSessions(connection: try current()).waiting(limit: limit)
  }

  /// Notes that a session that waited for its words was recognised and has none; what has a text stays as it is.
  public func concludeRecovery(
    of session: SessionID, _ conclusion: RecoveryConclusion
  ) throws(HistoryError) {
    try RecoveredSessions(connection: try current()).conclude(session, conclusion)
  }

  /// Newest first.
  ///
  /// - Parameters:
  ///   - limit: 1...500; other values count as the nearest of these.
  ///   - before: `SessionPage.next` of the page before.
  public func sessions(
    _ filter: SessionFilter = SessionFilter(), limit: Int, before: SessionID? = nil
  ) throws(HistoryError) -> SessionPage {
    try SessionReading(connection: try current()).page(matching: nil, filter, limit: limit, before: before)
  }

  /// Sessions with a result, of any stage, that contains all words of the text; the last word may be unfinished.
  ///
  /// Case and accents do not matter. A text without a letter or digit finds nothing. Paged as `sessions`.
  public func search(
    _ text: String, _ filter: SessionFilter = SessionFilter(), limit: Int, before: SessionID? = nil
  ) throws(HistoryError) -> SessionPage {
    guard let query = SearchQuery(text) else { return SessionPage() }
    return try SessionReading(connection: try current()).page(
      matching: query, filter, limit: limit, before: before)
  }

  /// Nil where there is no such session. Throws `constraint` for one whose rows contradict each other.
  public func session(_ id: SessionID) throws(HistoryError) -> SessionDetail? {
    try SessionReading(connection: try current()).session(id)
  }

  /// Brings files and rows together after a crash; a second run changes nothing. What is to be stored or read meanwhile goes
  /// before the next session of it.
  ///
  /// Call it before the first capture, or name every session that is being recorded: audio of a session that is
  /// neither stored nor active counts as left behind.
  public func reconcile(active: Set<SessionID>) async throws(HistoryError) -> ReconciliationReport {
    let connection = try current()
    var reconciliation = try Reconciliation(connection: connection, folder: folder, active: active)
    while reconciliation.step() {
      await Task.yield()
      // Another database stands in the folder: it knows nothing of what has been done.
      guard try current() === connection else { return try await reconcile(active: active) }
    }
    return try reconciliation.finish()
  }
}
