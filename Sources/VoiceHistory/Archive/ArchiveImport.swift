internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls

/// Takes an archive into the history: all that it has and history has not, or nothing. History is never rewritten: a session that
/// says something else there stays as it is, and the archive's is told of.
///
///     1  look at every name; no link, nothing beside what the format has
///     2  read checksums and manifest, digest, decode, check the whole graph
///     3  compare with history: what is new, what has more results, what is the same, what contradicts
///     4  copy the recordings into a folder of our own, digesting the copies        killed: reconciliation removes the copies
///     5  one transaction: compare again what was new or longer, as another may have written meanwhile, and store it
///     6  move the recordings into their places                                     killed: reconciliation moves them
struct ArchiveImport {
  let connection: Connection
  let folder: String
  let path: String
  var limits = ArchiveLimits()

  /// - Parameter progress: recordings copied so far, and how many there are.
  func run(progress: (_ done: Int, _ all: Int) -> Void) throws(ArchiveError) -> ArchiveReport {
    let contents = try read()
    let comparison: ArchiveComparison
    let arrivals: Arrivals
    do throws(HistoryError) {
      comparison = try ArchiveComparison(contents.sessions, connection)
      arrivals = try Arrivals(folder: folder)
    } catch { throw ArchiveError(error) }
    let recordings = comparison.new.compactMap(\.record.audio)
    let stored: ArchiveComparison
    do throws(ArchiveError) {
      try checkSpace(recordings)
      for (number, audio) in recordings.enumerated() {
        try copy(audio, arrivals)
        progress(number + 1, recordings.count)
      }
      stored = try commit(comparison, arrivals)
    } catch {
      arrivals.discard()
      throw error
    }
    let kept = stored.new.compactMap(\.record.audio)
    do throws(HistoryError) { try arrivals.settle(kept.map(\.name)) } catch { throw ArchiveError(error) }
    // Copies of what another import has stored meanwhile.
    arrivals.discard()
    return report(comparison, stored, kept)
  }

  private func report(
    _ first: ArchiveComparison, _ stored: ArchiveComparison, _ recordings: [AudioReference]
  ) -> ArchiveReport {
    var report = ArchiveReport()
    report.sessions = stored.new.count
    report.extended = stored.longer.count
    report.unchanged = first.unchanged + stored.unchanged
    report.contradicting = first.contradicting + stored.contradicting
    report.recordings = recordings.count
    report.bytes = recordings.reduce(0) { $0 + Int64($1.bytes) }
    return report
  }

  private func read() throws(ArchiveError) -> ArchiveContents {
    let inventory = try ArchiveInventory(path, limits)
    let checksumBytes = try file(ArchiveFormat.checksums, limits.checksumBytes)
    let checksums = try ArchiveChecksums(path: path, bytes: checksumBytes, limits: limits)
    try inventory.match(checksums, path)
    let manifest = try file(ArchiveFormat.manifest, limits.manifestBytes)
    return try ArchiveContents(
      path: path, manifest: manifest, checksums: checksums, digest: SHA256.digest(of: manifest),
      limits: limits)
  }

  /// Read once into memory: what is checked is what is used.
  private func file(_ name: String, _ limit: Int) throws(ArchiveError) -> [UInt8] {
    do throws(SystemError) { return try Files.read(path + "/" + name, limit: limit) } catch {
      throw ArchiveError(
        error.code == EFBIG ? .tooLarge : .ioError, subject: path, detail: "\(name): \(error.explanation)")
    }
  }

  /// Before a byte is copied.
  private func checkSpace(_ recordings: [AudioReference]) throws(ArchiveError) {
    var needed: Int64 = 0
    for audio in recordings {
      let (sum, overflows) = needed.addingReportingOverflow(Int64(audio.bytes))
      guard !overflows else { throw ArchiveError(.tooLarge, subject: path, detail: "its recordings") }
      needed = sum
    }
    let free = (try? Files.freeBytes(at: folder)) ?? .max
    guard needed == 0 || needed <= free - Self.spareBytes else {
      throw ArchiveError(
        .ioError, subject: path,
        detail: "its recordings need \(needed >> 20) MiB, and \(free >> 20) MiB are free")
    }
  }

  /// Left for the database and for what is dictated meanwhile.
  private static let spareBytes: Int64 = 64 << 20

  private func copy(_ audio: AudioReference, _ arrivals: borrowing Arrivals) throws(ArchiveError) {
    let name = ArchiveFormat.audioPath(audio.name)
    let target = arrivals.path + "/" + audio.name
    do throws(SystemError) {
      let copy = try FileCopy.run(from: path + "/" + name, to: target, limit: audio.bytes)
      guard copy.sha256 == audio.sha256, copy.bytes == audio.bytes else {
        throw SystemError(call: "read", subject: name, code: EBADMSG, reason: "its digest is another")
      }
      guard try AudioInspection.reference(target, name: audio.name) == audio else {
        throw SystemError(call: "read", subject: name, code: EINVAL)
      }
    } catch {
      let code: ArchiveError.Code =
        switch error.code {
        case EBADMSG, EFBIG: .badDigest
        case ELOOP: .link
        case EINVAL: .invalid
        default: .ioError
        }
      throw ArchiveError(code, subject: path, detail: "\(name): \(error.explanation)")
    }
  }

  /// - Returns: what was stored of it.
  private func commit(
    _ comparison: ArchiveComparison, _ arrivals: borrowing Arrivals
  ) throws(ArchiveError) -> ArchiveComparison {
    let writing = SessionWriting(connection: connection)
    do throws(HistoryError) {
      try arrivals.synchronize()
      for session in comparison.new { try writing.check(session.record) }
      var stored = ArchiveComparison()
      try connection.transaction { () throws(HistoryError) in
        stored = try comparison.again(connection)
        for session in stored.new { try writing.store(session.record, session.results) }
        for (id, results) in stored.longer { try writing.add(to: id) { _ in results } }
      }
      return stored
    } catch { throw ArchiveError(error) }
  }
}
