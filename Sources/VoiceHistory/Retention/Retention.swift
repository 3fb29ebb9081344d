public import Domain
internal import SystemCalls

/// What a run of retention did.
public struct RetentionReport: Hashable, Sendable {
  public struct Expired: Hashable, Sendable {
    public var id: SessionID
    public var reason: AudioExpiryReason
  }

  /// Sessions that have no audio any more; their texts and times stay.
  public var expired: [Expired] = []
  public var freedBytes: Int64 = 0
  /// Held by another program; tried again at the next run.
  public var inUse: [SessionID] = []
}

/// Gathers the candidates, asks `RetentionPlan` and carries its decisions out.
struct Retention {
  let connection: Connection
  let folder: String
  var policy = RetentionPolicy()
  var now = UnixTime.nowMilliseconds()
  /// Nil: as the file system says.
  var freeBytes: Int64?

  func run(active: Set<SessionID>) throws(HistoryError) -> RetentionReport {
    let candidates = try candidates(active)
    let decisions = RetentionPlan.decisions(
      for: candidates, policy: policy, now: now, freeBytes: try space())
    let bytes = Dictionary(candidates.map { ($0.id, $0.bytes) }) { first, _ in first }
    var report = RetentionReport()
    for start in stride(from: 0, to: decisions.count, by: AudioRemoval.batchLimit) {
      let batch = decisions[start..<min(start + AudioRemoval.batchLimit, decisions.count)]
      try expire(Array(batch), bytes, &report)
    }
    return report
  }

  private func space() throws(HistoryError) -> Int64 {
    if let freeBytes { return freeBytes }
    do throws(SystemError) { return try Files.freeBytes(at: folder) } catch { throw HistoryError(error) }
  }

  private func expire(
    _ batch: [RetentionDecision], _ bytes: [SessionID: Int64], _ report: inout RetentionReport
  ) throws(HistoryError) {
    let reasons = Dictionary(batch.map { ($0.id, $0.reason) }) { first, _ in first }
    let removal = AudioRemoval(connection: connection, folder: folder)
    let outcome = try removal.run(batch.map(\.id)) { done throws(HistoryError) in
      var expired: Set<SessionID> = []
      for id in done {
        // Not one that was pinned since the candidates were read.
        let statement = try connection.prepare(
          """
          UPDATE voice_sessions SET audio_name = NULL, audio_sha256 = NULL, audio_bytes = NULL,
            audio_samples = NULL, audio_missing = 0, audio_expires_at = ?, audio_expiry = ?
          WHERE id = ? AND pinned = 0 RETURNING id
          """, [.integer(now), .optional(reasons[id]?.rawValue), .text(id.rawValue)])
        while try statement.step() { expired.insert(id) }
      }
      return expired
    }
    report.inUse += outcome.inUse
    for id in outcome.done {
      report.freedBytes += bytes[id] ?? 0
      if let reason = reasons[id] { report.expired.append(.init(id: id, reason: reason)) }
    }
  }

  private func candidates(_ active: Set<SessionID>) throws(HistoryError) -> [RetentionCandidate] {
    let statement = try connection.prepare(
      """
      SELECT id, started_at, audio_bytes, pinned, audio_expires_at, audio_expiry,
        \(RecoveredSessions.waits)
      FROM voice_sessions WHERE audio_name IS NOT NULL AND audio_missing = 0
      """)
    var candidates: [RetentionCandidate] = []
    while try statement.step() {
      guard let id = statement.text(0).flatMap(SessionID.init(rawValue:)),
        let startedAt = statement.integer(1)
      else { continue }
      var expiry: AudioExpiry?
      if let time = statement.integer(4), let reason = statement.text(5).flatMap(AudioExpiryReason.init) {
        expiry = AudioExpiry(time: time, reason: reason)
      }
      candidates.append(
        RetentionCandidate(
          id: id, startedAt: startedAt, bytes: max(0, statement.integer(2) ?? 0),
          isActive: active.contains(id), isPinned: statement.integer(3) == 1,
          isSoleRecovery: statement.integer(6) == 1, expiry: expiry))
    }
    return candidates
  }
}
