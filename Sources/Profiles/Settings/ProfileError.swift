internal import Glibc
public import SystemCalls

/// Why a settings file (profiles or preferences) could not be loaded or saved.
public struct ProfileError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    /// The file exists and cannot be read.
    case unreadable
    /// The file or its folder cannot be written.
    case notWritable
    /// Larger than 10 MB.
    case tooLarge
    /// Another program has been changing the settings for seconds.
    case busy
    /// Written by a later hwctl; left untouched, every save is refused.
    case newer
    /// It says what hwctl does not understand; left untouched. See `issues`.
    case invalid
  }

  public var code: Code
  /// The path of the file. Private: shown to the user, never logged.
  public var path: String
  public var issues: [ProfileIssue]
  public var underlying: SystemError?
  /// For `newer`: the version in the file.
  public var foundVersion: Int?
  /// For `newer`: the version that this program writes.
  public var knownVersion: Int?

  init(
    _ code: Code, path: String, issues: [ProfileIssue] = [], underlying: SystemError? = nil,
    foundVersion: Int? = nil, knownVersion: Int? = nil
  ) {
    self.code = code
    self.path = path
    self.issues = issues
    self.underlying = underlying
    self.foundVersion = foundVersion
    self.knownVersion = knownVersion
  }

  /// What failed, on what, why, and a command to try.
  public var message: String {
    let cause = underlying.map { ": \($0.explanation)" } ?? ""
    switch code {
    case .unreadable: return "cannot read \(path)\(cause). Look at it: ls -ld '\(path)'"
    case .notWritable:
      return "cannot write \(path)\(cause). The old file stands. Check owner, mode and space: "
        + "ls -ld '\(folder)'; df -h '\(folder)'"
    case .tooLarge:
      return "\(path) is larger than \(SettingsTree.sizeLimitBytes / 1_000_000) MB and was not read. "
        + "It is probably another file: head -c 200 '\(path)'"
    case .busy:
      return "another program has been changing the files beside \(path) for "
        + "\(SettingsLock.waitMilliseconds / 1000) s. Nothing was changed. Who: fuser -v '\(folder)'"
    case .newer:
      return
        "\(path) has schema version \(foundVersion ?? 0), this hwctl knows version \(knownVersion ?? 0). "
        + "It is left untouched. Install the newer hwctl, or move the file away"
    case .invalid:
      return
        "\(path) has \(issues.count == 1 ? "a mistake" : "\(issues.count) mistakes") and is left untouched:"
        + issueLines + "\nMend it and check with: \(checkCommand)"
    }
  }

  /// One line each; the first are enough to see what is the matter with a file that is wrong all over.
  private var issueLines: String {
    let shown = issues.prefix(Self.shownIssues).map { "\n  \($0)" }.joined()
    let rest = issues.count - Self.shownIssues
    return rest > 0 ? shown + "\n  and \(rest) more" : shown
  }

  private static let shownIssues = 20

  private var folder: String { Files.parent(of: path) }

  private var checkCommand: String {
    path.hasSuffix("/preferences.json") ? "hwctl doctor" : "hwctl profiles validate '\(path)'"
  }
}
