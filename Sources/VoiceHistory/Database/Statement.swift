internal import CSQLite

/// A prepared statement, finalised by its owner's end.
struct Statement: ~Copyable {
  private let handle: OpaquePointer
  /// Keeps the connection open for as long as the statement lives.
  private let connection: Connection

  /// SQLITE_TRANSIENT, a cast macro that Swift does not import: SQLite copies the bytes before it returns.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  init(handle: OpaquePointer, connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  borrowing func bind(_ values: [SQLValue]) throws(HistoryError) {
    for (position, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, position)
        case .integer(let number): sqlite3_bind_int64(handle, position, number)
        case .text(let text): bind(text, at: position)
        }
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }

  private borrowing func bind(_ text: String, at position: Int32) -> Int32 {
    // A C string always has an address (SQLite would read a null one as NULL); the count keeps a NUL inside the text.
    let count = UInt64(text.utf8.count)
    return sqlite3_bind_text64(handle, position, text, count, Self.transient, UInt8(SQLITE_UTF8))
  }

  /// Begins anew with other values.
  borrowing func restart(_ values: [SQLValue]) throws(HistoryError) {
    // Repeats the error of the last step, which was thrown then.
    sqlite3_reset(handle)
    try bind(values)
  }

  /// True with a row, false at the end.
  borrowing func step() throws(HistoryError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(code)
    }
  }

  /// All columns; NULL in the place of what is neither a whole number nor text, which no table of ours has.
  var row: [SQLValue] {
    (0..<sqlite3_column_count(handle)).map { column in
      integer(column).map(SQLValue.integer) ?? .optional(text(column))
    }
  }

  /// Nil for NULL and for a value of another type.
  borrowing func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
  }

  /// 0 for NULL and for text.
  borrowing func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Nil for NULL and for a value of another type; bytes that are not UTF-8 are repaired.
  borrowing func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
