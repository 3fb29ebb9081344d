import Dictation
import Domain
import Synchronization
import SystemCalls
import VoiceHistory

/// The history of a running daemon, which may be opened late: a damaged one is read through and put together anew, which can
/// take minutes. One that cannot be opened is tried again whenever something is to be stored or read. Behind the dictation both
/// times: until then recordings are files in its folder, which reconciliation enters.
actor LateHistory: SessionStoring {
  /// How long a start waits for it: what was left behind is a session again before anything new is recorded, as a rule.
  static let patience = Duration.seconds(2)

  nonisolated let folder: String
  private nonisolated let result = Mutex<Result<VoiceStore, HistoryError>?>(nil)
  /// The one that goes on.
  private var attempt: Task<Result<VoiceStore, HistoryError>, Never>?
  /// Behind the attempt that succeeded.
  private var reconciliation: Task<Void, Never>?

  init(folder: String) { self.folder = folder }

  /// What the newest attempt to open it came to; nil before the first has ended.
  nonisolated var newest: Result<VoiceStore, HistoryError>? { result.withLock { $0 } }

  /// Opens it; then what an earlier run could not finish becomes a session again. What is being recorded is locked, and left
  /// alone.
  ///
  /// - Parameter limit: after this it goes on by itself.
  nonisolated func prepare(within limit: Duration) async {
    let (end, ended) = AsyncStream.makeStream(of: Never.self)
    Task {
      await prepare()
      ended.finish()
    }
    Task {
      try? await Task.sleep(for: limit)
      ended.finish()
    }
    for await _ in end {}
  }

  /// As `prepare(within:)`, to the end.
  func prepare() async {
    _ = await open()
    await reconciliation?.value
  }

  nonisolated func files(for session: SessionID) -> SessionFiles {
    HistoryReader(folder: folder).files(for: session)
  }

  func commit(_ session: SessionRecord, results: [ResultRecord]) async throws(HistoryError) {
    try await opened().commit(session, results: results)
  }

  func session(_ id: SessionID) async throws(HistoryError) -> SessionDetail? {
    try await alreadyOpened().session(id)
  }

  func newestSessions(_ limit: Int) async throws(HistoryError) -> [SessionDetail] {
    try await alreadyOpened().newestSessions(limit)
  }

  func append(_ results: [ResultRecord], to session: SessionID) async throws(HistoryError) {
    try await opened().append(results, to: session)
  }

  /// For who waits for an answer: not while the first opening goes on.
  private func alreadyOpened() async throws(HistoryError) -> VoiceStore {
    guard newest != nil else { throw .stillOpening(folder) }
    return try await opened()
  }

  private func opened() async throws(HistoryError) -> VoiceStore { try await open().get() }

  private func open() async -> Result<VoiceStore, HistoryError> {
    if case .success(let store)? = newest { return .success(store) }
    if let attempt { return await attempt.value }
    let attempt = Task {
      let opened = await Self.open(folder)
      result.withLock { $0 = opened }
      if case .success(let store) = opened { reconciliation = Task { await Self.reconcile(store) } }
      self.attempt = nil
      return opened
    }
    self.attempt = attempt
    return await attempt.value
  }

  /// Says in the log what it met.
  private static func open(_ folder: String) async -> Result<VoiceStore, HistoryError> {
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

  private static func reconcile(_ store: VoiceStore) async {
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
