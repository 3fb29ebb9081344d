import CommandSyntax
import Domain
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history import` of archives; recordings need a speech model, which the daemon's program has.
enum HistoryImport {
  private struct Imported: Encodable {
    let sessions, recordings, extended, unchanged: Int
    let contradicting: [String]
  }

  /// A folder with a manifest is an archive; what else is named is for the importer of recordings.
  static func isArchive(_ path: String) -> Bool { Files.exists(path + "/manifest.json") }

  static func isAllArchives(_ paths: [String]) -> Bool { paths.allSatisfy(isArchive) }

  static func run(_ invocation: Invocation) throws(HistoryError) {
    let editor = try HistoryCommand.editorToAdd()
    var total = ArchiveReport()
    for path in invocation.arguments {
      let line = ProgressLine()
      do throws(ArchiveError) {
        let report = try editor.importArchive(path) { line.show("\($0) of \($1) recordings copied") }
        line.finish()
        total.sessions += report.sessions
        total.recordings += report.recordings
        total.extended += report.extended
        total.unchanged += report.unchanged
        total.contradicting += report.contradicting
      } catch {
        line.finish()
        let isFile = error.code != .history && error.code != .ioError
        Terminal.fail(isFile ? .invalidFile : .failed, error.message)
      }
    }
    finish(total, invocation)
  }

  private static func finish(_ total: ArchiveReport, _ invocation: Invocation) {
    if invocation.flags.contains("json") {
      Terminal.print(
        json: Imported(
          sessions: total.sessions, recordings: total.recordings, extended: total.extended,
          unchanged: total.unchanged, contradicting: total.contradicting.map(\.rawValue)))
    } else {
      let more = total.extended == 0 ? "" : "; \(total.extended) got later texts"
      let known =
        total.unchanged == 0
        ? "" : "; \(total.unchanged) \(total.unchanged == 1 ? "was" : "were") in history already"
      Terminal.print(
        "\(HistoryCommand.counted(total.sessions, "session")) with "
          + "\(HistoryCommand.counted(total.recordings, "recording")) imported\(more)\(known)\n")
    }
    for message in total.contradictions { Terminal.complain(message) }
    if !total.contradicting.isEmpty { Terminal.exit(.failed) }
  }
}
