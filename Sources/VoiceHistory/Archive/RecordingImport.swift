internal import Domain
internal import SystemCalls

/// Takes one recording from elsewhere into the history.
///
///     1  write its sound into a folder of our own          killed: reconciliation removes it
///     2  commit the session and its results
///     3  move the sound into its place                     killed: reconciliation moves it
struct RecordingImport {
  let connection: Connection
  let folder: String

  func run<Failure: Error>(
    _ session: SessionRecord, _ results: [ResultRecord],
    _ write: (_ partialPath: String, _ finalPath: String) throws(Failure) -> Void
  ) throws(HistoryError) -> Result<Void, Failure> {
    let arrivals = try Arrivals(folder: folder)
    let files = SessionFiles(id: session.id, folder: arrivals.path)
    do throws(Failure) { try write(files.partialAudio, files.audio) } catch {
      arrivals.discard()
      return .failure(error)
    }
    do throws(HistoryError) {
      var session = session
      do throws(SystemError) {
        session.audio = try AudioInspection.reference(files.audio, name: files.audioName)
      } catch { throw HistoryError(error) }
      try arrivals.synchronize()
      try SessionWriting(connection: connection).commit(session, results)
    } catch {
      arrivals.discard()
      throw error
    }
    try arrivals.settle([files.audioName])
    return .success(())
  }
}
