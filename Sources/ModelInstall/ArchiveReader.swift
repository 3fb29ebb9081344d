internal import CArchive
internal import Glibc
internal import Models
internal import SystemCalls

/// Reads an archive entry by entry, and lets only what a package may hold come out of it.
///
/// The files may lie in one folder, or in folders of folders ("id/1/…"), but all in the same one.
struct ArchiveReader {
  let path: String
  /// More is no package, and would fill the memory with names.
  private static let entryLimit = 1_000
  private static let blockBytes = 1 << 16

  /// Calls `body` for each file, in order, with its bare name and its size as the archive says it.
  func forEachFile(
    _ body: (_ name: String, _ size: Int, _ content: borrowing Content) throws(InstallError) -> Void
  ) throws(InstallError) {
    guard let archive = archive_read_new() else { throw .archive(path: path, reason: "there is no memory") }
    defer { archive_read_free(archive) }
    archive_read_support_filter_all(archive)
    archive_read_support_format_tar(archive)
    archive_read_support_format_zip(archive)
    guard archive_read_open_filename(archive, path, Self.blockBytes) == ARCHIVE_OK else {
      throw failure(archive)
    }
    var check = EntryCheck(path: path)
    var count = 0
    var entry: OpaquePointer?
    while true {
      let result = archive_read_next_header(archive, &entry)
      if result == ARCHIVE_EOF { return }
      guard result == ARCHIVE_OK, let entry else { throw failure(archive) }
      count += 1
      guard count <= Self.entryLimit else {
        throw .archive(path: path, reason: "it has more than \(Self.entryLimit) entries")
      }
      guard let name = try check.fileName(entry) else { continue }
      let size = Int(archive_entry_size(entry))
      try body(name, size, Content(archive: archive, path: path))
    }
  }

  private func failure(_ archive: OpaquePointer) -> InstallError { Self.failure(archive, path) }

  fileprivate static func failure(_ archive: OpaquePointer, _ path: String) -> InstallError {
    .archive(path: path, reason: archive_error_string(archive).map { String(cString: $0) } ?? "it is damaged")
  }

  /// The bytes of the entry at hand.
  struct Content: ~Copyable {
    fileprivate let archive: OpaquePointer
    fileprivate let path: String

    /// - Parameter take: false: the piece is one too many.
    func read(_ take: (UnsafeRawBufferPointer) -> Bool) throws(InstallError) {
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: ArchiveReader.blockBytes, alignment: 16)
      defer { block.deallocate() }
      while true {
        let count = archive_read_data(archive, block.baseAddress, block.count)
        if count == 0 { return }
        guard count > 0 else { throw ArchiveReader.failure(archive, path) }
        if !take(UnsafeRawBufferPointer(rebasing: block[..<count])) { return }
      }
    }
  }
}

/// What the entries of an archive must be: files and folders with harmless names, all files in one folder, none twice.
private struct EntryCheck {
  let path: String
  private var folder: String?
  private var seen: Set<String> = []

  init(path: String) { self.path = path }

  /// Nil for a folder.
  mutating func fileName(_ entry: OpaquePointer) throws(InstallError) -> String? {
    guard let raw = archive_entry_pathname(entry) else {
      throw .forbiddenEntry(path: path, entry: "?", reason: "a name that is not text")
    }
    let full = String(cString: raw)
    if archive_entry_hardlink(entry) != nil || archive_entry_symlink(entry) != nil {
      throw .forbiddenEntry(path: path, entry: full, reason: "a link")
    }
    let parts = full.split(separator: "/").filter { $0 != "." }
    guard !full.hasPrefix("/"), !parts.contains("..") else {
      throw .forbiddenEntry(path: path, entry: full, reason: "a path that leads out of the package")
    }
    switch mode_t(archive_entry_filetype(entry)) {
    case S_IFDIR: return nil
    case S_IFREG: break
    default: throw .forbiddenEntry(path: path, entry: full, reason: "not a regular file")
    }
    guard let name = parts.last.map(String.init) else {
      throw .forbiddenEntry(path: path, entry: full, reason: "a file without a name")
    }
    let above = parts.dropLast().joined(separator: "/")
    guard folder == nil || folder == above else {
      throw .forbiddenEntry(path: path, entry: full, reason: "a file in a second folder")
    }
    folder = above
    guard seen.insert(name).inserted else {
      throw .forbiddenEntry(path: path, entry: full, reason: "a second file of that name")
    }
    return name
  }
}
