public import Domain
internal import Glibc
internal import SystemCalls

/// Reads the history without a daemon, or beside one that is writing; changes nothing, and leaves a mark beside a database in
/// which it meets damage.
///
/// Each call opens the database and closes it again. Blocks while it reads: for a command-line program.
public struct HistoryReader: Sendable {
  private let folder: String

  /// The most sessions that one call gives.
  public static let pageLimit = SessionReading.pageLimit

  /// - Parameter folder: the history folder; it need not exist.
  public init(folder: String) { self.folder = folder }

  /// As `VoiceStore.sessions`; empty where there is no history yet.
  public func sessions(
    _ filter: SessionFilter = SessionFilter(), limit: Int, before: SessionID? = nil
  ) throws(HistoryError) -> SessionPage {
    guard let connection = try open() else { return SessionPage() }
    return try SessionReading(connection: connection).page(
      matching: nil, filter, limit: limit, before: before)
  }

  /// As `VoiceStore.search`; empty where there is no history yet.
  public func search(
    _ text: String, _ filter: SessionFilter = SessionFilter(), limit: Int, before: SessionID? = nil
  ) throws(HistoryError) -> SessionPage {
    guard let query = SearchQuery(text), let connection = try open() else { return SessionPage() }
    return try SessionReading(connection: connection).page(
      matching: query, filter, limit: limit, before: before)
  }

  /// As `VoiceStore.session`.
  public func session(_ id: SessionID) throws(HistoryError) -> SessionDetail? {
    guard let connection = try open() else { return nil }
    return try SessionReading(connection: connection).session(id)
  }

  /// What there is; all zero where there is no history yet.
  public func statistics() throws(HistoryError) -> HistoryStatistics {
    guard let connection = try open() else { return HistoryStatistics() }
    var statistics = try HistoryStatistics(connection)
    for suffix in ["", "-wal"] {
      var status = stat()
      if stat(connection.path + suffix, &status) == 0 { statistics.databaseBytes += Int64(status.st_size) }
    }
    return statistics
  }

  /// Writes an archive of the sessions that the filter lets through, or of those named; the folder must not be there yet.
  ///
  /// - Parameters:
  ///   - ids: nil for all that the filter lets through.
  ///   - progress: sessions written so far.
  public func exportArchive(
    to path: String, _ filter: SessionFilter = SessionFilter(), ids: [SessionID]? = nil,
    withAudio: Bool = true,
    progress: (Int) -> Void = { _ in }
  ) throws(ArchiveError) -> ArchiveReport {
    let connection: Connection
    do throws(HistoryError) {
      guard let opened = try open() else {
        throw HistoryError(.ioError, subject: folder, detail: "there is no history yet")
      }
      connection = opened
      // One state of the history, whatever is written meanwhile.
      try connection.execute("BEGIN")
    } catch { throw ArchiveError(error) }
    return try ArchiveExport(connection: connection, folder: folder, path: path, withAudio: withAudio).run(
      filter, ids, progress: progress)
  }

  /// Every session that the filter lets through, newest first, or those named, whole and one after another.
  public func each(
    _ filter: SessionFilter, ids: [SessionID]? = nil, _ body: (SessionDetail) -> Void
  ) throws(HistoryError) {
    guard let connection = try open() else { return }
    try connection.execute("BEGIN")
    try SessionReading(connection: connection).each(filter, ids) {
      body($0)
      return true
    }
  }

  public func files(for id: SessionID) -> SessionFiles { SessionFiles(id: id, folder: folder) }

  /// Looks whether a store could write here: the folder, or the nearest one above it that exists, and the database.
  public func checkWritable() throws(HistoryError) {
    var nearest = folder
    while !Files.exists(nearest), nearest != "/" { nearest = Files.parent(of: nearest) }
    guard Files.isFolder(nearest) else {
      throw HistoryError(SystemError(call: "make folder", subject: folder, code: ENOTDIR))
    }
    do throws(SystemError) {
      try retrying("write", nearest) { access(nearest, W_OK | X_OK) }
      let database = folder + "/" + HistoryDatabase.fileName
      if Files.exists(database) { try retrying("write", database) { access(database, W_OK) } }
    } catch { throw HistoryError(error) }
  }

  /// Nil where there is no database, or one that was made but not yet migrated.
  private func open() throws(HistoryError) -> Connection? {
    let path = folder + "/" + HistoryDatabase.fileName
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw HistoryError(SystemError(call: "open", subject: path))
    }
    let connection = try Self.connect(path)
    let version = try connection.integer("PRAGMA user_version") ?? 0
    if version == 0 || version == Schema.version { return version == 0 ? nil : connection }
    // Written by an earlier hwctl: brought up to date first.
    return try HistoryDatabase.attach(folder: folder)
  }

  private static func connect(_ path: String) throws(HistoryError) -> Connection {
    do throws(HistoryError) {
      let connection = try Connection(path: path, access: .readOnly)
      try HistoryDatabase.judge(connection)
      return connection
    } catch {
      // Reading in WAL mode needs side files. Where they cannot be made and no log is there, nobody is writing.
      guard error.code == .notWritable, !Files.exists(path + "-wal") else { throw error }
      let connection = try Connection(path: path, access: .immutable)
      try HistoryDatabase.judge(connection)
      return connection
    }
  }
}
