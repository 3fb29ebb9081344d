internal import Domain

/// What start-up found about one session: its files by their exact names, its row, and whether its removal is committed.
struct SessionEvidence: Hashable {
  /// What an audio file holds.
  enum Audio: Hashable {
    case samples
    /// A header of ours, or the beginning of one, with no sample behind it.
    case empty
    /// Bytes that are not a file of our making.
    case unreadable
  }

  struct Row: Hashable {
    var namesAudio: Bool
    var audioIsMarkedMissing: Bool
  }

  var partial: Audio?
  var final: Audio?
  var row: Row?
  /// The partial file's digest equals the final file's, or the committed digest where there is no final file.
  var partialIsCopy = false
  var quarantine: Audio?
  /// The quarantined file's digest equals the final file's.
  var quarantineIsCopy = false
  var removal: Removal?

  /// A removal that was committed.
  struct Removal: Hashable {
    /// The quarantined file's digest is the one whose removal was committed.
    var isOfQuarantine: Bool
  }
}

/// What reconciliation does with one session.
enum ReconciliationAction: Hashable {
  /// Give the quarantined file the final name again: its removal was never committed.
  case restore
  /// The quarantined file's removal was committed, or it is a copy of the final one.
  case discardQuarantine
  /// The removal is complete.
  case forgetRemoval
  /// Mend the header of the partial file, which its writer could not, and give it the final name.
  case finishPartial
  /// Make a Recovery session from the final audio.
  case recover
  /// Give the final audio to the row that has none.
  case adopt
  case discardPartial
  case markMissing
  case markPresent
  /// A file stays that nobody can use; it is counted so that it does not stay unseen.
  case leaveAlone
}

/// Decides from the evidence alone what to do. Carrying the actions out and planning again gives no action but
/// `leaveAlone`.
///
/// First the quarantined file, in which a kill may have left audio whose removal was under way:
///
///     quarantine  removal committed   final      actions
///     there       of this digest      any        discardQuarantine, forgetRemoval
///     there       no, or of another   -          restore, then as with this final file
///     there       no, or of another   a copy     discardQuarantine
///     there       no, or of another   differs    leaveAlone
///     -           yes                 any        forgetRemoval
///
/// Then the others:
///
///     partial    final      row              actions
///     samples    -          -                finishPartial, recover
///     samples    -          without audio    finishPartial, adopt
///     samples    -          with audio       copy: finishPartial; else leaveAlone + markMissing
///     empty      any        any              discardPartial, then as without it
///     unreadable any        any              leaveAlone, then as without it
///     samples    any        any              copy: discardPartial, else leaveAlone; then as without it
///     -          samples    -                recover
///     -          samples    without audio    adopt
///     -          any        with audio       markPresent where it was marked missing
///     -          other      no/without       leaveAlone
///     -          -          with audio       markMissing where it was not
enum ReconciliationPlan {
  static func actions(for evidence: SessionEvidence) -> [ReconciliationAction] {
    var evidence = evidence
    let first = settleQuarantine(&evidence)
    guard let partial = evidence.partial else {
      return first + actions(final: evidence.final, row: evidence.row)
    }
    if partial == .samples, evidence.final == nil {
      return first + actions(loneSamples: evidence.row, areCopy: evidence.partialIsCopy)
    }
    let rest = actions(final: evidence.final, row: evidence.row)
    switch partial {
    case .empty: return first + [.discardPartial] + rest
    case .unreadable: return first + [.leaveAlone] + rest
    case .samples: return first + [evidence.partialIsCopy ? .discardPartial : .leaveAlone] + rest
    }
  }

  /// Gives the actions for the quarantined file, and the evidence as it is after them.
  private static func settleQuarantine(_ evidence: inout SessionEvidence) -> [ReconciliationAction] {
    guard let quarantine = evidence.quarantine else { return evidence.removal == nil ? [] : [.forgetRemoval] }
    evidence.quarantine = nil
    if evidence.removal?.isOfQuarantine == true { return [.discardQuarantine, .forgetRemoval] }
    let forget: [ReconciliationAction] = evidence.removal == nil ? [] : [.forgetRemoval]
    if evidence.final == nil {
      evidence.final = quarantine
      return [.restore] + forget
    }
    return [evidence.quarantineIsCopy ? .discardQuarantine : .leaveAlone] + forget
  }

  private static func actions(loneSamples row: SessionEvidence.Row?, areCopy: Bool) -> [ReconciliationAction]
  {
    guard let row else { return [.finishPartial, .recover] }
    guard row.namesAudio else { return [.finishPartial, .adopt] }
    guard areCopy else { return [.leaveAlone] + actions(final: nil, row: row) }
    return row.audioIsMarkedMissing ? [.finishPartial, .markPresent] : [.finishPartial]
  }

  private static func actions(
    final: SessionEvidence.Audio?, row: SessionEvidence.Row?
  ) -> [ReconciliationAction] {
    switch (final, row) {
    case (nil, nil): return []
    case (nil, let row?): return row.namesAudio && !row.audioIsMarkedMissing ? [.markMissing] : []
    case (_?, let row?) where row.namesAudio: return row.audioIsMarkedMissing ? [.markPresent] : []
    case (.samples?, nil): return [.recover]
    case (.samples?, _?): return [.adopt]
    case (.empty?, _), (.unreadable?, _): return [.leaveAlone]
    }
  }
}
