import CommandSyntax
import Domain
import Terminal
import VoiceHistory

/// `hwctl history show`.
enum HistoryShow {
  static func run(_ invocation: Invocation) throws(HistoryError) {
    let session = try HistoryCommand.session(invocation.arguments[0])
    let files = HistoryCommand.reader.files(for: session.record.id)
    let audio = session.record.audio.map { _ in files.audio }
    if invocation.flags.contains("json") {
      return Terminal.print(json: HistorySession(session, audioPath: audio))
    }
    if invocation.values["stage"] != nil {
      return Terminal.print(HistoryCommand.text(session, invocation) + "\n")
    }
    Terminal.print(HistoryText.page(session, audioPath: audio))
  }
}
