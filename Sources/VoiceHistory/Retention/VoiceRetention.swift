public import Domain

/// Keeps the audio of the history within its limits, on connections and a thread of its own, so that a long removal never
/// holds up a session that is to be stored. Between two runs it has nothing open: a damaged database is put aside only while
/// nobody else has it.
public actor VoiceRetention {
  private nonisolated let executor = HistoryExecutor()
  private let folder: String

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameter folder: that of a `VoiceStore`, or of one before. Where there is no database none is made.
  public init(folder: String) { self.folder = folder }

  /// Removes the audio that the policy does not keep; texts and times stay. Erases the words of sessions that were deleted, where a
  /// kill interrupted that. Call it after reconciliation, after a session,
  /// and every hour: the day of a Recovery session without speech ends by itself.
  ///
  /// - Parameter active: sessions that are being recorded.
  /// - Throws: `locked`, `full`, `ioError`, `notWritable`; what was removed until then stays removed.
  public func run(
    _ policy: RetentionPolicy, active: Set<SessionID>
  ) throws(HistoryError) -> RetentionReport {
    guard HistoryDatabase.exists(in: folder) else { return RetentionReport() }
    let connection = try HistoryDatabase.attach(folder: folder)
    let report = try Retention(connection: connection, folder: folder, policy: policy).run(active: active)
    _ = try WordErasure(connection: connection).resume()
    return report
  }

  /// Reads the whole database through, without holding up anyone; some seconds where it is large. Call it once after start.
  ///
  /// - Throws: `corrupt` where it is damaged: the next opening then puts it aside.
  public func check() throws(HistoryError) {
    guard HistoryDatabase.exists(in: folder) else { return }
    try DatabaseCheck.run(try HistoryDatabase.attach(folder: folder))
  }
}
