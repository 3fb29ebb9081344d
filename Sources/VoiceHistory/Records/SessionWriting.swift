internal import Domain

/// Writes sessions and their results.
struct SessionWriting {
  let connection: Connection

  /// All of it or nothing, the full-text index included.
  func commit(_ session: SessionRecord, _ results: [ResultRecord]) throws(HistoryError) {
    try check(session)
    try connection.transaction { () throws(HistoryError) in
      try store(session, results)
    }
  }

  /// As `commit`, inside a transaction of the caller's.
  func store(_ session: SessionRecord, _ results: [ResultRecord]) throws(HistoryError) {
    let position = try freePosition(session.startedAt)
    try insert(session, position)
    try insert(results, at: 0, session.id, position, session.duration)
  }

  /// Adds derived work behind the results that a session has.
  ///
  /// - Parameter results: a `source` is an index into all results of the session, the new ones included.
  /// - Throws: `constraint` where there is no such session, a link does not fit, or it has no room for more.
  func append(_ results: [ResultRecord], to id: SessionID) throws(HistoryError) {
    try append(to: id) { _ in results }
  }

  /// As `append`, for links that depend on how many results there are already.
  func append(to id: SessionID, _ make: (_ count: Int) -> [ResultRecord]) throws(HistoryError) {
    try connection.transaction { () throws(HistoryError) in try add(to: id, make) }
  }

  /// As `append`, inside a transaction of the caller's.
  func add(to id: SessionID, _ make: (_ count: Int) -> [ResultRecord]) throws(HistoryError) {
    let session = try connection.prepare(
      """
      SELECT position, duration_milliseconds,
        (SELECT count(*) FROM voice_results WHERE session = voice_sessions.id)
      FROM voice_sessions WHERE id = ?
      """, [.text(id.rawValue)])
    guard try session.step(), let position = SessionPosition(stored: session.integer(0)),
      let length = session.integer(1), let count = session.integer(2)
    else { throw refusal("there is no session \(id)") }
    let results = make(Int(count))
    try insert(results, at: Int(count), id, position, .milliseconds(length))
    // Recognised now, so that its audio is no longer the only thing there is of it.
    guard results.contains(where: { $0.stage == .raw }) else { return }
    try connection.run(
      """
      UPDATE voice_sessions SET audio_expires_at = NULL, audio_expiry = NULL
      WHERE id = ? AND audio_name IS NOT NULL AND audio_expiry = ?
      """, [.text(id.rawValue), .text(AudioExpiryReason.recovery.rawValue)])
  }

  /// Gives a session that was committed without audio the file found for it.
  func adopt(_ audio: AudioReference, for id: SessionID) throws(HistoryError) {
    try connection.run(
      """
      UPDATE voice_sessions SET audio_name = ?, audio_sha256 = ?, audio_bytes = ?, audio_samples = ?,
        audio_missing = 0, audio_expires_at = NULL, audio_expiry = NULL WHERE id = ? AND audio_name IS NULL
      """, Self.values(audio) + [.text(id.rawValue)])
  }

  func mark(_ id: SessionID, audioIsMissing: Bool) throws(HistoryError) {
    try connection.run(
      "UPDATE voice_sessions SET audio_missing = ? WHERE id = ?", [.flag(audioIsMissing), .text(id.rawValue)])
  }

  func pin(_ id: SessionID, _ isPinned: Bool) throws(HistoryError) -> Bool {
    let statement = try connection.prepare(
      "UPDATE voice_sessions SET pinned = ? WHERE id = ? RETURNING id", [.flag(isPinned), .text(id.rawValue)])
    var isThere = false
    while try statement.step() { isThere = true }
    return isThere
  }

  /// The session that a file with this digest was imported as.
  func session(importedFrom sha256: String) throws(HistoryError) -> SessionID? {
    let statement = try connection.prepare(
      "SELECT id FROM voice_sessions WHERE source_sha256 = ? LIMIT 1", [.text(sha256)])
    return try statement.step() ? statement.text(0).flatMap(SessionID.init(rawValue:)) : nil
  }

  /// Whether a session has these samples: our files differ in nothing else.
  func hasSound(_ audio: AudioReference) throws(HistoryError) -> Bool {
    let statement = try connection.prepare(
      "SELECT 1 FROM voice_sessions WHERE audio_sha256 = ? AND audio_bytes = ? LIMIT 1",
      [.text(audio.sha256), .integer(Int64(audio.bytes))])
    return try statement.step()
  }

  func forgetRemoval(of id: SessionID) throws(HistoryError) {
    try connection.run("DELETE FROM voice_removals WHERE session = ?", [.text(id.rawValue)])
  }

  func check(_ session: SessionRecord) throws(HistoryError) {
    if let audio = session.audio, audio.name != session.id.rawValue + SessionFiles.audioSuffix {
      throw refusal("session \(session.id) names another session's audio")
    }
    guard session.outcome != .failed || session.failureCode != nil else {
      throw refusal("session \(session.id) failed without a code")
    }
    guard session.duration <= .milliseconds(SessionRecord.longestMilliseconds) else {
      throw refusal("session \(session.id) claims to be longer than a year")
    }
  }

  private func refusal(_ detail: String) -> HistoryError {
    HistoryError(.constraint, subject: connection.path, detail: detail)
  }

  /// The first place in time that nobody has, at or after the start of a millisecond.
  private func freePosition(_ startedAt: Int64) throws(HistoryError) -> SessionPosition {
    var position = SessionPosition(startOf: startedAt).rawValue
    let taken = try connection.prepare(
      "SELECT position FROM voice_sessions WHERE position >= ? ORDER BY position", [.integer(position)])
    while try taken.step(), taken.integer(0) == position { position += 1 }
    guard let free = SessionPosition(stored: position) else {
      throw refusal("there is no place in time left")
    }
    return free
  }

  private func insert(_ session: SessionRecord, _ position: SessionPosition) throws(HistoryError) {
    let values: [SQLValue] = [
      .text(session.id.rawValue), .integer(position.rawValue), .text(session.inputKind.rawValue),
      .integer(session.startedAt), .integer(session.duration.wholeMilliseconds), .optional(session.profile),
      .optional(session.device), .optional(session.control), .text(session.action.rawValue),
      .text(session.outcome.rawValue), .optional(session.failureCode), .flag(session.pinned),
      .optional(session.recovery?.rawValue), .optional(session.target), .optional(session.style),
      session.audioExpiry.map { .integer($0.time) } ?? .null,
      .optional(session.audioExpiry?.reason.rawValue), .optional(session.sourceSHA256),
    ]
    try connection.run(
      """
      INSERT INTO voice_sessions (id, position, input_kind, started_at, duration_milliseconds, profile, device,
        control, action, outcome, failure_code, pinned, recovery, target, style, audio_expires_at, audio_expiry,
        source_sha256, audio_name, audio_sha256, audio_bytes, audio_samples)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values + Self.values(session.audio))
  }

  private func insert(
    _ results: [ResultRecord], at first: Int, _ id: SessionID, _ position: SessionPosition, _ length: Duration
  ) throws(HistoryError) {
    guard first + results.count <= Int(SessionPosition.resultsPerSession) else {
      throw refusal("session \(id) would have more than \(SessionPosition.resultsPerSession) results")
    }
    let statement = try connection.prepare(
      """
      INSERT INTO voice_results (id, session, ordinal, source, stage, origin, text, model, speech_milliseconds,
        decode_milliseconds, delivery_route, delivery_outcome, words, trace, document, style, refiner,
        prompt_revision, verdict, fallback)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for (ordinal, result) in zip(first..., results) {
      let place: [SQLValue] = [.integer(position.result(ordinal)), .text(id.rawValue), .integer(ordinal)]
      try statement.restart(place + Self.values(result, length))
      while try statement.step() {}
    }
  }

  private static func values(_ result: ResultRecord, _ length: Duration) -> [SQLValue] {
    [
      .optional(result.source), .text(result.stage.rawValue), .text(result.origin.rawValue),
      .text(result.text),
      .optional(result.model), .optional(result.speechMilliseconds), .optional(result.decodeMilliseconds),
      .optional(result.deliveryRoute), .optional(result.deliveryOutcome),
      .optional(TimedWords.text(result.words, within: length)), .optional(result.trace),
      .optional(result.document), .optional(result.style), .optional(result.refiner),
      .optional(result.promptRevision), .optional(result.verdict), .optional(result.fallback),
    ]
  }

  private static func values(_ audio: AudioReference?) -> [SQLValue] {
    guard let audio else { return [.null, .null, .null, .null] }
    return [.text(audio.name), .text(audio.sha256), .integer(audio.bytes), .integer(audio.samples)]
  }
}
