public import Domain

/// A session with all its texts.
public struct SessionDetail: Hashable, Sendable {
  public var record: SessionRecord
  /// In the order they were committed; `ResultRecord.source` is an index into this.
  public var results: [ResultRecord]
  /// The record names an audio file that reconciliation did not find.
  public var audioIsMissing: Bool

  public init(record: SessionRecord, results: [ResultRecord], audioIsMissing: Bool = false) {
    self.record = record
    self.results = results
    self.audioIsMissing = audioIsMissing
  }

  /// Whether there is sound to play, or to recognise again, as far as the database knows.
  public var hasAudio: Bool { record.audio != nil && !audioIsMissing }

  /// The text that stands for the session wherever one is shown, exported, copied or delivered again.
  public var text: String? { chosen.map { results[$0].text } }

  /// The result that `text` is of: the newest correction, whatever a program has made since; else, of the newest
  /// recognition, the furthest stage before delivery, which may have put spaces around it or broken off. Nil where
  /// there is no text.
  public var chosen: Int? {
    let newest = results.lastIndex { $0.stage == .raw && !$0.text.isEmpty } ?? 0
    func last(_ isMeant: (ResultRecord) -> Bool) -> Int? {
      results.lastIndex { isMeant($0) && !$0.text.isEmpty }
    }
    if let correction = last({ $0.origin == .correction }) { return correction }
    return [ResultStage.formatted, .edited, .raw].lazy
      .compactMap { stage in last { $0.stage == stage }.flatMap { $0 < newest ? nil : $0 } }.first
      ?? last { $0.stage == .delivered }
  }
}

/// Sessions, newest first and without words, traces and documents, with those that could not be read set aside.
public struct SessionPage: Hashable, Sendable {
  public var sessions: [SessionDetail] = []
  /// Rows that contradict themselves; they stay in the database untouched.
  public var isolated: [IsolatedSession] = []
  /// Pass as `before` for the next page; nil on the last one.
  public var next: SessionID?

  /// The session that was read last.
  var last: SessionID?

  public init() {}

  public static func == (left: Self, right: Self) -> Bool {
    left.sessions == right.sessions && left.isolated == right.isolated && left.next == right.next
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(sessions)
    hasher.combine(next)
  }
}

/// A stored session that could not be read, and why.
public struct IsolatedSession: Hashable, Sendable {
  public enum Contradiction: String, CaseIterable, Sendable {
    case invalidSession
    case invalidInputKind
    case invalidAction
    case invalidOutcome
    case invalidRecovery
    case invalidDuration
    case incompleteAudio
    case invalidStage
    case invalidOrigin
    case brokenSource
    case invalidExpiry
    case invalidWords
    case wordsOutsideAudio
  }

  public var id: SessionID
  public var contradiction: Contradiction
}
