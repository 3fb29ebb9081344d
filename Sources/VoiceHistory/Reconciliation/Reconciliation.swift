internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls

/// Gathers the evidence, asks `ReconciliationPlan` and carries its actions out, session by session.
struct Reconciliation {
  private let connection: Connection
  private let folder: String
  private let files: [SessionID: Set<SessionFiles.Kind>]
  private let rows: [SessionID: Row]
  private let removals: [SessionID: String]
  /// Those whose files and entry do not say the same, the last of them first.
  private var left: [SessionID]
  private var report = ReconciliationReport()

  /// Looks at the folder and the entries.
  init(connection: Connection, folder: String, active: Set<SessionID>) throws(HistoryError) {
    self.connection = connection
    self.folder = folder
    try LeftArrivals(connection: connection, folder: folder).settle()
    let files = try Self.files(folder)
    let rows = try Self.rows(nil, connection)
    let removals = try Self.removals(connection)
    // Nearly all fit: nothing to inspect, and nothing to hold.
    var left = Set(removals.keys)
    for (id, kinds) in files where rows[id]?.fits(kinds) != true { left.insert(id) }
    for (id, row) in rows where files[id] == nil && !row.fits([]) { left.insert(id) }
    self.left = left.subtracting(active).sorted(by: >)
    (self.files, self.rows, self.removals) = (files, rows, removals)
  }

  /// Everything at once.
  static func run(connection: Connection, folder: String) throws(HistoryError) -> ReconciliationReport {
    var reconciliation = try Reconciliation(connection: connection, folder: folder, active: [])
    while reconciliation.step() {}
    return try reconciliation.finish()
  }

  /// Settles one session; false where none is left.
  mutating func step() -> Bool {
    guard let id = left.popLast() else { return false }
    do throws(HistoryError) { try settle(id) } catch { report.failed.append(.init(id: id, error: error)) }
    return true
  }

  mutating func finish() throws(HistoryError) -> ReconciliationReport {
    report.cleared = try SessionRemoval(connection: connection, folder: folder).resume()?.removed ?? 0
    return report
  }

  private mutating func settle(_ id: SessionID) throws(HistoryError) {
    let kinds = files[id] ?? []
    guard let locks = try SessionFileLocks.take(SessionFiles(id: id, folder: folder), kinds) else {
      return report.inUse.append(id)
    }
    // It may have been committed, and let go, after the rows were read.
    let row = if !kinds.isEmpty && rows[id] == nil { try Self.rows(id, connection)[id] } else { rows[id] }
    let evidence = try evidence(id, kinds, row, removals[id])
    for action in ReconciliationPlan.actions(for: evidence) {
      try carryOut(action, id)
      report.note(action, id)
    }
    withExtendedLifetime(locks) {}
  }

  private struct Row {
    var audioSHA256: String?
    var namesAudio: Bool
    var isMissing: Bool

    /// The entry and the files say the same.
    func fits(_ kinds: Set<SessionFiles.Kind>) -> Bool { kinds == (namesAudio && !isMissing ? [.audio] : []) }
  }

  private static func files(_ folder: String) throws(HistoryError) -> [SessionID: Set<SessionFiles.Kind>] {
    var files: [SessionID: Set<SessionFiles.Kind>] = [:]
    do throws(SystemError) {
      for name in try Files.names(in: folder) {
        if let (id, kind) = SessionFiles.parse(name) { files[id, default: []].insert(kind) }
      }
    } catch { throw HistoryError(error) }
    return files
  }

  /// - Parameter id: the one session wanted; nil for all that name audio.
  private static func rows(
    _ id: SessionID?, _ connection: Connection
  ) throws(HistoryError) -> [SessionID: Row] {
    var rows: [SessionID: Row] = [:]
    let statement = try connection.prepare(
      "SELECT id, audio_name, audio_sha256, audio_missing FROM voice_sessions"
        + (id == nil ? " WHERE audio_name IS NOT NULL" : " WHERE id = ?"),
      id.map { [.text($0.rawValue)] } ?? [])
    while try statement.step() {
      guard let id = statement.text(0).flatMap(SessionID.init(rawValue:)) else { continue }
      rows[id] = Row(
        audioSHA256: statement.text(2), namesAudio: statement.text(1) != nil,
        isMissing: statement.integer(3) == 1)
    }
    return rows
  }

  private static func removals(_ connection: Connection) throws(HistoryError) -> [SessionID: String] {
    var removals: [SessionID: String] = [:]
    let statement = try connection.prepare("SELECT session, audio_sha256 FROM voice_removals")
    while try statement.step() {
      guard let id = statement.text(0).flatMap(SessionID.init(rawValue:)) else { continue }
      removals[id] = statement.text(1) ?? ""
    }
    return removals
  }

  /// Digests are computed only where a decision hangs on them.
  private func evidence(
    _ id: SessionID, _ kinds: Set<SessionFiles.Kind>, _ row: Row?, _ removal: String?
  ) throws(HistoryError) -> SessionEvidence {
    let files = SessionFiles(id: id, folder: folder)
    var evidence = SessionEvidence()
    evidence.row = row.map { .init(namesAudio: $0.namesAudio, audioIsMarkedMissing: $0.isMissing) }
    evidence.removal = removal.map { _ in .init(isOfQuarantine: false) }
    do throws(SystemError) {
      func contents(_ kind: SessionFiles.Kind) throws(SystemError) -> SessionEvidence.Audio? {
        kinds.contains(kind) ? try AudioInspection.contents(of: files.path(kind)).audio : nil
      }
      func digest(_ kind: SessionFiles.Kind) throws(SystemError) -> String? {
        kinds.contains(kind) ? try SHA256.digest(ofFile: files.path(kind)).digest : nil
      }
      evidence.partial = try contents(.partial)
      evidence.quarantine = try contents(.quarantine)
      evidence.final = try contents(.audio)
      let quarantined = try digest(.quarantine)
      if let removal { evidence.removal = .init(isOfQuarantine: quarantined == removal) }
      let final = evidence.partial == .samples || quarantined != nil ? try digest(.audio) : nil
      if let quarantined { evidence.quarantineIsCopy = quarantined == final }
      if evidence.partial == .samples {
        // What will have the final name, once the quarantined file is settled.
        let restored = evidence.removal?.isOfQuarantine == true ? nil : quarantined
        if let other = final ?? restored ?? row?.audioSHA256 {
          evidence.partialIsCopy = try digest(.partial) == other
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
      case .restore: try Files.rename(files.quarantine, to: files.audio)
      case .discardQuarantine:
        try retrying("remove", files.quarantine) { unlink(files.quarantine) }
        try Files.synchronizeFolder(of: files.quarantine)
      case .forgetRemoval: try writing.forgetRemoval(of: id)
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
      duration: .milliseconds(min(Int64(audio.samples / 16), SessionRecord.longestMilliseconds)),
      action: .localDictation, outcome: .recovered,
      audio: audio, recovery: .interrupted)
  }
}
