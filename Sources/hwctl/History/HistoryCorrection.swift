import CommandSyntax
import Domain
import Glibc
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history correct`.
enum HistoryCorrection {
  private struct Corrected: Encodable {
    let session, text: String
  }

  /// Longer than anyone dictates; what is larger is the wrong file.
  private static let limit = 1 << 20

  static func run(_ invocation: Invocation) throws(HistoryError) {
    let session = try HistoryCommand.session(invocation.arguments[0])
    let text = invocation.arguments.count > 1 ? invocation.arguments[1] : readText()
    guard !text.isEmpty else { Terminal.fail(.usage, "the corrected text is empty.") }
    try HistoryCommand.editorToAdd().append([correction(text, of: session)], to: session.record.id)
    if invocation.flags.contains("json") {
      return Terminal.print(json: Corrected(session: session.record.id.rawValue, text: text))
    }
    Terminal.print("Session \(session.record.id) is corrected; what it said before is kept.\n")
  }

  /// Of the stage after which nobody's words are changed any more, and made from the text that people saw.
  private static func correction(_ text: String, of session: SessionDetail) -> ResultRecord {
    ResultRecord(stage: .edited, origin: .correction, text: text, source: session.chosen)
  }

  private static func readText() -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
      guard bytes.count <= limit else { Terminal.fail(.usage, "the corrected text is larger than 1 MiB.") }
    }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      Terminal.fail(.invalidFile, "the corrected text is not UTF-8.")
    }
    return text
  }
}
