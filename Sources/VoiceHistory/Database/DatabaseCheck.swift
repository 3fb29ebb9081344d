internal import CSQLite
internal import Glibc
internal import SystemCalls

/// Reading every page of the database to find damaged bytes, and when that is done.
///
/// A small database is read through whenever it is opened. Reading a large one takes seconds, in which nobody could dictate:
/// it is opened at once, read through in the background (`VoiceRetention.check`), and damage found there, or met by any
/// statement, leaves a mark beside it, so that the next opening reads it through and puts it aside (docs/decisions/0027).
enum DatabaseCheck {
  /// Read within 0.1 s on a slow disk's cache; holds the texts of some ten thousand dictations.
  static let smallBytes = 32 << 20

  static func isDue(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return Int(status.st_size) <= smallBytes || DatabaseMark.damage(of: path).isSet
  }

  /// - Throws: `corrupt` where SQLite's quick check finds damage, which is marked.
  static func run(_ connection: Connection) throws(HistoryError) {
    let verdict = try connection.text("PRAGMA quick_check(1)") ?? "no answer"
    guard verdict == "ok" else {
      mark(connection.path)
      let inOneLine = verdict.split(whereSeparator: \.isNewline).joined(separator: "; ")
      throw HistoryError(
        .corrupt, subject: connection.path, databaseCode: SQLITE_CORRUPT, detail: "quick check: \(inOneLine)")
    }
  }

  /// Makes the full-text index anew from the texts. It is a table of bytes to SQLite, whose check does not look into them: where
  /// damage was met and the check finds none, it is there.
  static func rebuildIndex(_ connection: Connection) throws(HistoryError) {
    try connection.execute("INSERT INTO voice_text (voice_text) VALUES ('rebuild')")
  }

  /// Best effort: without the mark the damage is met again.
  static func mark(_ path: String) {
    let mark = DatabaseMark.damage(of: path)
    if path != ":memory:", !mark.isSet { try? mark.set() }
  }
}
