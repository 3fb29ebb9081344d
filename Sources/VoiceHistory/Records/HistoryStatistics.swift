public import Domain

/// How much the history holds.
public struct HistoryStatistics: Hashable, Sendable {
  public var sessions = 0
  public var results = 0
  public var pinned = 0
  /// Recovery sessions that nobody has recognised yet.
  public var unrecognised = 0
  public var recordings = 0
  public var audioBytes: Int64 = 0
  /// Entries whose audio file is not there.
  public var missingAudio = 0
  /// The database with its log.
  public var databaseBytes: Int64 = 0
  /// Of all recordings, also those whose audio is gone.
  public var duration: Duration = .zero
  public var oldest: SessionID?
  public var newest: SessionID?
  /// Sessions by how they ended.
  public var outcomes: [String: Int] = [:]

  public init() {}
}

extension HistoryStatistics {
  init(_ connection: Connection) throws(HistoryError) {
    let totals = try connection.prepare(
      """
      SELECT count(*), total(pinned), count(audio_name), total(audio_bytes), total(audio_missing),
        total(duration_milliseconds),
        total(recovery IS NOT NULL AND NOT EXISTS (SELECT 1 FROM voice_results WHERE session = voice_sessions.id))
      FROM voice_sessions
      """)
    if try totals.step() {
      sessions = Int(totals.integer(0) ?? 0)
      pinned = totals.count(1)
      recordings = Int(totals.integer(2) ?? 0)
      audioBytes = Int64(totals.count(3))
      missingAudio = totals.count(4)
      duration = .milliseconds(totals.count(5))
      unrecognised = totals.count(6)
    }
    results = Int(try connection.integer("SELECT count(*) FROM voice_results") ?? 0)
    oldest = try connection.text("SELECT id FROM voice_sessions ORDER BY position LIMIT 1").flatMap(
      SessionID.init(rawValue:))
    newest = try connection.text("SELECT id FROM voice_sessions ORDER BY position DESC LIMIT 1").flatMap(
      SessionID.init(rawValue:))
    let byOutcome = try connection.prepare("SELECT outcome, count(*) FROM voice_sessions GROUP BY outcome")
    while try byOutcome.step() {
      if let name = byOutcome.text(0) { outcomes[name] = Int(byOutcome.integer(1) ?? 0) }
    }
  }
}

extension Statement {
  /// total() gives a floating-point number, which cannot overflow as sum() does.
  fileprivate borrowing func count(_ column: Int32) -> Int { Int(exactly: real(column).rounded()) ?? .max }
}
