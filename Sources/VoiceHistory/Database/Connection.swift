internal import CSQLite
internal import Glibc
internal import SystemCalls

/// One SQLite connection, closed by its owner's end.
///
/// Used by one task at a time; opened in SQLite's serialized mode, so that closing it from another thread than
/// the last use is sound.
final class Connection {
  enum Access {
    case readWrite
    case readOnly
    /// For a file that nobody writes, on a disk where SQLite cannot make its side files.
    case immutable
  }

  /// How long a statement waits for another process's write, in milliseconds: longer than any transaction of ours,
  /// shorter than a user's patience.
  static let busyTimeoutMilliseconds: Int32 = 5000

  let path: String
  private let handle: OpaquePointer
  /// The locked history folder; see `HistoryDatabase.open`.
  var inUse: FileDescriptor?
  /// The file that was opened; nil for a database in memory.
  private let file: FileIdentity?

  init(path: String, access: Access) throws(HistoryError) {
    self.path = path
    let mode =
      switch access {
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = access == .immutable ? "file:\(Self.escaped(path))?immutable=1" : path
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, mode | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened, code == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw Self.failure(of: opened, code, path)
    }
    handle = opened
    file = FileIdentity(path)
    sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
  }

  /// The path inside a "file:" URI (https://www.sqlite.org/uri.html, 3.1).
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
  }

  /// False when the file has been removed, moved or replaced: what is written now would be found by nobody.
  ///
  /// SQLite notices too, and then leaves the files of the newcomer alone when it closes (sqlite3PagerClose).
  var isInPlace: Bool { file == FileIdentity(path) }

  /// While true, closing the connection leaves database and log byte for byte as they are.
  func leavesLogOnClose(_ leaves: Bool) throws(HistoryError) {
    let code = hwctl_sqlite_leave_log_on_close(handle, leaves ? 1 : 0)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements without parameters and rows.
  func execute(_ sql: String) throws(HistoryError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  func run(_ sql: String, _ values: [SQLValue]) throws(HistoryError) {
    let statement = try prepare(sql, values)
    while try statement.step() {}
  }

  func prepare(_ sql: String, _ values: [SQLValue] = []) throws(HistoryError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard let prepared, code == SQLITE_OK else { throw failure(code) }
    let statement = Statement(handle: prepared, connection: self)
    try statement.bind(values)
    return statement
  }

  /// The first column of the first row, nil without a row.
  func integer(_ sql: String) throws(HistoryError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  func text(_ sql: String) throws(HistoryError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  /// Takes what the log holds into the database and empties it; false while others read or write for longer than a second.
  ///
  /// Nobody can write while SQLite waits for readers here (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html): it is not to
  /// wait, and is asked again.
  func truncateLog() throws(HistoryError) -> Bool {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds) }
    for _ in 0..<Self.truncationTries {
      if try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 { return true }
      usleep(Self.truncationPauseMicroseconds)
    }
    return false
  }

  private static let truncationTries = 20
  private static let truncationPauseMicroseconds: UInt32 = 50_000

  /// All of the body or nothing of it. Takes the write lock at once, so that the body never has to start again.
  func transaction(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    try execute("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try body()
      try execute("COMMIT")
    } catch {
      // SQLite has already rolled back after a full disk or an I/O error; then this fails and changes nothing.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// The error that the last call left, with its code. Every statement's failure comes through here, and damage that any of
  /// them meets leaves its mark.
  func failure(_ code: Int32) -> HistoryError {
    let error = Self.failure(of: handle, code, path)
    if error.code == .corrupt { DatabaseCheck.mark(path) }
    return error
  }

  private static func failure(of handle: OpaquePointer?, _ code: Int32, _ path: String) -> HistoryError {
    let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let systemCode = handle.map { sqlite3_system_errno($0) } ?? 0
    return HistoryError(databaseCode: code, systemCode: systemCode, subject: path, detail: detail)
  }
}
