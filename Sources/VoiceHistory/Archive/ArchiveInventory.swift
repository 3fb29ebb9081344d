internal import Glibc
internal import SystemCalls

/// Exactly what lies in an archive's folder: every name is looked at, no link is followed.
struct ArchiveInventory {
  /// The paths of all files in it, and their sizes.
  var files: [String: Int] = [:]

  /// - Throws: `notAnArchive`, `link`, `unexpected`, `tooLarge`, `ioError`.
  init(_ path: String, _ limits: ArchiveLimits) throws(ArchiveError) {
    guard Self.kind(path).map({ $0.mode == S_IFDIR }) == true else {
      throw ArchiveError(.notAnArchive, subject: path, detail: "not a folder")
    }
    for name in try Self.names(path, path) {
      guard let (mode, size) = Self.kind(path + "/" + name) else { continue }
      switch (name, mode) {
      case (ArchiveFormat.manifest, S_IFREG), (ArchiveFormat.checksums, S_IFREG): files[name] = size
      case (ArchiveFormat.audioFolder, S_IFDIR): try readAudio(path, limits)
      case (_, S_IFREG), (_, S_IFDIR):
        throw ArchiveError(.unexpected, subject: path, detail: name.debugDescription)
      default: throw ArchiveError(.link, subject: path, detail: name.debugDescription)
      }
    }
    for name in [ArchiveFormat.manifest, ArchiveFormat.checksums] where files[name] == nil {
      throw ArchiveError(.notAnArchive, subject: path, detail: "it has no \(name)")
    }
  }

  /// Every file that the checksums name is there with that size, and no other.
  func match(_ checksums: ArchiveChecksums, _ path: String) throws(ArchiveError) {
    var rest = files
    rest[ArchiveFormat.checksums] = nil
    for file in checksums.files {
      guard let size = rest.removeValue(forKey: file.path) else {
        throw ArchiveError(.missing, subject: path, detail: file.path)
      }
      guard size == file.bytes else {
        throw ArchiveError(
          .badDigest, subject: path, detail: "\(file.path) has \(size) bytes, not \(file.bytes)")
      }
    }
    if let extra = rest.keys.min() { throw ArchiveError(.unexpected, subject: path, detail: extra) }
  }

  private mutating func readAudio(_ path: String, _ limits: ArchiveLimits) throws(ArchiveError) {
    let folder = path + "/" + ArchiveFormat.audioFolder
    for name in try Self.names(folder, path) {
      guard let (mode, size) = Self.kind(folder + "/" + name) else { continue }
      guard mode == S_IFREG else {
        throw ArchiveError(
          mode == S_IFDIR ? .unexpected : .link, subject: path, detail: "audio/\(name)".debugDescription)
      }
      guard SessionFiles.parse(name)?.kind == .audio else {
        throw ArchiveError(.unexpected, subject: path, detail: "audio/\(name)".debugDescription)
      }
      files[ArchiveFormat.audioPath(name)] = size
      guard files.count <= limits.sessions + 2 else {
        throw ArchiveError(.tooLarge, subject: path, detail: "more than \(limits.sessions) recordings")
      }
    }
  }

  private static func names(_ folder: String, _ path: String) throws(ArchiveError) -> [String] {
    do throws(SystemError) { return try Files.names(in: folder) } catch {
      throw ArchiveError(.ioError, subject: path, detail: error.explanation)
    }
  }

  /// Nil where nothing is there.
  private static func kind(_ path: String) -> (mode: mode_t, size: Int)? {
    var status = stat()
    return lstat(path, &status) == 0 ? (status.st_mode & S_IFMT, Int(status.st_size)) : nil
  }
}
