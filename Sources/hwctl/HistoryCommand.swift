import CommandSyntax
import Domain
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history list`, `search` and `show`: reads the database, beside a running daemon or without one.
enum HistoryCommand {
  static func run(_ invocation: Invocation) {
    let json = invocation.flags.contains("json")
    do throws(HistoryError) {
      let history = HistoryReader(folder: Directories.standard().voice)
      switch invocation.path.last {
      case "list":
        showPage(try history.sessions(limit: limit(invocation), before: before(invocation)), json)
      case "search":
        let words = invocation.arguments.joined(separator: " ")
        showPage(try history.search(words, limit: limit(invocation), before: before(invocation)), json)
      default: show(try session(invocation.arguments[0], history), history, json)
      }
    } catch {
      Terminal.fail(.failed, error.message)
    }
  }

  private static func limit(_ invocation: Invocation) -> Int {
    guard let text = invocation.values["limit"] else { return 20 }
    guard let number = Int(text), (1...HistoryReader.pageLimit).contains(number) else {
      Terminal.fail(.usage, "'\(text)' is not a number from 1 to \(HistoryReader.pageLimit) (--limit).")
    }
    return number
  }

  private static func before(_ invocation: Invocation) -> SessionID? {
    guard let text = invocation.values["before"] else { return nil }
    guard let id = SessionID(rawValue: text) else {
      Terminal.fail(.usage, "'\(text)' is not a session id (--before). 'hwctl history list' shows them.")
    }
    return id
  }

  private static func session(_ name: String, _ history: HistoryReader) throws(HistoryError) -> SessionDetail
  {
    guard let found = try history.session(named: name) else {
      Terminal.fail(.failed, "history has no session '\(name)'. 'hwctl history list' shows what there is.")
    }
    return found
  }

  private static func showPage(_ page: SessionPage, _ json: Bool) {
    if json { return Terminal.print(json: HistoryPage(page)) }
    if page.sessions.isEmpty { Terminal.print("Nothing was found.\n") }
    for session in page.sessions { Terminal.print(HistoryText.line(session) + "\n") }
    for isolated in page.isolated {
      Terminal.complain(
        "session \(isolated.id) is left out: its record contradicts itself (\(isolated.contradiction)).")
    }
    if let next = page.next { Terminal.print("More: --before \(next)\n") }
  }

  private static func show(_ session: SessionDetail, _ history: HistoryReader, _ json: Bool) {
    let audio = session.record.audio.map { _ in history.files(for: session.record.id).audio }
    if json { return Terminal.print(json: HistorySession(session, audioPath: audio)) }
    Terminal.print(HistoryText.page(session, audioPath: audio))
  }
}
