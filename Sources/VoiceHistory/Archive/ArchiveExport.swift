internal import Digests
public import Domain
internal import FoundationEssentials
internal import Glibc
internal import SystemCalls

/// What an archive holds.
public struct ArchiveReport: Hashable, Sendable {
  public var sessions = 0
  public var recordings = 0
  public var bytes: Int64 = 0
  /// Sessions that history had already, which got the results that the archive has behind those.
  public var extended = 0
  /// Sessions that history had already, word for word.
  public var unchanged = 0
  /// Sessions that say something else in history, where they are left as they were.
  public var contradicting: [SessionID] = []
  /// Sessions whose recording is missing, or not the one that was committed: they are in the archive without it.
  public var withoutAudio: [SessionID] = []

  public init() {}

  /// What to say of each session that contradicts.
  public var contradictions: [String] {
    contradicting.map { id in
      "session \(id) of the archive says something else than the one in history, which stays. Look at 'hwctl history show "
        + "\(id)'; if the archive's is the one to keep, delete that one and import again."
    }
  }
}

/// Writes an archive: beside its final name first, and renamed once all of it is on the disk.
struct ArchiveExport {
  let connection: Connection
  let folder: String
  let path: String
  let withAudio: Bool

  /// - Parameter progress: sessions written so far.
  func run(
    _ filter: SessionFilter, _ ids: [SessionID]?, progress: (Int) -> Void
  ) throws(ArchiveError) -> ArchiveReport {
    guard !Files.exists(path) else { throw ArchiveError(.exists, subject: path) }
    LeftExports.remove(of: path)
    let temporary = LeftExports.temporaryPath(path)
    do {
      var report = ArchiveReport()
      try prepare(temporary)
      var files: [ArchiveChecksums.Entry] = []
      try writeManifest(filter, ids, temporary, &files, &report, progress)
      try write(
        ArchiveChecksums(algorithm: "sha256", files: files), to: temporary + "/" + ArchiveFormat.checksums)
      try publish(temporary)
      return report
    } catch {
      LeftExports.removeAll(temporary)
      throw ArchiveError(any: error, subject: path)
    }
  }

  private func prepare(_ temporary: String) throws {
    LeftExports.removeAll(temporary)
    try retrying("make folder", temporary) { mkdir(temporary, 0o700) }
    if withAudio {
      let audio = temporary + "/" + ArchiveFormat.audioFolder
      try retrying("make folder", audio) { mkdir(audio, 0o700) }
    }
  }

  /// Session by session, so that the memory needed does not grow with the history.
  private func writeManifest(
    _ filter: SessionFilter, _ ids: [SessionID]?, _ temporary: String,
    _ files: inout [ArchiveChecksums.Entry], _ report: inout ArchiveReport,
    _ progress: (Int) -> Void
  ) throws {
    let path = temporary + "/" + ArchiveFormat.manifest
    let output = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try output.writeAll(
      Array(#"{"format":"\#(ArchiveFormat.name)","version":\#(ArchiveFormat.version),"sessions":["#.utf8))
    var audio: [ArchiveChecksums.Entry] = []
    var failure: (any Error)?
    try SessionReading(connection: connection).each(filter, ids) { session in
      do {
        let entry = withAudio ? try copyAudio(of: session, to: temporary, &report) : nil
        if let entry { audio.append(entry) }
        let separator = report.sessions == 0 ? "\n" : ",\n"
        let data = try encoder.encode(ArchiveSession(session, withAudio: entry != nil))
        try output.writeAll(Array(separator.utf8) + Array(data))
        report.sessions += 1
        progress(report.sessions)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try output.writeAll(Array("\n]}\n".utf8))
    try output.synchronize()
    let (digest, bytes) = try SHA256.digest(ofFile: path)
    files = [ArchiveChecksums.Entry(path: ArchiveFormat.manifest, bytes: bytes, sha256: digest)] + audio
    report.bytes += Int64(bytes)
  }

  /// Nil where there is none, or other bytes than were committed.
  private func copyAudio(
    of session: SessionDetail, to temporary: String, _ report: inout ArchiveReport
  ) throws -> ArchiveChecksums.Entry? {
    guard let audio = session.record.audio else { return nil }
    let target = temporary + "/" + ArchiveFormat.audioPath(audio.name)
    guard let copy = try? FileCopy.run(from: folder + "/" + audio.name, to: target, limit: .max),
      copy.sha256 == audio.sha256
    else {
      unlink(target)
      report.withoutAudio.append(session.record.id)
      return nil
    }
    report.recordings += 1
    report.bytes += Int64(copy.bytes)
    return ArchiveChecksums.Entry(
      path: ArchiveFormat.audioPath(audio.name), bytes: copy.bytes, sha256: copy.sha256)
  }

  private func write(_ checksums: ArchiveChecksums, to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    try Files.replace(path, with: Array(try encoder.encode(checksums)))
  }

  /// RENAME_NOREPLACE (renameat2(2)) is not on every file system; an empty folder in the way is the worst that rename(2)
  /// replaces.
  private func publish(_ temporary: String) throws {
    if withAudio {
      try Files.synchronizeFolder(of: temporary + "/" + ArchiveFormat.audioFolder + "/.")
    }
    try Files.synchronizeFolder(of: temporary + "/.")
    try Files.rename(temporary, to: path)
  }
}

extension ArchiveError {
  init(any error: any Error, subject: String) {
    switch error {
    case let error as ArchiveError: self = error
    case let error as HistoryError: self.init(error)
    case let error as SystemError:
      self.init(.ioError, subject: error.subject, detail: error.explanation)
    default: self.init(.ioError, subject: subject, detail: "\(error)")
    }
  }
}
