internal import CSQLite
internal import Domain
internal import Glibc
internal import SystemCalls

/// Brings what can still be read of a damaged database into a new one, which then takes its place.
///
///     1  a new database beside the damaged one       killed: made once more at the next opening
///     2  the damaged family gets a recovery name     killed: the next opening takes the new one
///     3  the new one gets the name                   killed: done
///
/// Four trees of the database name sessions. Each is walked, from both ends where it is damaged, and what any of them names is
/// then looked up: a damaged page costs the rows that are on it, not those behind it.
struct Salvage {
  private static let suffix = ".salvage"

  /// Read only: no byte of it is changed.
  private let damaged: ReusedStatements
  private let new: Connection
  private let insertions: ReusedStatements

  /// Makes the new database. Nobody else may have either open.
  ///
  /// - Throws: what kept the new one from being written; then all is as it was.
  static func run(_ path: String) throws(HistoryError) -> SalvageOutcome {
    let newPath = path + suffix
    for leftover in ["", "-journal"] { unlink(newPath + leftover) }
    do throws(HistoryError) {
      let damaged = try Connection(path: path, access: .readOnly)
      let new = try HistoryDatabase.make(newPath)
      let salvage = Salvage(
        damaged: ReusedStatements(damaged), new: new, insertions: ReusedStatements(new))
      // Reads a file that ends before its last page, too (btree.c, lockBtree).
      try damaged.execute("PRAGMA writable_schema = ON")
      var outcome = SalvageOutcome()
      try new.transaction { () throws(HistoryError) in outcome = try salvage.copy() }
      return outcome
    } catch {
      unlink(newPath)
      switch error.code {
      case .full, .ioError, .notWritable, .locked: throw error
      // Of a shape that this code cannot bring over, an earlier version's for one; the damaged files are kept all the same.
      case .corrupt, .newer, .foreign, .constraint, .defect: return SalvageOutcome()
      }
    }
  }

  /// Gives the new database the name, where the damaged one has left it.
  static func settle(_ path: String) throws(HistoryError) {
    guard !Files.exists(path), Files.exists(path + suffix) else { return }
    // A log that a kill left in its place would be taken for the new one's.
    _ = try HistoryDatabase.preserve(path)
    do throws(SystemError) {
      try FileDescriptor.open(path + suffix, O_RDWR).synchronize()
      try Files.rename(path + suffix, to: path)
    } catch { throw HistoryError(error) }
  }

  private func copy() throws(HistoryError) -> SalvageOutcome {
    var outcome = SalvageOutcome()
    // Those whose own row is there first: what is left of another must not take their places.
    var withoutRow: [SessionID] = []
    func note(_ extent: Extent) {
      if extent != .nothing { outcome.sessions += 1 }
      if extent == .part { outcome.inPart += 1 }
    }
    for id in try ids() {
      let row = try rows("SELECT * FROM voice_sessions WHERE id = ?", [.text(id.rawValue)]).rows.first
      let extent = try alone { () throws(HistoryError) in
        try row.map { row throws(HistoryError) in try copy(id, row) } ?? .nothing
      }
      if extent == .nothing { withoutRow.append(id) } else { note(extent) }
    }
    for id in withoutRow { note(try alone { () throws(HistoryError) in try copyResults(of: id) }) }
    for table in ["voice_removals", "voice_clearing"] {
      for row in try rows("SELECT * FROM \(table)").rows { try insert(row, into: table) }
    }
    return outcome
  }

  private func ids() throws(HistoryError) -> [SessionID] {
    var ids: Set<SessionID> = []
    for (column, tree, order) in [
      ("id", "voice_sessions NOT INDEXED", ["id"]),
      ("id", "voice_sessions INDEXED BY voice_sessions_by_position", ["position"]),
      ("session", "voice_results NOT INDEXED", ["id"]),
      ("session", "voice_results INDEXED BY sqlite_autoindex_voice_results_1", ["session", "ordinal"]),
    ] {
      for direction in ["ASC", "DESC"] {
        let order = order.map { "\($0) \(direction)" }.joined(separator: ", ")
        let (rows, isWhole) = try rows("SELECT \(column) FROM \(tree) ORDER BY \(order)")
        for case .text(let id)? in rows.map(\.first) {
          if let id = SessionID(rawValue: id) { ids.insert(id) }
        }
        if isWhole { break }
      }
    }
    return ids.sorted()
  }

  private enum Extent { case whole, part, nothing }

  /// One session, or nothing of it: what cannot be brought over of one costs no other.
  private func alone(_ body: () throws(HistoryError) -> Extent) throws(HistoryError) -> Extent {
    try run("SAVEPOINT session")
    var extent = Extent.nothing
    do throws(HistoryError) { extent = try body() } catch {
      switch error.code {
      case .full, .ioError, .notWritable, .locked, .newer, .foreign: throw error
      case .corrupt, .constraint, .defect: break
      }
    }
    if extent == .nothing { try run("ROLLBACK TO session") }
    try run("RELEASE session")
    return extent
  }

  private func run(_ sql: String) throws(HistoryError) {
    let entry = try insertions(sql)
    try entry.statement.restart([])
    while try entry.statement.step() {}
  }

  private func copy(_ id: SessionID, _ row: [SQLValue]) throws(HistoryError) -> Extent {
    guard let position = try position(of: id) else { return .nothing }
    let (results, isWhole) = try results(of: id, position)
    guard try insert(row, into: "voice_sessions") else { return .nothing }
    try insert(results, at: position)
    return isWhole ? .whole : .part
  }

  /// Of a session whose own row was hit.
  private func copyResults(of id: SessionID) throws(HistoryError) -> Extent {
    guard let position = try position(of: id) else { return .nothing }
    let (results, _) = try results(of: id, position)
    if results.isEmpty { return .nothing }
    try insert(results, at: position)
    try new.run(
      """
      INSERT INTO voice_sessions (id, position, input_kind, started_at, duration_milliseconds, action, outcome, recovery)
      VALUES (?, ?, 'microphone', ?, ?, 'localDictation', 'recovered', 'interrupted')
      """,
      [
        .text(id.rawValue), .integer(position.rawValue),
        .integer(position.rawValue / SessionPosition.perMillisecond), .integer(try length(at: position)),
      ])
    return .part
  }

  private func position(of id: SessionID) throws(HistoryError) -> SessionPosition? {
    let session: [SQLValue] = [.text(id.rawValue)]
    if case .integer(let position)? = try rows("SELECT position FROM voice_sessions WHERE id = ?", session)
      .rows
      .first?.first
    {
      return SessionPosition(stored: position)
    }
    let first = try rows(
      "SELECT min(id) FROM voice_results INDEXED BY sqlite_autoindex_voice_results_1 WHERE session = ?",
      session)
    guard case .integer(let result)? = first.rows.first?.first else { return nil }
    return SessionPosition(stored: SessionPosition(ofResult: result).rawValue)
  }

  /// All at once, else one by one.
  private func results(of id: SessionID, _ position: SessionPosition) throws(HistoryError) -> (
    rows: [[SQLValue]], isWhole: Bool
  ) {
    let range = position.results
    let all = try rows(
      "SELECT * FROM voice_results NOT INDEXED WHERE id >= ? AND id < ? AND session = ? ORDER BY id",
      [.integer(range.lowerBound), .integer(range.upperBound), .text(id.rawValue)])
    if all.isWhole { return all }
    var found: [[SQLValue]] = []
    for result in range {
      found += try rows(
        "SELECT * FROM voice_results NOT INDEXED WHERE id = ? AND session = ?",
        [.integer(result), .text(id.rawValue)]
      ).rows
    }
    return (found, false)
  }

  /// Behind a lost result the others close up, and one that was made from it stands for itself.
  private func insert(_ results: [[SQLValue]], at position: SessionPosition) throws(HistoryError) {
    var places: [SQLValue: Int] = [:]
    for var row in results {
      let (place, ordinal) = (places.count, row[2])
      row[0] = .integer(position.result(place))
      row[2] = .integer(place)
      row[3] = .optional(places[row[3]])
      if try insert(row, into: "voice_results") { places[ordinal] = place }
    }
  }

  /// When the last word of a session's results ends, in milliseconds, as far as they tell.
  private func length(at position: SessionPosition) throws(HistoryError) -> Int64 {
    let range = position.results
    return try new.integer(
      """
      SELECT coalesce(max(CASE word.type WHEN 'array' THEN json_extract(word.value, '$[2]') END), 0)
      FROM voice_results, json_each(CASE json_valid(words) WHEN 1 THEN words ELSE '[]' END) AS word
      WHERE voice_results.id >= \(range.lowerBound) AND voice_results.id < \(range.upperBound)
      """) ?? 0
  }

  /// False where a row contradicts itself: it was hit.
  @discardableResult
  private func insert(_ row: [SQLValue], into table: String) throws(HistoryError) -> Bool {
    let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
    do throws(HistoryError) {
      let insertion = try insertions("INSERT INTO \(table) VALUES (\(places))")
      try insertion.statement.restart(row)
      while try insertion.statement.step() {}
      return true
    } catch {
      guard error.code == .constraint else { throw error }
      return false
    }
  }

  /// The rows up to the first that is damaged or on a bad sector (SQLITE_IOERR_READ), and whether that was all.
  private func rows(
    _ sql: String, _ values: [SQLValue] = []
  ) throws(HistoryError) -> (rows: [[SQLValue]], isWhole: Bool) {
    var rows: [[SQLValue]] = []
    do throws(HistoryError) {
      let query = try damaged(sql)
      try query.statement.restart(values)
      while try query.statement.step() { rows.append(query.statement.row) }
      return (rows, true)
    } catch {
      guard error.code == .corrupt || error.databaseCode == SQLITE_IOERR | (1 << 8) else { throw error }
      return (rows, false)
    }
  }
}
