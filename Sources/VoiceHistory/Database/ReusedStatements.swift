/// Statements that are prepared once and run many times, by their SQL.
final class ReusedStatements {
  final class Entry {
    let statement: Statement
    fileprivate init(_ statement: consuming Statement) { self.statement = statement }
  }

  private let connection: Connection
  private var entries: [String: Entry] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// To be restarted with its values.
  func callAsFunction(_ sql: String) throws(HistoryError) -> Entry {
    if let known = entries[sql] { return known }
    let entry = Entry(try connection.prepare(sql))
    entries[sql] = entry
    return entry
  }
}
