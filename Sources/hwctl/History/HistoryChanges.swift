import CommandSyntax
import Domain
import Terminal
import VoiceHistory

/// `hwctl history pin`, `unpin`, `delete`, `clear` and `reconcile`.
enum HistoryChanges {
  private struct Pinned: Encodable {
    let sessions: [String]
    let pinned: Bool
  }

  private struct Removed: Encodable {
    let removed, pinnedKept: Int
    let inUse: [String]
    let wordsAreErased: Bool
  }

  fileprivate struct Reconciled: Encodable {
    let recovered, adopted, discarded, restored, markedMissing, markedPresent, leftAlone, inUse: [String]
    let failed: [String: String]
    let cleared: Int
  }

  static func pin(_ invocation: Invocation) throws(HistoryError) {
    let pins = invocation.path.last == "pin"
    let ids = try HistoryCommand.ids(invocation.arguments)
    let editor = try HistoryCommand.editor()
    for id in ids {
      guard try editor.pin(id, pins) else {
        Terminal.fail(.failed, "session \(id) was deleted meanwhile.")
      }
    }
    if invocation.flags.contains("json") {
      return Terminal.print(json: Pinned(sessions: ids.map(\.rawValue), pinned: pins))
    }
    Terminal.print(
      "\(HistoryCommand.counted(ids.count, "session")) \(pins ? "pinned: audio stays." : "unpinned.")\n")
  }

  static func delete(_ invocation: Invocation) throws(HistoryError) {
    let ids = try HistoryCommand.ids(invocation.arguments)
    Confirmation.ask(
      "Delete \(HistoryCommand.counted(ids.count, "session")) with texts and audio?", invocation)
    let line = ProgressLine()
    let report = try HistoryCommand.editor().remove(ids) { line.show("erasing the words") }
    line.finish()
    finish(report, invocation)
  }

  static func clear(_ invocation: Invocation) throws(HistoryError) {
    let count = try HistoryCommand.reader.statistics().sessions
    let pinnedToo = invocation.flags.contains("pinned")
    let which = pinnedToo ? ", pinned ones too," : " that is not pinned"
    Confirmation.ask("Delete everything\(which) of \(HistoryCommand.counted(count, "session"))?", invocation)
    let editor = try HistoryCommand.editor()
    let note = WaitingNote("looking for recordings that are not in history yet")
    let line = ProgressLine()
    let report = try editor.clear(pinnedToo: pinnedToo) { gone in
      note.end()
      line.show("\(gone) of \(max(gone, count)) deleted")
    }
    note.end()
    line.finish()
    finish(report, invocation)
  }

  private static func finish(_ report: RemovalReport, _ invocation: Invocation) {
    if invocation.flags.contains("json") {
      Terminal.print(
        json: Removed(
          removed: report.removed, pinnedKept: report.pinnedKept, inUse: report.inUse.map(\.rawValue),
          wordsAreErased: report.wordsAreErased))
    } else {
      Terminal.print("\(HistoryCommand.counted(report.removed, "session")) deleted.\n")
      if report.pinnedKept > 0 {
        Terminal.print("\(report.pinnedKept) pinned stay; --pinned deletes them too.\n")
      }
    }
    if !report.wordsAreErased {
      Terminal.complain(
        "their words are still in unused parts of the database's files, since somebody reads it or the disk is full; "
          + "hwctld erases them, or 'hwctl history reconcile'.")
    }
    guard report.inUse.isEmpty else {
      let names = report.inUse.map(\.rawValue).joined(separator: ", ")
      Terminal.fail(.failed, "still being recorded or recognised, and not deleted: \(names). Try again then.")
    }
  }

  static func reconcile(_ invocation: Invocation) throws(HistoryError) {
    let report = try HistoryCommand.editor().reconcile()
    if invocation.flags.contains("json") { return Terminal.print(json: Reconciled(report)) }
    let lines: [(String, [SessionID])] = [
      ("recovered", report.recovered), ("given their audio", report.adopted),
      ("cleared of files that are not needed", report.discarded), ("given back", report.restored),
      ("without their audio", report.markedMissing), ("with their audio again", report.markedPresent),
      ("left alone: unreadable", report.leftAlone), ("in use", report.inUse),
    ]
    for (what, ids) in lines where !ids.isEmpty {
      Terminal.print("\(what): \(ids.map(\.rawValue).joined(separator: ", "))\n")
    }
    if report.cleared > 0 { Terminal.print("cleared: \(report.cleared)\n") }
    if report.isUnchanged && report.failed.isEmpty { Terminal.print("Files and entries fit together.\n") }
    for failure in report.failed { Terminal.complain("session \(failure.id): \(failure.error.message)") }
    if !report.failed.isEmpty { Terminal.exit(.failed) }
  }
}

extension HistoryChanges.Reconciled {
  fileprivate init(_ report: ReconciliationReport) {
    func names(_ ids: [SessionID]) -> [String] { ids.map(\.rawValue) }
    recovered = names(report.recovered)
    adopted = names(report.adopted)
    discarded = names(report.discarded)
    restored = names(report.restored)
    markedMissing = names(report.markedMissing)
    markedPresent = names(report.markedPresent)
    leftAlone = names(report.leftAlone)
    inUse = names(report.inUse)
    failed = Dictionary(report.failed.map { ($0.id.rawValue, $0.error.code.rawValue) }) { first, _ in first }
    cleared = report.cleared
  }
}
