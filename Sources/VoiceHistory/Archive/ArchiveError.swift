/// Why an archive was not written, or refused without changing anything.
public struct ArchiveError: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    /// There is no folder with a manifest and checksums at that path.
    case notAnArchive
    /// Made by a later hwctl.
    case newer
    /// A link, a device or another thing that is neither a file nor a folder.
    case link
    /// A file or folder that no archive has.
    case unexpected
    /// A file that the checksums name is not there.
    case missing
    /// A name, session or file stands there twice.
    case duplicate
    /// More of something than any archive of ours has.
    case tooLarge
    /// The bytes are not those that the checksums promise.
    case badDigest
    /// It contradicts itself.
    case invalid
    /// Something is at the output path already.
    case exists
    /// A file could not be read or written.
    case ioError
    /// The history itself failed.
    case history
  }

  public var code: Code
  /// The path or session that it failed on. Private: shown to the user, never logged.
  public var subject: String
  public var detail: String

  public init(_ code: Code, subject: String, detail: String = "") {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  init(_ error: HistoryError) { self.init(.history, subject: error.subject, detail: error.message) }

  /// What failed, on what, why, and what to do about it.
  public var message: String {
    switch code {
    case .notAnArchive:
      "\(subject) is not an archive of hwctl\(why). Name the folder that 'hwctl history export --format archive' made."
    case .newer: "archive \(subject) was made by a newer hwctl\(why). Install that version to import it."
    case .link:
      "archive \(subject) holds something that is neither a file nor a folder\(why), and is refused. Copy the archive whole, "
        + "without links: cp -rL."
    case .unexpected:
      "archive \(subject) holds what no archive has\(why), and is refused. Export it again, or take that away."
    case .missing: "archive \(subject) is not whole\(why): a file is missing. Copy it again."
    case .duplicate: "archive \(subject) names the same thing twice\(why), and is refused. Export it again."
    case .tooLarge: "archive \(subject) is larger than any that hwctl makes\(why), and is refused."
    case .badDigest:
      "archive \(subject) is damaged or was changed\(why). Copy it again from where it was made."
    case .invalid: "archive \(subject) contradicts itself\(why), and is refused. Export it again."
    case .exists: "\(subject) is there already and is left as it is. Choose another path."
    case .ioError:
      "archive \(subject) cannot be read or written\(why). Check the disk and the permissions: ls -ld."
    case .history: detail
    }
  }

  private var why: String { detail.isEmpty ? "" : " (\(detail))" }
}
