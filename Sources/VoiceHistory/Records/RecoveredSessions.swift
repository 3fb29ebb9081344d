internal import Domain
internal import SystemCalls

/// Recovery sessions whose words nobody knows yet: their audio is all there is of what was said.
struct RecoveredSessions {
  let connection: Connection
  /// Unix time in milliseconds.
  var now = UnixTime.nowMilliseconds()

  /// A day, from when it was found that there is no speech: who doubts that has listened by then.
  static let speechlessMilliseconds: Int64 = 24 * 3_600_000

  /// True of a row of `voice_sessions` that waits for its words, whether or not its audio is there.
  static let waits = """
    (recovery IS NOT NULL AND outcome = '\(SessionOutcome.recovered.rawValue)'
      AND NOT EXISTS (SELECT 1 FROM voice_results WHERE session = voice_sessions.id))
    """

  /// Those whose audio can be recognised, newest first.
  ///
  /// - Parameter limit: of how many to give.
  func waiting(limit: Int) throws(HistoryError) -> [SessionID] {
    let statement = try connection.prepare(
      """
      SELECT id FROM voice_sessions WHERE \(Self.waits) AND audio_name IS NOT NULL AND audio_missing = 0
      ORDER BY position DESC LIMIT ?
      """, [.integer(Int64(limit))])
    var ids: [SessionID] = []
    while try statement.step() {
      if let id = statement.text(0).flatMap(SessionID.init(rawValue:)) { ids.append(id) }
    }
    return ids
  }

  /// Notes that a session was recognised and has no words, so that it neither waits nor is kept for ever. One that has got a
  /// text meanwhile stays as it is.
  func conclude(_ id: SessionID, _ conclusion: RecoveryConclusion) throws(HistoryError) {
    let outcome: SessionOutcome
    var code: String?
    var expiry: AudioExpiry?
    switch conclusion {
    case .noSpeech:
      outcome = .noSpeech
      expiry = AudioExpiry(time: now + Self.speechlessMilliseconds, reason: .recovery)
    case .failed(let failure):
      outcome = .failed
      code = failure
    }
    try connection.run(
      """
      UPDATE voice_sessions SET outcome = ?, failure_code = ?, audio_expires_at = ?, audio_expiry = ?
      WHERE id = ? AND \(Self.waits)
      """,
      [
        .text(outcome.rawValue), .optional(code), expiry.map { .integer($0.time) } ?? .null,
        .optional(expiry?.reason.rawValue), .text(id.rawValue),
      ])
  }
}

/// What became of a Recovery session that was recognised and has no text.
public enum RecoveryConclusion: Hashable, Sendable {
  /// Its audio goes after a day.
  case noSpeech
  /// A typed code; its audio is kept like that of other sessions that failed.
  case failed(code: String)
}
