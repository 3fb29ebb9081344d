internal import Domain

/// What start-up found about one session: its files by their exact names, and its row.
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
}

/// What reconciliation does with one session.
enum ReconciliationAction: Hashable {
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
    guard let partial = evidence.partial else { return actions(final: evidence.final, row: evidence.row) }
    if partial == .samples, evidence.final == nil {
      return actions(loneSamples: evidence.row, areCopy: evidence.partialIsCopy)
    }
    let rest = actions(final: evidence.final, row: evidence.row)
    switch partial {
    case .empty: return [.discardPartial] + rest
    case .unreadable: return [.leaveAlone] + rest
    case .samples: return [evidence.partialIsCopy ? .discardPartial : .leaveAlone] + rest
    }
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
