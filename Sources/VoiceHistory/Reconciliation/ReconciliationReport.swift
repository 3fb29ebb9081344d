public import Domain

/// What reconciliation did, by session.
public struct ReconciliationReport: Hashable, Sendable {
  /// Audio without an entry that came back as a Recovery session.
  public var recovered: [SessionID] = []
  /// Entries without audio that got their file back.
  public var adopted: [SessionID] = []
  /// Files removed: without a sample, a copy of the committed audio, or audio whose removal was committed.
  public var discarded: [SessionID] = []
  /// Audio that was about to be removed when the program ended, and is back in its place.
  public var restored: [SessionID] = []
  public var markedMissing: [SessionID] = []
  public var markedPresent: [SessionID] = []
  /// Sessions removed by a "clear all" that a kill had interrupted.
  public var cleared = 0
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
    recovered.isEmpty && adopted.isEmpty && discarded.isEmpty && restored.isEmpty && markedMissing.isEmpty
      && markedPresent.isEmpty && failed.isEmpty
      && cleared == 0
  }
}

extension ReconciliationReport {
  mutating func note(_ action: ReconciliationAction, _ id: SessionID) {
    switch action {
    case .finishPartial, .forgetRemoval: break
    case .restore: restored.append(id)
    case .recover: recovered.append(id)
    case .adopt: adopted.append(id)
    case .discardPartial, .discardQuarantine: discarded.append(id)
    case .markMissing: markedMissing.append(id)
    case .markPresent: markedPresent.append(id)
    case .leaveAlone: leftAlone.append(id)
    }
  }
}
