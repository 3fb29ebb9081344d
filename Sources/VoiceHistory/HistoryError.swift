internal import SystemCalls

/// What went wrong in the voice history, for people and for code.
public struct HistoryError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    /// Permission, a read-only file system, or a path that cannot hold a folder.
    case notWritable
    /// Another process has held the database for longer than the busy timeout.
    case locked
    /// The disk or the quota is full.
    case full
    /// The bytes on disk are not a sound database.
    case corrupt
    /// Written by a later hwctl; left untouched.
    case newer
    /// A sound SQLite database of another program; left untouched.
    case foreign
    /// Reading or writing failed in another way.
    case ioError
    /// The record contradicts itself or what is stored (an id used twice, a broken source link).
    case constraint
    /// A bug in hwctl: SQLite refused the statement itself.
    case defect
  }

  public var code: Code
  /// The path it failed on. Private: shown to the user, never logged.
  public var subject: String
  /// SQLite's extended result code (https://www.sqlite.org/rescode.html), 0 where SQLite was not asked.
  public var databaseCode: Int32
  /// The kernel's errno, 0 where there is none.
  public var systemCode: Int32
  /// What the layer below said; free of dictated text.
  public var detail: String

  init(
    _ code: Code, subject: String, databaseCode: Int32 = 0, systemCode: Int32 = 0, detail: String
  ) {
    self.code = code
    self.subject = subject
    self.databaseCode = databaseCode
    self.systemCode = systemCode
    self.detail = detail
  }

  /// For who cannot wait until a history has been opened, a damaged one for minutes.
  public static func stillOpening(_ folder: String) -> HistoryError {
    HistoryError(.locked, subject: folder, detail: "hwctld is still opening it; try again later")
  }

  /// What failed, on what, why, and what to do about it.
  public var message: String { "voice history \(subject) \(reason) (\(detail)). \(remedy)" }

  private var reason: String {
    switch code {
    case .notWritable: "cannot be opened or written"
    case .locked: "is held by another process"
    case .full: "cannot grow, the disk is full"
    case .corrupt: "is damaged"
    case .newer: "was written by a newer hwctl and is left untouched"
    case .foreign: "is not a hwctl database and is left untouched"
    case .ioError: "failed to read or write"
    case .constraint: "refused a record that contradicts itself or an earlier one"
    case .defect: "met a bug in hwctl"
    }
  }

  private var remedy: String {
    switch code {
    case .notWritable: "Check its owner and mode: ls -ld '\(subject)'"
    case .locked: "See who has it open: fuser -v '\(subject)'"
    case .full: "Free some space; see: df -h '\(subject)'"
    case .corrupt:
      "Restart hwctld: it keeps the damaged files aside and brings what can be read into a new history"
    case .newer: "Install the newer hwctl again, or set another XDG_DATA_HOME"
    case .foreign: "Move the file away, then: systemctl --user restart hwctld"
    case .ioError: "Look for disk errors: journalctl -k -p err"
    case .constraint, .defect: "Please report it with the output of: hwctl doctor"
    }
  }
}
