import Dictation
import Domain
import Synchronization
import SystemCalls
import VoiceHistory

/// The history of a running daemon, also where it could not be opened: that is tried again whenever something is to be stored
/// or read, behind the dictation, and until then recordings are files in its folder, which reconciliation enters.
actor LateHistory: SessionStoring {
  nonisolated let folder: String
  private nonisolated let result: Mutex<Result<VoiceStore, HistoryError>>

  init(folder: String, _ result: Result<VoiceStore, HistoryError>) {
    self.folder = folder
    self.result = Mutex(result)
  }

  /// What the newest attempt to open it came to.
  nonisolated var newest: Result<VoiceStore, HistoryError> { result.withLock { $0 } }

  nonisolated func files(for session: SessionID) -> SessionFiles {
    HistoryReader(folder: folder).files(for: session)
  }

  func commit(_ session: SessionRecord, results: [ResultRecord]) async throws(HistoryError) {
    try await opened().commit(session, results: results)
  }

  func session(_ id: SessionID) async throws(HistoryError) -> SessionDetail? {
    try await opened().session(id)
  }

  func newestSessions(_ limit: Int) async throws(HistoryError) -> [SessionDetail] {
    try await opened().newestSessions(limit)
  }

  func append(_ results: [ResultRecord], to session: SessionID) async throws(HistoryError) {
    try await opened().append(results, to: session)
  }

  private func opened() async throws(HistoryError) -> VoiceStore {
    if case .success(let store) = newest { return store }
    let attempt = await Self.open(folder)
    // Two sessions may have tried at once; the first store stays.
    let (kept, isFirst) = result.withLock { result in
      if case .success = result { return (result, false) }
      result = attempt
      return (attempt, true)
    }
    let store = try kept.get()
    if isFirst { await Self.reconcile(store) }
    return store
  }

  /// Opens the history, and says in the log what it met.
  static func open(_ folder: String) async -> Result<VoiceStore, HistoryError> {
    do throws(HistoryError) {
      let store = try await VoiceStore(folder: folder)
      let report = store.openingReport
      if !report.preserved.isEmpty {
        Log.error(
          "voice history was damaged; it was set aside and a new one was begun",
          ["sessionsBrought": .number(report.salvaged.sessions)])
      }
      return .success(store)
    } catch {
      Log.error("voice history could not be opened", ["code": .code(error.code)])
      return .failure(error)
    }
  }

  /// What could not be finished becomes a session again. What is being recorded is locked, and left alone.
  static func reconcile(_ store: VoiceStore) async {
    do throws(HistoryError) {
      let report = try await store.reconcile(active: [])
      if !report.recovered.isEmpty {
        Log.notice(
          "unfinished recordings are in history again", ["sessions": .number(report.recovered.count)])
      }
    } catch {
      Log.error("reconciliation of voice history failed", ["code": .code(error.code)])
    }
  }
}
