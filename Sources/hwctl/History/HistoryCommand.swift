import CommandSyntax
import Domain
import Profiles
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history ...`: reads and writes the database, beside a running daemon or without one.
enum HistoryCommand {
  /// Those that need the sound server, a speech model or a refiner run in the daemon's program.
  static func needsDaemonProgram(_ invocation: Invocation) -> Bool {
    switch invocation.path.last {
    case "play", "retranscribe", "reformat": true
    case "import": !HistoryImport.isAllArchives(invocation.arguments)
    default: false
    }
  }

  static func run(_ invocation: Invocation) {
    do throws(HistoryError) {
      switch invocation.path.last {
      case "list", "search": try HistoryListing.run(invocation)
      case "show": try HistoryShow.run(invocation)
      case "copy": try HistoryCopy.run(invocation)
      case "export": try HistoryExport.run(invocation)
      case "import": try HistoryImport.run(invocation)
      case "redeliver": RedeliverCommand.run(invocation)
      case "correct": try HistoryCorrection.run(invocation)
      case "pin", "unpin": try HistoryChanges.pin(invocation)
      case "delete": try HistoryChanges.delete(invocation)
      case "clear": try HistoryChanges.clear(invocation)
      case "stats": try HistoryStats.run(invocation)
      default: try HistoryChanges.reconcile(invocation)
      }
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }

  static var folder: String { Directories.standard().voice }
  static var reader: HistoryReader { HistoryReader(folder: folder) }

  /// Opened for writing; what opening met is said.
  static func editor() throws(HistoryError) -> HistoryEditor {
    let editor = try opened()
    if let message = editor.openingReport.message { Terminal.complain(message + ".") }
    return editor
  }

  private static func opened() throws(HistoryError) -> HistoryEditor {
    let note = WaitingNote("waiting for history, which another program holds or puts in order")
    defer { note.end() }
    return try HistoryEditor(folder: folder)
  }

  /// As `editor`, for what adds words or sound: ends the program where nothing is to be kept.
  static func editorToAdd() throws(HistoryError) -> HistoryEditor {
    do throws(ProfileError) {
      let preferences = try PreferencesStore(path: Directories.standard().preferences).inspect()
      if let refusal = preferences.refusalToKeep { Terminal.fail(.failed, refusal) }
    } catch { Terminal.fail(.invalidFile, error.message + ".") }
    return try editor()
  }

  /// Ends the program where there is no such session.
  static func session(_ name: String) throws(HistoryError) -> SessionDetail {
    guard let found = try reader.session(named: name) else {
      Terminal.fail(.failed, "history has no session '\(name)'. 'hwctl history list' shows what there is.")
    }
    return found
  }

  static func ids(_ names: [String]) throws(HistoryError) -> [SessionID] {
    var ids: [SessionID] = []
    for name in names {
      let id = try session(name).record.id
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// The latest result of the stage asked for, else the session's text. Ends the program where there is none.
  static func result(_ session: SessionDetail, _ invocation: Invocation) -> ResultRecord {
    let stage = invocation.values["stage"]
    let found =
      stage.map { name in session.results.last { $0.stage.rawValue == name } }
      ?? session.chosen.map { session.results[$0] }
    guard let found else {
      Terminal.fail(.failed, "session \(session.record.id) has no \(stage.map { $0 + " " } ?? "")text.")
    }
    return found
  }

  /// "1 session", "2 sessions"
  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
