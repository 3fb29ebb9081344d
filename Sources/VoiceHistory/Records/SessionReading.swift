internal import Domain

/// Reads sessions over any connection; contradictory rows are isolated and the rest is still returned.
struct SessionReading {
  /// Sessions a page: more than a terminal shows, and what bounds the memory of one answer.
  static let pageLimit = 500

  let connection: Connection

  private static let columns = """
    id, input_kind, started_at, duration_milliseconds, profile, device, control, action, outcome, failure_code,
    audio_name, audio_sha256, audio_bytes, audio_samples, audio_missing, pinned, recovery, position, target, style,
    audio_expires_at, audio_expiry, source_sha256
    """

  /// - Parameter query: nil for all sessions.
  func page(
    matching query: SearchQuery?, _ filter: SessionFilter, limit: Int, before: SessionID?
  ) throws(HistoryError) -> SessionPage {
    var page = SessionPage()
    guard let positions = filter.positions(before: try before.map(position(of:))) else { return page }
    let limit = min(max(limit, 1), Self.pageLimit)
    let results = try connection.prepare(Self.resultQuery(.brief))
    if let query {
      try search(query, filter, positions, limit, results, &page)
    } else {
      try list(filter, positions, limit, results, &page)
    }
    return page
  }

  /// All sessions that the filter lets through, or those named, whole; contradictory ones are left out. Ends when the body
  /// gives false.
  func each(
    _ filter: SessionFilter, _ ids: [SessionID]?, _ body: (SessionDetail) -> Bool
  ) throws(HistoryError) {
    if let ids {
      for id in ids { if case .success(let session)? = try judged(id), !body(session) { return } }
      return
    }
    var before: SessionID?
    repeat {
      let page = try page(matching: nil, filter, limit: Self.pageLimit, before: before)
      for brief in page.sessions {
        if case .success(let session)? = try judged(brief.record.id), !body(session) { return }
      }
      before = page.next
    } while before != nil
  }

  /// Nil where there is no such session.
  func session(_ id: SessionID) throws(HistoryError) -> SessionDetail? {
    switch try judged(id) {
    case nil: return nil
    case .success(let detail)?: return detail
    case .failure(let reason)?:
      throw HistoryError(
        .constraint, subject: connection.path, detail: "session \(id) contradicts itself: \(reason.rawValue)")
    }
  }

  func judged(_ id: SessionID) throws(HistoryError) -> Result<SessionDetail, IsolatedSession.Contradiction>? {
    let statement = try connection.prepare(
      "SELECT \(Self.columns) FROM voice_sessions WHERE id = ?", [.text(id.rawValue)])
    guard try statement.step() else { return nil }
    return try detail(id, statement, try connection.prepare(Self.resultQuery(.whole)))
  }

  /// The session that the cursor names may be gone; its id still tells when it was, to the second.
  private func position(of id: SessionID) throws(HistoryError) -> Int64 {
    let statement = try connection.prepare(
      "SELECT position FROM voice_sessions WHERE id = ?", [.text(id.rawValue)])
    let known = try statement.step() ? SessionPosition(stored: statement.integer(0)) : nil
    return (known ?? SessionPosition(startOf: id.startMilliseconds)).rawValue
  }

  private func list(
    _ filter: SessionFilter, _ positions: Range<Int64>, _ limit: Int, _ results: borrowing Statement,
    _ page: inout SessionPage
  ) throws(HistoryError) {
    let (conditions, values) = filter.conditions
    let sessions = try connection.prepare(
      """
      SELECT \(Self.columns) FROM voice_sessions WHERE position >= ? AND position < ?\(conditions)
      ORDER BY position DESC LIMIT \(limit + 1)
      """, [.integer(positions.lowerBound), .integer(positions.upperBound)] + values)
    while try sessions.step(), try take(sessions, limit, results, &page) {}
  }

  /// Full-text search gives results newest session first; the results of one session follow each other.
  private func search(
    _ query: SearchQuery, _ filter: SessionFilter, _ positions: Range<Int64>, _ limit: Int,
    _ results: borrowing Statement, _ page: inout SessionPage
  ) throws(HistoryError) {
    let (conditions, values) = filter.conditions
    let first = SessionPosition(rawValue: positions.lowerBound).results.lowerBound
    let end = SessionPosition(rawValue: positions.upperBound).results.lowerBound
    let hits = try connection.prepare(
      """
      SELECT rowid FROM voice_text WHERE voice_text MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC
      """, [.text(query.expression), .integer(first), .integer(end)])
    let sessions = try connection.prepare(
      "SELECT \(Self.columns) FROM voice_sessions WHERE position = ?\(conditions)")
    var last: SessionPosition?
    while try hits.step() {
      let position = SessionPosition(ofResult: hits.integer(0) ?? 0)
      if position == last { continue }
      last = position
      try sessions.restart([.integer(position.rawValue)] + values)
      if try sessions.step(), try !take(sessions, limit, results, &page) { return }
    }
  }

  /// Adds a session to the page; false when the page was full, which makes its last session the cursor.
  private func take(
    _ row: borrowing Statement, _ limit: Int, _ results: borrowing Statement, _ page: inout SessionPage
  ) throws(HistoryError) -> Bool {
    if page.sessions.count + page.isolated.count == limit {
      page.next = page.last
      return false
    }
    guard let id = row.text(0).flatMap(SessionID.init(rawValue:)) else { return true }
    page.last = id
    switch try detail(id, row, results) {
    case .success(let detail): page.sessions.append(detail)
    case .failure(let reason): page.isolated.append(IsolatedSession(id: id, contradiction: reason))
    }
    return true
  }

  private enum Extent { case brief, whole }

  private static func resultQuery(_ extent: Extent) -> String {
    let heavy = extent == .whole ? "words, trace, document" : "NULL, NULL, NULL"
    return """
      SELECT ordinal, source, stage, origin, text, model, speech_milliseconds, decode_milliseconds,
        delivery_route, delivery_outcome, style, refiner, prompt_revision, verdict, fallback, session, \(heavy)
      FROM voice_results WHERE id >= ? AND id < ? ORDER BY id
      """
  }

  private func detail(
    _ id: SessionID, _ session: borrowing Statement, _ rows: borrowing Statement
  ) throws(HistoryError) -> Result<SessionDetail, IsolatedSession.Contradiction> {
    let record: SessionRecord
    do throws(IsolatedSession.Contradiction) {
      record = try SessionRecord(id: id, row: session)
    } catch { return .failure(error) }
    guard let range = SessionPosition(stored: session.integer(17))?.results else {
      return .failure(.invalidSession)
    }
    try rows.restart([.integer(range.lowerBound), .integer(range.upperBound)])
    var results: [ResultRecord] = []
    while try rows.step() {
      guard rows.text(15) == id.rawValue else { return .failure(.brokenSource) }
      do throws(IsolatedSession.Contradiction) {
        results.append(try ResultRecord(row: rows, ordinal: results.count, within: record.duration))
      } catch { return .failure(error) }
    }
    let isMissing = session.integer(14) == 1
    return .success(SessionDetail(record: record, results: results, audioIsMissing: isMissing))
  }
}
