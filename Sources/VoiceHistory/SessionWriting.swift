internal import Domain

/// Writes sessions and their results.
struct SessionWriting {
  let connection: Connection

  /// All of it or nothing, the full-text index included.
  func commit(_ session: SessionRecord, _ results: [ResultRecord]) throws(HistoryError) {
    if let audio = session.audio, audio.name != session.id.rawValue + SessionFiles.audioSuffix {
      throw HistoryError(
        .constraint, subject: connection.path, detail: "session \(session.id) names another session's audio")
    }
    guard session.outcome != .failed || session.failureCode != nil else {
      throw HistoryError(
        .constraint, subject: connection.path, detail: "session \(session.id) failed without a code")
    }
    try connection.transaction { () throws(HistoryError) in
      try insert(session)
      for (ordinal, result) in results.enumerated() { try insert(result, session.id, ordinal) }
    }
  }

  /// Gives a session that was committed without audio the file found for it.
  func adopt(_ audio: AudioReference, for id: SessionID) throws(HistoryError) {
    try connection.run(
      """
      UPDATE voice_sessions SET audio_name = ?, audio_sha256 = ?, audio_bytes = ?, audio_samples = ?,
        audio_missing = 0 WHERE id = ? AND audio_name IS NULL
      """, Self.values(audio) + [.text(id.rawValue)])
  }

  func mark(_ id: SessionID, audioIsMissing: Bool) throws(HistoryError) {
    try connection.run(
      "UPDATE voice_sessions SET audio_missing = ? WHERE id = ?", [.flag(audioIsMissing), .text(id.rawValue)])
  }

  private func insert(_ session: SessionRecord) throws(HistoryError) {
    let values: [SQLValue] = [
      .text(session.id.rawValue), .text(session.inputKind.rawValue), .integer(session.startedAt),
      .integer(session.duration.wholeMilliseconds), .optional(session.profile), .optional(session.device),
      .optional(session.control), .text(session.action.rawValue), .text(session.outcome.rawValue),
      .optional(session.failureCode), .flag(session.pinned), .optional(session.recovery?.rawValue),
    ]
    try connection.run(
      """
      INSERT INTO voice_sessions (id, input_kind, started_at, duration_milliseconds, profile, device, control,
        action, outcome, failure_code, pinned, recovery, audio_name, audio_sha256, audio_bytes, audio_samples)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values + Self.values(session.audio))
  }

  private func insert(_ result: ResultRecord, _ id: SessionID, _ ordinal: Int) throws(HistoryError) {
    try connection.run(
      """
      INSERT INTO voice_results (session, ordinal, source, stage, origin, text, model, speech_milliseconds,
        decode_milliseconds, delivery_route, delivery_outcome)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id.rawValue), .integer(ordinal), .optional(result.source), .text(result.stage.rawValue),
        .text(result.origin.rawValue), .text(result.text), .optional(result.model),
        .optional(result.speechMilliseconds), .optional(result.decodeMilliseconds),
        .optional(result.deliveryRoute), .optional(result.deliveryOutcome),
      ])
  }

  private static func values(_ audio: AudioReference?) -> [SQLValue] {
    guard let audio else { return [.null, .null, .null, .null] }
    return [.text(audio.name), .text(audio.sha256), .integer(audio.bytes), .integer(audio.samples)]
  }
}
