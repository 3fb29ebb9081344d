internal import Domain

/// Reads sessions over any connection; contradictory rows are isolated and the rest is still returned.
struct SessionReading {
  /// Sessions a page: more than a terminal shows, and what bounds the memory of one answer.
  static let pageLimit = 500

  let connection: Connection

  private static let columns = """
    id, input_kind, started_at, duration_milliseconds, profile, device, control, action, outcome, failure_code,
    audio_name, audio_sha256, audio_bytes, audio_samples, audio_missing, pinned, recovery
    """

  func page(matching query: SearchQuery?, limit: Int, before: SessionID?) throws(HistoryError) -> SessionPage
  {
    let limit = min(max(limit, 1), Self.pageLimit)
    var conditions: [String] = []
    var values: [SQLValue] = []
    if let query {
      conditions.append(
        """
        id IN (SELECT session FROM voice_results
          WHERE id IN (SELECT rowid FROM voice_text WHERE voice_text MATCH ?))
        """)
      values.append(.text(query.expression))
    }
    if let before {
      // The session that the cursor names may be gone; its id still tells when it was, to the second.
      conditions.append(
        "(started_at, id) < (coalesce((SELECT started_at FROM voice_sessions WHERE id = ?), ?), ?)")
      values += [
        .text(before.rawValue), .integer(before.startMilliseconds), .text(before.rawValue),
      ]
    }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let statement = try connection.prepare(
      """
      SELECT \(Self.columns) FROM voice_sessions \(filter)
      ORDER BY started_at DESC, id DESC LIMIT \(limit + 1)
      """, values)
    var page = SessionPage()
    var last: SessionID?
    for count in 0... {
      guard try statement.step() else { break }
      if count == limit {
        page.next = last
        break
      }
      guard let id = statement.text(0).flatMap(SessionID.init(rawValue:)) else { continue }
      last = id
      switch try detail(id, statement) {
      case .success(let detail): page.sessions.append(detail)
      case .failure(let reason): page.isolated.append(IsolatedSession(id: id, contradiction: reason))
      }
    }
    return page
  }

  /// Nil where there is no such session.
  func session(_ id: SessionID) throws(HistoryError) -> SessionDetail? {
    let statement = try connection.prepare(
      "SELECT \(Self.columns) FROM voice_sessions WHERE id = ?", [.text(id.rawValue)])
    guard try statement.step() else { return nil }
    switch try detail(id, statement) {
    case .success(let detail): return detail
    case .failure(let reason):
      throw HistoryError(
        .constraint, subject: connection.path, detail: "session \(id) contradicts itself: \(reason.rawValue)")
    }
  }

  private func detail(
    _ id: SessionID, _ statement: borrowing Statement
  ) throws(HistoryError) -> Result<SessionDetail, IsolatedSession.Contradiction> {
    let record: SessionRecord
    do throws(IsolatedSession.Contradiction) {
      record = try SessionRecord(id: id, row: statement)
    } catch { return .failure(error) }
    let rows = try connection.prepare(
      """
      SELECT ordinal, source, stage, origin, text, model, speech_milliseconds, decode_milliseconds,
        delivery_route, delivery_outcome
      FROM voice_results WHERE session = ? ORDER BY ordinal
      """, [.text(id.rawValue)])
    var results: [ResultRecord] = []
    while try rows.step() {
      do throws(IsolatedSession.Contradiction) {
        results.append(try ResultRecord(row: rows, ordinal: results.count))
      } catch { return .failure(error) }
    }
    let isMissing = statement.integer(14) == 1
    return .success(SessionDetail(record: record, results: results, audioIsMissing: isMissing))
  }
}
