internal import Glibc
internal import SystemCalls

/// Takes the words of removed sessions out of the full-text index and the log.
///
/// FTS5 notes a removal as one more entry, and keeps the words of both until it merges the segments they are in
/// (https://www.sqlite.org/fts5.html, 6.8). Merging all of a large index takes seconds; it is done in steps, between which
/// others write. A mark beside the database, made before the removal is committed, stays until all is done: after a kill,
/// whoever keeps the history in order goes on.
struct WordErasure {
  let connection: Connection

  /// Pages written by one step: a fraction of a second on a busy machine, far within what a session that is to be stored waits.
  private static let stepPages = 500
  /// Between two steps. Who waits for the lock looks every 100 ms (sqliteDefaultBusyCallback), and must find it free.
  private static let pauseMicroseconds: UInt32 = 120_000

  private var mark: DatabaseMark { .erasure(in: connection.path) }

  /// Before the removal is committed.
  func prepare() throws(HistoryError) {
    do throws(SystemError) { try mark.set() } catch { throw HistoryError(error) }
  }

  /// As `run` where words are waiting to be erased; true where none are.
  func resume() throws(HistoryError) -> Bool {
    try mark.isSet ? run() : true
  }

  /// False when others read what the log holds: then it is for the next time.
  ///
  /// - Parameter progress: called between the steps.
  func run(progress: () -> Void = {}) throws(HistoryError) -> Bool {
    // The first puts all segments together in one merge, the others go on with it; one that changes less than two rows
    // had nothing to do.
    var pages = -Self.stepPages
    while try changes({ () throws(HistoryError) in try merge(pages) }) >= 2 {
      pages = Self.stepPages
      progress()
      usleep(Self.pauseMicroseconds)
    }
    guard try connection.truncateLog() else { return false }
    mark.clear()
    return true
  }

  private func merge(_ pages: Int) throws(HistoryError) {
    try connection.run("INSERT INTO voice_text (voice_text, rank) VALUES ('merge', ?)", [.integer(pages)])
  }

  private func changes(_ body: () throws(HistoryError) -> Void) throws(HistoryError) -> Int64 {
    let before = try connection.integer("SELECT total_changes()") ?? 0
    try body()
    return (try connection.integer("SELECT total_changes()") ?? 0) - before
  }
}
