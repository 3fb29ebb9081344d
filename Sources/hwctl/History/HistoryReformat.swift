import CommandSyntax
import Domain
import Terminal
import Transcript
import VoiceHistory

/// `hwctl history reformat`: a kept text in another style.
enum HistoryReformat {
  private struct Reformatted: Encodable {
    let session, style, text: String
  }

  static func run(_ invocation: Invocation) throws(HistoryError) {
    let session = try HistoryCommand.session(invocation.arguments[0])
    // What the user meant, where it was corrected; what was recognised else.
    let source =
      session.results.lastIndex { $0.origin == .correction } ?? session.results.lastIndex { $0.stage == .raw }
    guard let source else { Terminal.fail(.failed, "session \(session.record.id) has no text.") }
    guard let name = invocation.values["style"], let style = WritingStyle(rawValue: name) else {
      Terminal.fail(.usage, "say which style: --style STYLE. See 'hwctl history reformat --help'.")
    }
    let stages = TranscriptPipeline.run(
      raw: session.results[source].text, options: TranscriptOptions(style: style))
    let result = ResultRecord.formatted(stages, origin: .reformat, source: source, style: name)
    guard !result.text.isEmpty else {
      Terminal.fail(.failed, "nothing of session \(session.record.id) is left in that style.")
    }
    try HistoryCommand.editor().append([result], to: session.record.id)
    if invocation.flags.contains("json") {
      return Terminal.print(
        json: Reformatted(session: session.record.id.rawValue, style: name, text: result.text))
    }
    Terminal.print(result.text + "\n")
  }
}
