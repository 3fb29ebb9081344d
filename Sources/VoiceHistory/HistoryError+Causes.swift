internal import CSQLite
internal import Glibc
internal import SystemCalls

extension HistoryError {
  /// From a failed system call on a file or folder of the history.
  init(_ error: SystemError) {
    let code: Code =
      switch error.code {
      case ENOSPC, EDQUOT: .full
      case EACCES, EPERM, EROFS, EEXIST, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .notWritable
      default: .ioError
      }
    self.init(code, subject: error.subject, systemCode: error.code, detail: error.description)
  }

  /// From SQLite's extended result code and the errno it met, as https://www.sqlite.org/rescode.html defines them.
  init(databaseCode: Int32, systemCode: Int32, subject: String, detail: String) {
    let code: Code =
      switch databaseCode & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_FULL: .full
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH: .notWritable
      case SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH: .constraint
      case SQLITE_IOERR: Self.code(ofSystemCode: systemCode)
      case SQLITE_NOMEM: .ioError
      default: .defect
      }
    self.init(
      code, subject: subject, databaseCode: databaseCode, systemCode: systemCode, detail: detail)
  }

  /// SQLITE_IOERR covers a full disk and a lost permission too; errno tells them apart.
  private static func code(ofSystemCode code: Int32) -> Code {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EACCES, EPERM, EROFS: .notWritable
    default: .ioError
    }
  }
}
