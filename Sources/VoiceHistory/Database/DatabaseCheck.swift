internal import CSQLite
internal import Glibc
internal import SystemCalls

/// Reading every page of the database to find damaged bytes, and when that is done.
///
/// A small database is read through whenever it is opened. Reading a large one takes seconds, in which nobody could dictate:
/// it is opened at once, read through in the background (`VoiceRetention.check`), and damage found there, or met by a
/// statement, leaves a mark beside it, so that the next opening reads it through and puts it aside (docs/decisions/0027).
enum DatabaseCheck {
  /// Read within 0.1 s on a slow disk's cache; holds the texts of some ten thousand dictations.
  static let smallBytes = 32 << 20
  private static let markSuffix = ".damaged"

  static func isDue(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return Int(status.st_size) <= smallBytes || Files.exists(path + markSuffix)
  }

  /// - Throws: `corrupt` where SQLite's quick check finds damage.
  static func run(_ connection: Connection) throws(HistoryError) {
    let verdict = try connection.text("PRAGMA quick_check(1)") ?? "no answer"
    guard verdict == "ok" else {
      throw HistoryError(
        .corrupt, subject: connection.path, databaseCode: SQLITE_CORRUPT, detail: "quick check: \(verdict)")
    }
  }

  /// Best effort: without the mark the damage is met again.
  static func mark(_ path: String) {
    if path != ":memory:" { try? Files.replace(path + markSuffix, with: []) }
  }

  /// It was read through and is sound, or stands in the place of the damaged one.
  static func forget(_ path: String) { unlink(path + markSuffix) }
}
