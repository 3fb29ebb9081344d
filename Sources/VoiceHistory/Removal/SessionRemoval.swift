public import Domain

/// What a removal of sessions did.
public struct RemovalReport: Hashable, Sendable {
  public var removed = 0
  /// Another program is recording them, or about to store them.
  public var inUse: [SessionID] = []
  /// Pinned sessions that clearing left.
  public var pinnedKept = 0
  /// False when the words of what was removed could not be taken out of the files yet: somebody reads, or the disk is full. Whoever
  /// keeps the history in order does it then.
  public var wordsAreErased = true

  public init() {}
}

/// Removes whole sessions: texts, times and audio.
struct SessionRemoval {
  let connection: Connection
  let folder: String

  /// Sessions that are not there count as removed already.
  ///
  /// - Parameter progress: called between the steps of erasing their words.
  func remove(_ ids: [SessionID], progress: () -> Void = {}) throws(HistoryError) -> RemovalReport {
    try WordErasure(connection: connection).prepare()
    var report = try removeRows(ids)
    report.wordsAreErased = try erase(progress: progress)
    return report
  }

  private func removeRows(_ ids: [SessionID]) throws(HistoryError) -> RemovalReport {
    var report = RemovalReport()
    for start in stride(from: 0, to: ids.count, by: AudioRemoval.batchLimit) {
      let batch = Array(ids[start..<min(start + AudioRemoval.batchLimit, ids.count)])
      let removal = AudioRemoval(connection: connection, folder: folder)
      let outcome = try removal.run(batch) { done throws(HistoryError) in
        var removed: Set<SessionID> = []
        for id in done {
          let statement = try connection.prepare(
            "DELETE FROM voice_sessions WHERE id = ? RETURNING id", [.text(id.rawValue)])
          while try statement.step() { removed.insert(id) }
        }
        return removed
      }
      report.removed += outcome.done.count
      report.inUse += outcome.inUse
    }
    return report
  }

  /// Removes everything that is there now; what is recorded meanwhile stays. Begun once, it is gone on with until it is
  /// done: `resume` after a kill.
  func clear(
    pinnedToo: Bool, progress: (Int) -> Void
  ) throws(HistoryError) -> RemovalReport {
    try connection.run(
      """
      INSERT INTO voice_clearing (id, until_position, pinned_too)
      SELECT 1, coalesce(max(position), -1), ? FROM voice_sessions WHERE true
      ON CONFLICT (id) DO UPDATE SET until_position = excluded.until_position,
        pinned_too = max(pinned_too, excluded.pinned_too)
      """, [.flag(pinnedToo)])
    return try resume(progress: progress) ?? RemovalReport()
  }

  /// Goes on with clearing; nil where none has begun.
  func resume(progress: (Int) -> Void = { _ in }) throws(HistoryError) -> RemovalReport? {
    guard let (last, pinnedToo) = try intent() else { return nil }
    try WordErasure(connection: connection).prepare()
    var report = RemovalReport()
    var below = last + 1
    while true {
      let (batch, lowest) = try next(below, pinnedToo)
      guard let lowest else { break }
      below = lowest
      let one = try removeRows(batch)
      report.removed += one.removed
      report.inUse += one.inUse
      progress(report.removed)
    }
    report.pinnedKept = Int(
      try connection.integer("SELECT count(*) FROM voice_sessions WHERE pinned = 1 AND position <= \(last)")
        ?? 0)
    try connection.run("DELETE FROM voice_clearing", [])
    report.wordsAreErased = try erase { progress(report.removed) }
    try compact()
    return report
  }

  private func intent() throws(HistoryError) -> (last: Int64, pinnedToo: Bool)? {
    let intent = try connection.prepare("SELECT until_position, pinned_too FROM voice_clearing")
    guard try intent.step(), let last = intent.integer(0) else { return nil }
    return (last, intent.integer(1) == 1)
  }

  private func next(_ below: Int64, _ pinnedToo: Bool) throws(HistoryError) -> ([SessionID], Int64?) {
    let statement = try connection.prepare(
      """
      SELECT id, position FROM voice_sessions WHERE position < ?\(pinnedToo ? "" : " AND pinned = 0")
      ORDER BY position DESC LIMIT \(AudioRemoval.batchLimit)
      """, [.integer(below)])
    var ids: [SessionID] = []
    var lowest: Int64?
    while try statement.step() {
      lowest = statement.integer(1)
      if let id = statement.text(0).flatMap(SessionID.init(rawValue:)) { ids.append(id) }
    }
    return (ids, lowest)
  }

  /// The sessions are gone whether or not their words can be erased now.
  private func erase(progress: () -> Void) throws(HistoryError) -> Bool {
    do throws(HistoryError) { return try WordErasure(connection: connection).run(progress: progress) } catch {
      guard error.code == .full || error.code == .locked else { throw error }
      return false
    }
  }

  /// Gives the space of what was cleared back to the disk.
  private func compact() throws(HistoryError) {
    do throws(HistoryError) { try connection.execute("VACUUM") } catch {
      // Needs the space of the database once more.
      guard error.code == .full || error.code == .locked else { throw error }
    }
    _ = try connection.truncateLog()
  }
}
