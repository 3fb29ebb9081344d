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
    let isJSON = invocation.flags.contains("json")
    if invocation.values["stage"] != nil {
      let result = HistoryCommand.result(session, invocation)
      return isJSON
        ? Terminal.print(json: HistorySession.Result(result, among: session.results))
        : Terminal.print(result.text + "\n")
    }
    if isJSON {
      return Terminal.print(json: HistorySession(session, audioPath: audio))
    }
    Terminal.print(HistoryText.page(session, audioPath: audio))
  }
}
