import CSQLite
import Glibc
import SystemCalls
import Testing

@testable import VoiceHistory

@Suite struct HistoryErrorTests {
  static let messages: [(HistoryError.Code, String)] = [
    (.notWritable, "cannot be opened or written (why). Check its owner and mode: ls -ld '/v'"),
    (.locked, "is held by another process (why). See who has it open: fuser -v '/v'"),
    (.full, "cannot grow, the disk is full (why). Free some space; see: df -h '/v'"),
    (
      .corrupt,
      "is damaged (why). Restart hwctld: it keeps the damaged files aside and brings what can be read into a new history"
    ),
    (
      .newer,
      "was written by a newer hwctl and is left untouched (why). "
        + "Install the newer hwctl again, or set another XDG_DATA_HOME"
    ),
    (
      .foreign,
      "is not a hwctl database and is left untouched (why). "
        + "Move the file away, then: systemctl --user restart hwctld"
    ),
    (.ioError, "failed to read or write (why). Look for disk errors: journalctl -k -p err"),
    (
      .constraint,
      "refused a record that contradicts itself or an earlier one (why). "
        + "Please report it with the output of: hwctl doctor"
    ),
    (.defect, "met a bug in hwctl (why). Please report it with the output of: hwctl doctor"),
  ]

  @Test(arguments: messages) func `each code says what is wrong and what to do`(
    code: HistoryError.Code, text: String
  ) {
    #expect(HistoryError(code, subject: "/v", detail: "why").message == "voice history /v " + text)
  }

  @Test func `every code is in the table`() {
    #expect(Self.messages.map(\.0) == HistoryError.Code.allCases)
  }

  static let databaseCodes: [(Int32, Int32, HistoryError.Code)] = [
    (SQLITE_BUSY, 0, .locked), (SQLITE_LOCKED, 0, .locked), (SQLITE_BUSY | 2 << 8, 0, .locked),
    (SQLITE_FULL, 0, .full), (SQLITE_CORRUPT, 0, .corrupt), (SQLITE_NOTADB, 0, .corrupt),
    (SQLITE_READONLY, 0, .notWritable), (SQLITE_CANTOPEN, EACCES, .notWritable),
    (SQLITE_PERM, 0, .notWritable),
    (SQLITE_IOERR, EIO, .ioError), (SQLITE_IOERR | 3 << 8, ENOSPC, .full), (SQLITE_IOERR, EDQUOT, .full),
    (SQLITE_IOERR, EROFS, .notWritable), (SQLITE_CONSTRAINT | 6 << 8, 0, .constraint),
    (SQLITE_TOOBIG, 0, .constraint), (SQLITE_ERROR, 0, .defect), (SQLITE_MISUSE, 0, .defect),
  ]

  @Test(arguments: databaseCodes)
  func `only damaged bytes count as damage`(database: Int32, system: Int32, code: HistoryError.Code) {
    let error = HistoryError(databaseCode: database, systemCode: system, subject: "", detail: "")
    #expect(error.code == code && error.databaseCode == database && error.systemCode == system)
  }

  static let systemCodes: [(Int32, HistoryError.Code)] = [
    (ENOSPC, .full), (EDQUOT, .full), (EACCES, .notWritable), (EROFS, .notWritable),
    (ENOTDIR, .notWritable), (EEXIST, .notWritable), (EIO, .ioError), (ENOENT, .ioError),
  ]

  @Test(arguments: systemCodes) func `system errors keep their kind`(system: Int32, code: HistoryError.Code) {
    let error = HistoryError(SystemError(call: "open", subject: "/v", code: system))
    #expect(error.code == code && error.systemCode == system && error.subject == "/v")
  }
}
