internal import Digests
public import Domain
internal import Glibc
internal import SystemCalls

/// What reconciliation did, by session.
public struct ReconciliationReport: Hashable, Sendable {
  /// Audio without an entry that came back as a Recovery session.
  public var recovered: [SessionID] = []
  /// Entries without audio that got their file back.
  public var adopted: [SessionID] = []
  /// Partial files removed: without a sample, or a copy of the committed audio.
  public var discarded: [SessionID] = []
  public var markedMissing: [SessionID] = []
  public var markedPresent: [SessionID] = []
  /// Files of our naming that nobody can use; they stay where they are.
  public var leftAlone: [SessionID] = []
  /// Sessions that another process is recording or about to commit; not touched.
  public var inUse: [SessionID] = []
  /// Sessions whose files could not be read or changed; tried again at the next start.
  public var failed: [Failure] = []

  public struct Failure: Hashable, Sendable {
    public var id: SessionID
    public var error: HistoryError
  }

  /// Nothing was changed and nothing failed.
  public var isUnchanged: Bool {
    recovered.isEmpty && adopted.isEmpty && discarded.isEmpty && markedMissing.isEmpty
      && markedPresent.isEmpty && failed.isEmpty
  }
}

/// Gathers the evidence, asks `ReconciliationPlan` and carries its actions out.
struct Reconciliation {
  let connection: Connection
  let folder: String

  func run(active: Set<SessionID>) throws(HistoryError) -> ReconciliationReport {
    var report = ReconciliationReport()
    let files = try files()
    var rows = try rows(nil)
    for id in Set(files.keys).union(rows.keys).subtracting(active).sorted() {
      do throws(HistoryError) {
        let kinds = files[id] ?? []
        guard let locks = try SessionFileLocks.take(SessionFiles(id: id, folder: folder), kinds) else {
          report.inUse.append(id)
          continue
        }
        // It may have been committed, and let go, after the rows were read.
        if !kinds.isEmpty && rows[id] == nil { rows[id] = try self.rows(id)[id] }
        let evidence = try evidence(id, kinds, rows[id])
        for action in ReconciliationPlan.actions(for: evidence) {
          try carryOut(action, id)
          report.note(action, id)
        }
        withExtendedLifetime(locks) {}
      } catch { report.failed.append(.init(id: id, error: error)) }
    }
    return report
  }

  private struct Row {
    var audioSHA256: String?
    var namesAudio: Bool
    var isMissing: Bool
  }

  private func files() throws(HistoryError) -> [SessionID: Set<SessionFiles.Kind>] {
    var files: [SessionID: Set<SessionFiles.Kind>] = [:]
    do throws(SystemError) {
      for name in try Files.names(in: folder) {
        if let (id, kind) = SessionFiles.parse(name) { files[id, default: []].insert(kind) }
      }
    } catch { throw HistoryError(error) }
    return files
  }

  /// - Parameter id: the one session wanted; nil for all.
  private func rows(_ id: SessionID?) throws(HistoryError) -> [SessionID: Row] {
    var rows: [SessionID: Row] = [:]
    let statement = try connection.prepare(
      "SELECT id, audio_name, audio_sha256, audio_missing FROM voice_sessions"
        + (id == nil ? "" : " WHERE id = ?"), id.map { [.text($0.rawValue)] } ?? [])
    while try statement.step() {
      guard let id = statement.text(0).flatMap(SessionID.init(rawValue:)) else { continue }
      rows[id] = Row(
        audioSHA256: statement.text(2), namesAudio: statement.text(1) != nil,
        isMissing: statement.integer(3) == 1)
    }
    return rows
  }

  private func evidence(
    _ id: SessionID, _ kinds: Set<SessionFiles.Kind>, _ row: Row?
  ) throws(HistoryError) -> SessionEvidence {
    let files = SessionFiles(id: id, folder: folder)
    var evidence = SessionEvidence()
    evidence.row = row.map { .init(namesAudio: $0.namesAudio, audioIsMarkedMissing: $0.isMissing) }
    do throws(SystemError) {
      if kinds.contains(.partial) {
        evidence.partial = try AudioInspection.contents(of: files.partialAudio).audio
      }
      if kinds.contains(.audio) { evidence.final = try AudioInspection.contents(of: files.audio).audio }
      if evidence.partial == .samples {
        let other =
          kinds.contains(.audio) ? try SHA256.digest(ofFile: files.audio).digest : row?.audioSHA256
        if let other {
          evidence.partialIsCopy = try SHA256.digest(ofFile: files.partialAudio).digest == other
        }
      }
    } catch { throw HistoryError(error) }
    return evidence
  }

  private func carryOut(_ action: ReconciliationAction, _ id: SessionID) throws(HistoryError) {
    let files = SessionFiles(id: id, folder: folder)
    let writing = SessionWriting(connection: connection)
    do {
      switch action {
      case .finishPartial:
        try AudioInspection.mendHeader(files.partialAudio)
        try Files.rename(files.partialAudio, to: files.audio)
      case .recover:
        try writing.commit(recoveredSession(id, try reference(files)), [])
      case .adopt:
        try writing.adopt(try reference(files), for: id)
      case .discardPartial:
        try retrying("remove", files.partialAudio) { unlink(files.partialAudio) }
      case .markMissing: try writing.mark(id, audioIsMissing: true)
      case .markPresent: try writing.mark(id, audioIsMissing: false)
      case .leaveAlone: break
      }
    } catch let error as SystemError {
      throw HistoryError(error)
    } catch let error as HistoryError {
      throw error
    } catch {
      preconditionFailure("the calls above throw only the two kinds of error")
    }
  }

  private func reference(_ files: SessionFiles) throws(SystemError) -> AudioReference {
    try AudioInspection.reference(files.audio, name: files.audioName)
  }

  /// What is known of it: when it began (from its id) and how long it is.
  private func recoveredSession(_ id: SessionID, _ audio: AudioReference) -> SessionRecord {
    SessionRecord(
      id: id, inputKind: .microphone, startedAt: id.startMilliseconds,
      duration: .milliseconds(audio.samples / 16), action: .localDictation, outcome: .recovered,
      audio: audio, recovery: .interrupted)
  }
}

extension ReconciliationReport {
  fileprivate mutating func note(_ action: ReconciliationAction, _ id: SessionID) {
    switch action {
    case .finishPartial: break
    case .recover: recovered.append(id)
    case .adopt: adopted.append(id)
    case .discardPartial: discarded.append(id)
    case .markMissing: markedMissing.append(id)
    case .markPresent: markedPresent.append(id)
    case .leaveAlone: leftAlone.append(id)
    }
  }
}
