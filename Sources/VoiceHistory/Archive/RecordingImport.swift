internal import Domain
internal import SystemCalls

/// What became of a recording that was to be taken in.
public enum ImportOutcome: Hashable, Sendable {
  case stored
  /// History has this file, or one with the same samples, already.
  case known
}

/// Takes one recording from elsewhere into the history.
///
///     1  write its sound into a folder of our own          killed: reconciliation removes it
///     2  one transaction: look whether that file or sound is there, else store the session and its results
///     3  move the sound into its place                     killed: reconciliation moves it
struct RecordingImport {
  let connection: Connection
  let folder: String

  func run<Failure: Error>(
    _ session: SessionRecord, _ results: [ResultRecord],
    _ write: (_ partialPath: String, _ finalPath: String) throws(Failure) -> Void
  ) throws(HistoryError) -> Result<ImportOutcome, Failure> {
    let arrivals = try Arrivals(folder: folder)
    let files = SessionFiles(id: session.id, folder: arrivals.path)
    do throws(Failure) { try write(files.partialAudio, files.audio) } catch {
      arrivals.discard()
      return .failure(error)
    }
    let outcome: ImportOutcome
    do throws(HistoryError) {
      var session = session
      do throws(SystemError) {
        session.audio = try AudioInspection.reference(files.audio, name: files.audioName)
      } catch { throw HistoryError(error) }
      try arrivals.synchronize()
      outcome = try commit(session, results)
    } catch {
      arrivals.discard()
      throw error
    }
    switch outcome {
    case .stored: try arrivals.settle([files.audioName])
    case .known: arrivals.discard()
    }
    return .success(outcome)
  }

  /// Looks and stores in one transaction, as another import may take the same file in at this moment.
  private func commit(
    _ session: SessionRecord, _ results: [ResultRecord]
  ) throws(HistoryError) -> ImportOutcome {
    let writing = SessionWriting(connection: connection)
    try writing.check(session)
    var outcome = ImportOutcome.known
    try connection.transaction { () throws(HistoryError) in
      if let digest = session.sourceSHA256, try writing.session(importedFrom: digest) != nil { return }
      if let audio = session.audio, try writing.hasSound(audio) { return }
      try writing.store(session, results)
      outcome = .stored
    }
    return outcome
  }
}
