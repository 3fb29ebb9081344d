internal import FoundationEssentials

/// An archive's manifest and checksums, checked as a whole; pure, so that it can be given any bytes.
struct ArchiveContents: Hashable {
  var sessions: [SessionDetail]
  /// Size and digest of each recording, by its path in the archive.
  var audio: [String: ArchiveChecksums.Entry]

  /// - Parameters:
  ///   - path: of the archive, for messages.
  ///   - digest: of the bytes of the manifest.
  init(
    path: String, manifest: [UInt8], checksums: ArchiveChecksums, digest: String,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    var audio = checksums.entries
    let own = audio.removeValue(forKey: ArchiveFormat.manifest)
    guard let own else { throw ArchiveError(.missing, subject: path, detail: ArchiveFormat.manifest) }
    guard own.bytes == manifest.count, own.sha256 == digest else {
      throw ArchiveError(.badDigest, subject: path, detail: ArchiveFormat.manifest)
    }
    guard let decoded = try? JSONDecoder().decode(ArchiveManifest.self, from: Data(manifest)) else {
      throw ArchiveError(
        .invalid, subject: path, detail: "\(ArchiveFormat.manifest) is not that of an archive")
    }
    try decoded.check(path, limits)
    self.audio = audio
    sessions = try decoded.details(path)
    try matchAudio(path)
  }

  /// Each recording belongs to a session that names it with this digest, and each that a session names is there.
  private func matchAudio(_ path: String) throws(ArchiveError) {
    var unclaimed = Set(audio.keys)
    for reference in sessions.compactMap(\.record.audio) {
      let name = ArchiveFormat.audioPath(reference.name)
      guard let entry = audio[name] else { throw ArchiveError(.missing, subject: path, detail: name) }
      guard entry.sha256 == reference.sha256, entry.bytes == reference.bytes else {
        throw ArchiveError(.invalid, subject: path, detail: "\(name) has two digests or sizes")
      }
      unclaimed.remove(name)
    }
    if let other = unclaimed.min() {
      throw ArchiveError(.unexpected, subject: path, detail: "\(other) belongs to no session")
    }
  }
}

extension ArchiveChecksums {
  /// - Parameter path: of the archive, for messages.
  init(path: String, bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    func invalid(_ detail: String) -> ArchiveError {
      ArchiveError(.invalid, subject: path, detail: "\(ArchiveFormat.checksums): \(detail)")
    }
    guard let decoded = try? JSONDecoder().decode(ArchiveChecksums.self, from: Data(bytes)) else {
      throw invalid("it is not that of an archive")
    }
    guard decoded.algorithm == "sha256" else { throw invalid("its algorithm is not sha256") }
    guard decoded.files.count <= limits.sessions + 1 else {
      throw ArchiveError(.tooLarge, subject: path, detail: "\(decoded.files.count) files")
    }
    var seen: Set<String> = []
    for file in decoded.files {
      guard Self.isKnown(file.path) else {
        throw ArchiveError(
          .unexpected, subject: path, detail: "\(ArchiveFormat.checksums) names \(file.path.debugDescription)"
        )
      }
      guard seen.insert(file.path).inserted else {
        throw ArchiveError(.duplicate, subject: path, detail: file.path)
      }
      guard file.sha256.utf8.count == 64, file.bytes >= 0 else { throw invalid("no digest of \(file.path)") }
      let most = file.path == ArchiveFormat.manifest ? limits.manifestBytes : limits.audioBytes
      guard file.bytes <= most else {
        throw ArchiveError(.tooLarge, subject: path, detail: "\(file.path): \(file.bytes) bytes")
      }
    }
    self = decoded
  }

  /// Exactly the manifest and `audio/ID.wav`: no other path can be written anywhere.
  private static func isKnown(_ path: String) -> Bool {
    if path == ArchiveFormat.manifest { return true }
    let prefix = ArchiveFormat.audioFolder + "/"
    guard path.hasPrefix(prefix) else { return false }
    return SessionFiles.parse(String(path.dropFirst(prefix.utf8.count)))?.kind == .audio
  }

  fileprivate var entries: [String: Entry] {
    Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
  }
}

extension ArchiveManifest {
  fileprivate func check(_ path: String, _ limits: ArchiveLimits) throws(ArchiveError) {
    guard format == ArchiveFormat.name, version >= 1 else {
      throw ArchiveError(.notAnArchive, subject: path, detail: "its format is not \"\(ArchiveFormat.name)\"")
    }
    guard version <= ArchiveFormat.version else {
      throw ArchiveError(.newer, subject: path, detail: "version \(version)")
    }
    guard sessions.count <= limits.sessions else {
      throw ArchiveError(.tooLarge, subject: path, detail: "\(sessions.count) sessions")
    }
    for session in sessions {
      guard session.results.count <= limits.resultsPerSession,
        session.names.allSatisfy({ $0.utf8.count <= limits.nameBytes }),
        session.texts.allSatisfy({ $0.utf8.count <= limits.textBytes })
      else {
        throw ArchiveError(.tooLarge, subject: path, detail: "session \(session.id.prefix(25))")
      }
    }
  }

  fileprivate func details(_ path: String) throws(ArchiveError) -> [SessionDetail] {
    var seen: Set<String> = []
    var details: [SessionDetail] = []
    for session in sessions {
      guard seen.insert(session.id).inserted else {
        throw ArchiveError(.duplicate, subject: path, detail: "session \(session.id.prefix(25))")
      }
      do throws(IsolatedSession.Contradiction) {
        details.append(try session.detail())
      } catch {
        throw ArchiveError(
          .invalid, subject: path, detail: "session \(session.id.prefix(25)): \(error.rawValue)")
      }
    }
    return details
  }
}
