import CommandSyntax
import Domain
import Glibc
import Terminal
import VoiceHistory

/// `hwctl history copy`: hands the text to the program that keeps the clipboard of this session.
enum HistoryCopy {
  /// These stay and answer those who paste, which a command that ends cannot.
  private static let programs: [(variable: String, command: String)] = [
    ("WAYLAND_DISPLAY", "wl-copy"), ("DISPLAY", "xclip -selection clipboard"), ("DISPLAY", "xsel -b -i"),
  ]

  private struct Copied: Encodable {
    let session: String
    let characters: Int
  }

  static func run(_ invocation: Invocation) throws(HistoryError) {
    let session = try HistoryCommand.session(invocation.arguments[0])
    let result = HistoryCommand.result(session, invocation)
    let text = result.text
    let fitting = programs.filter { getenv($0.variable) != nil && isInstalled($0.command) }
    guard let program = fitting.first?.command else {
      Terminal.fail(
        .failed,
        "there is no program that keeps the clipboard here. Install wl-clipboard (Wayland) or xclip (X11), or use "
          + "'hwctl history show \(session.record.id) --stage \(result.stage.rawValue)'.")
    }
    guard let pipe = popen("exec \(program) >/dev/null", "w") else {
      Terminal.fail(.failed, "\(program) could not be started.")
    }
    signal(SIGPIPE, SIG_IGN)
    let written = Terminal.write(text, to: fileno(pipe))
    guard pclose(pipe) == 0, written else { Terminal.fail(.failed, "\(program) did not take the text.") }
    if invocation.flags.contains("json") {
      return Terminal.print(
        json: Copied(session: session.record.id.rawValue, characters: text.unicodeScalars.count))
    }
    Terminal.print("The text of session \(session.record.id) is on the clipboard.\n")
  }

  private static func isInstalled(_ command: String) -> Bool {
    let name = command.prefix { $0 != " " }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
