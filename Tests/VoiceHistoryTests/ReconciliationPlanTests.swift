import Testing

@testable import VoiceHistory

@Suite struct ReconciliationPlanTests {
  typealias Audio = SessionEvidence.Audio

  /// All evidence there can be.
  static let all: [SessionEvidence] = {
    let files: [Audio?] = [nil, .samples, .empty, .unreadable]
    let rows: [SessionEvidence.Row?] = [
      nil, .init(namesAudio: false, audioIsMarkedMissing: false),
      .init(namesAudio: true, audioIsMarkedMissing: false),
      .init(namesAudio: true, audioIsMarkedMissing: true),
    ]
    return files.flatMap { partial in
      files.flatMap { final in
        rows.flatMap { row in
          [false, true].map { SessionEvidence(partial: partial, final: final, row: row, partialIsCopy: $0) }
        }
      }
    }
  }()

  static let table: [(Audio?, Audio?, SessionEvidence.Row?, Bool, [ReconciliationAction])] = {
    let without = SessionEvidence.Row(namesAudio: false, audioIsMarkedMissing: false)
    let with = SessionEvidence.Row(namesAudio: true, audioIsMarkedMissing: false)
    let missing = SessionEvidence.Row(namesAudio: true, audioIsMarkedMissing: true)
    return [
      (.samples, nil, nil, false, [.finishPartial, .recover]),
      (.samples, nil, without, false, [.finishPartial, .adopt]),
      (.samples, nil, with, true, [.finishPartial]),
      (.samples, nil, missing, true, [.finishPartial, .markPresent]),
      (.samples, nil, with, false, [.leaveAlone, .markMissing]),
      (.samples, .samples, nil, true, [.discardPartial, .recover]),
      (.samples, .samples, nil, false, [.leaveAlone, .recover]),
      (.samples, .samples, with, true, [.discardPartial]),
      (.empty, nil, nil, false, [.discardPartial]),
      (.empty, nil, with, false, [.discardPartial, .markMissing]),
      (.unreadable, nil, nil, false, [.leaveAlone]),
      (nil, .samples, nil, false, [.recover]),
      (nil, .samples, without, false, [.adopt]),
      (nil, .samples, with, false, []),
      (nil, .samples, missing, false, [.markPresent]),
      (nil, .unreadable, nil, false, [.leaveAlone]),
      (nil, nil, with, false, [.markMissing]),
      (nil, nil, missing, false, []),
      (nil, nil, without, false, []),
    ]
  }()

  @Test(arguments: table.indices) func `each kind of evidence has its actions`(index: Int) {
    let (partial, final, row, isCopy, actions) = Self.table[index]
    let evidence = SessionEvidence(partial: partial, final: final, row: row, partialIsCopy: isCopy)
    #expect(ReconciliationPlan.actions(for: evidence) == actions)
  }

  @Test func `carried out once, a second plan changes nothing, whatever was found`() {
    for evidence in Self.all {
      var after = evidence
      for action in ReconciliationPlan.actions(for: evidence) { after.carryOut(action) }
      let second = ReconciliationPlan.actions(for: after)
      #expect(second.allSatisfy { $0 == .leaveAlone }, "\(evidence)")
    }
  }

  @Test func `no plan discards samples that are not elsewhere too`() {
    for evidence in Self.all where evidence.partial == .samples && !evidence.partialIsCopy {
      #expect(!ReconciliationPlan.actions(for: evidence).contains(.discardPartial), "\(evidence)")
    }
    for evidence in Self.all where evidence.partial == .samples && evidence.final == nil {
      #expect(!ReconciliationPlan.actions(for: evidence).contains(.discardPartial), "\(evidence)")
    }
  }
}

extension SessionEvidence {
  /// The world after an action, as the file system and the database would have it.
  fileprivate mutating func carryOut(_ action: ReconciliationAction) {
    switch action {
    case .finishPartial:
      final = partial
      partial = nil
      partialIsCopy = false
    case .recover, .adopt: row = Row(namesAudio: true, audioIsMarkedMissing: false)
    case .discardPartial:
      partial = nil
      partialIsCopy = false
    case .markMissing: row?.audioIsMarkedMissing = true
    case .markPresent: row?.audioIsMarkedMissing = false
    case .leaveAlone: break
    }
  }
}
