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
    let removals: [SessionEvidence.Removal?] = [
      nil, .init(isOfQuarantine: false), .init(isOfQuarantine: true),
    ]
    var all: [SessionEvidence] = []
    for partial in files {
      for final in files {
        for quarantine in files {
          for row in rows {
            for removal in removals {
              for bits in 0..<4 {
                all.append(
                  SessionEvidence(
                    partial: partial, final: final, row: row, partialIsCopy: bits & 1 == 1,
                    quarantine: quarantine, quarantineIsCopy: bits & 2 == 2 && final == quarantine,
                    removal: quarantine == nil && removal != nil ? .init(isOfQuarantine: false) : removal))
              }
            }
          }
        }
      }
    }
    return Array(Set(all))
  }()

  static let quarantines: [(SessionEvidence, [ReconciliationAction])] = {
    let with = SessionEvidence.Row(namesAudio: true, audioIsMarkedMissing: false)
    let without = SessionEvidence.Row(namesAudio: false, audioIsMarkedMissing: false)
    let own = SessionEvidence.Removal(isOfQuarantine: true)
    let other = SessionEvidence.Removal(isOfQuarantine: false)
    return [
      (SessionEvidence(row: with, quarantine: .samples), [.restore]),
      (SessionEvidence(row: nil, quarantine: .samples), [.restore, .recover]),
      (SessionEvidence(row: without, quarantine: .samples), [.restore, .adopt]),
      (
        SessionEvidence(row: nil, quarantine: .samples, removal: own), [.discardQuarantine, .forgetRemoval]
      ),
      (
        SessionEvidence(row: without, quarantine: .samples, removal: own),
        [.discardQuarantine, .forgetRemoval]
      ),
      (
        SessionEvidence(row: nil, quarantine: .samples, removal: other),
        [.restore, .forgetRemoval, .recover]
      ),
      (
        SessionEvidence(final: .samples, row: with, quarantine: .samples, quarantineIsCopy: true),
        [.discardQuarantine]
      ),
      (SessionEvidence(final: .samples, row: with, quarantine: .samples), [.leaveAlone]),
      (SessionEvidence(row: nil, removal: other), [.forgetRemoval]),
      (SessionEvidence(row: nil, quarantine: .unreadable), [.restore, .leaveAlone]),
      (
        SessionEvidence(partial: .samples, row: nil, partialIsCopy: true, quarantine: .samples),
        [.restore, .discardPartial, .recover]
      ),
    ]
  }()

  @Test(arguments: quarantines.indices)
  func `audio on its way out goes when its removal was committed and comes back when it was not`(index: Int) {
    #expect(ReconciliationPlan.actions(for: Self.quarantines[index].0) == Self.quarantines[index].1)
  }

  @Test func `no quarantined samples go that are neither elsewhere nor removed for good`() {
    for evidence in Self.all where evidence.quarantine == .samples {
      let mayGo =
        evidence.removal?.isOfQuarantine == true || (evidence.final != nil && evidence.quarantineIsCopy)
      #expect(ReconciliationPlan.actions(for: evidence).contains(.discardQuarantine) == mayGo, "\(evidence)")
    }
  }

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
    for evidence in Self.all
    where evidence.partial == .samples && evidence.final == nil && evidence.quarantine == nil {
      #expect(!ReconciliationPlan.actions(for: evidence).contains(.discardPartial), "\(evidence)")
    }
  }
}

extension SessionEvidence {
  /// The world after an action, as the file system and the database would have it.
  fileprivate mutating func carryOut(_ action: ReconciliationAction) {
    switch action {
    case .restore:
      final = quarantine
      quarantine = nil
    case .discardQuarantine: quarantine = nil
    case .forgetRemoval: removal = nil
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
