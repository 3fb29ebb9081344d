internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls

/// Takes an archive into the history: all of its new sessions, or nothing.
///
///     1  look at every name; no link, nothing beside what the format has
///     2  read checksums and manifest, digest, decode, check the whole graph
///     3  compare with history: the same session is passed over, another one of that id refuses the archive
///     4  copy the recordings into a folder of our own, digesting the copies        killed: reconciliation removes the copies
///     5  one transaction for all sessions and results
///     6  move the recordings into their places                                     killed: reconciliation moves them
struct ArchiveImport {
  let connection: Connection
  let folder: String
  let path: String
  var limits = ArchiveLimits()

  /// - Parameter progress: recordings copied so far, and how many there are.
  func run(progress: (_ done: Int, _ all: Int) -> Void) throws(ArchiveError) -> ArchiveReport {
    let contents = try read()
    var report = ArchiveReport()
    let new = try newSessions(contents.sessions, &report)
    let recordings = new.compactMap(\.record.audio)
    try checkSpace(recordings)
    let arrivals: Arrivals
    do throws(HistoryError) { arrivals = try Arrivals(folder: folder) } catch { throw ArchiveError(error) }
    do throws(ArchiveError) {
      for (number, audio) in recordings.enumerated() {
        try copy(audio, arrivals)
        progress(number + 1, recordings.count)
      }
      try commit(new, arrivals)
    } catch {
      arrivals.discard()
      throw error
    }
    report.sessions = new.count
    report.recordings = recordings.count
    report.bytes = recordings.reduce(0) { $0 + Int64($1.bytes) }
    do throws(HistoryError) { try arrivals.settle(recordings.map(\.name)) } catch {
      throw ArchiveError(error)
    }
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

  private func newSessions(
    _ sessions: [SessionDetail], _ report: inout ArchiveReport
  ) throws(ArchiveError) -> [SessionDetail] {
    let reading = SessionReading(connection: connection)
    var new: [SessionDetail] = []
    for session in sessions {
      let id = session.record.id
      do throws(HistoryError) {
        switch try reading.judged(id) {
        case nil: new.append(session)
        case .success(let known)? where ArchiveEvidence.isSame(session, as: known): report.unchanged += 1
        case .success?, .failure?: throw HistoryError(.constraint, subject: id.rawValue, detail: "")
        }
      } catch {
        if error.code == .constraint { throw ArchiveError(.conflict, subject: id.rawValue) }
        throw ArchiveError(error)
      }
    }
    return new
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

  private func commit(_ new: [SessionDetail], _ arrivals: borrowing Arrivals) throws(ArchiveError) {
    let writing = SessionWriting(connection: connection)
    do throws(HistoryError) {
      try arrivals.synchronize()
      for session in new { try writing.check(session.record) }
      try connection.transaction { () throws(HistoryError) in
        for session in new { try writing.store(session.record, session.results) }
      }
    } catch { throw ArchiveError(error) }
  }
}

/// Whether a session of an archive says what history says.
enum ArchiveEvidence {
  /// Everything that was said and made of it; not what the user decides anew (pinned), and not whether the audio is still
  /// there, which limits decide. Derived work that history has gained since is no contradiction.
  static func isSame(_ archived: SessionDetail, as known: SessionDetail) -> Bool {
    var (left, right) = (archived.record, known.record)
    if let one = left.audio, let other = right.audio, one != other { return false }
    left.audio = nil
    right.audio = nil
    left.pinned = right.pinned
    left.audioExpiry = nil
    right.audioExpiry = nil
    return left == right && known.results.starts(with: archived.results)
  }
}
