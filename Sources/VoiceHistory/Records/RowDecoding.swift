internal import Domain

extension IsolatedSession.Contradiction: Error {}

extension SessionRecord {
  /// A year: far beyond any limit of a recording, and far within what times can be counted in.
  static let longestMilliseconds: Int64 = 366 * 86_400_000

  /// From the columns that `SessionReading` selects.
  init(id: SessionID, row: borrowing Statement) throws(IsolatedSession.Contradiction) {
    guard let inputKind = row.text(1).flatMap(InputKind.init(rawValue:)) else { throw .invalidInputKind }
    guard let startedAt = row.integer(2) else { throw .invalidSession }
    guard let milliseconds = row.integer(3), (0...Self.longestMilliseconds).contains(milliseconds) else {
      throw .invalidDuration
    }
    guard let action = row.text(7).flatMap(ActionKind.init(rawValue:)) else { throw .invalidAction }
    guard let outcome = row.text(8).flatMap(SessionOutcome.init(rawValue:)) else { throw .invalidOutcome }
    let recovery = row.text(16)
    guard recovery == nil || recovery.flatMap(RecoveryKind.init(rawValue:)) != nil else {
      throw .invalidRecovery
    }
    self.init(
      id: id, inputKind: inputKind, startedAt: startedAt, duration: .milliseconds(milliseconds),
      profile: row.text(4), device: row.text(5), control: row.text(6), action: action, outcome: outcome,
      failureCode: row.text(9), audio: try AudioReference(row: row), pinned: row.integer(15) == 1,
      recovery: recovery.flatMap(RecoveryKind.init(rawValue:)), target: row.text(18), style: row.text(19),
      audioExpiry: try AudioExpiry(row: row), sourceSHA256: row.text(22))
    if let audio, audio.name != id.rawValue + SessionFiles.audioSuffix { throw .incompleteAudio }
  }
}

extension AudioReference {
  /// All of the four columns or none.
  fileprivate init?(row: borrowing Statement) throws(IsolatedSession.Contradiction) {
    switch (row.text(10), row.text(11), row.integer(12), row.integer(13)) {
    case (nil, nil, nil, nil): return nil
    case (let name?, let sha256?, let bytes?, let samples?) where bytes >= 0 && samples >= 0:
      self.init(name: name, sha256: sha256, bytes: Int(bytes), samples: Int(samples))
    default: throw .incompleteAudio
    }
  }
}

extension AudioExpiry {
  /// Both columns or none.
  fileprivate init?(row: borrowing Statement) throws(IsolatedSession.Contradiction) {
    switch (row.integer(20), row.text(21)) {
    case (nil, nil): return nil
    case (let time?, let reason?):
      guard let reason = AudioExpiryReason(rawValue: reason) else { throw .invalidExpiry }
      self.init(time: time, reason: reason)
    default: throw .invalidExpiry
    }
  }
}

extension ResultRecord {
  /// - Parameter ordinal: the index this row must have, since a missing row would bend the source links.
  init(row: borrowing Statement, ordinal: Int, within length: Duration) throws(IsolatedSession.Contradiction)
  {
    guard let stage = row.text(2).flatMap(ResultStage.init(rawValue:)) else { throw .invalidStage }
    guard let origin = row.text(3).flatMap(ResultOrigin.init(rawValue:)) else { throw .invalidOrigin }
    let source = row.integer(1)
    guard row.integer(0) == Int64(ordinal), source.map({ 0..<Int64(ordinal) ~= $0 }) ?? true else {
      throw .brokenSource
    }
    self.init(
      stage: stage.filed(origin), origin: origin, text: row.text(4) ?? "", model: row.text(5),
      speechMilliseconds: row.integer(6).map { Int($0) }, decodeMilliseconds: row.integer(7).map { Int($0) },
      deliveryRoute: row.text(8), deliveryOutcome: row.text(9), source: source.map { Int($0) },
      words: try row.text(16).map { text throws(IsolatedSession.Contradiction) in
        try TimedWords.read(text, within: length)
      } ?? [],
      trace: row.text(17), document: row.text(18), style: row.text(10), refiner: row.text(11),
      promptRevision: row.text(12), verdict: row.text(13), fallback: row.text(14))
  }
}
