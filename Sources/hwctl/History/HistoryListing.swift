import CommandSyntax
import Domain
import Terminal
import VoiceHistory

/// `hwctl history list` and `search`.
enum HistoryListing {
  static func run(_ invocation: Invocation) throws(HistoryError) {
    let filter = HistoryFilter.read(invocation)
    let (limit, before) = (limit(invocation), before(invocation))
    let page =
      invocation.path.last == "list"
      ? try HistoryCommand.reader.sessions(filter, limit: limit, before: before)
      : try HistoryCommand.reader.search(
        invocation.arguments.joined(separator: " "), filter, limit: limit, before: before)
    if invocation.flags.contains("json") { return Terminal.print(json: HistoryPage(page)) }
    show(page)
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

  private static func show(_ page: SessionPage) {
    if page.sessions.isEmpty { Terminal.print("Nothing was found.\n") }
    for session in page.sessions { Terminal.print(HistoryText.line(session) + "\n") }
    for isolated in page.isolated {
      Terminal.complain(
        "session \(isolated.id) is left out: its record contradicts itself (\(isolated.contradiction)).")
    }
    if let next = page.next { Terminal.complain("more: --before \(next)") }
  }
}
