import CommandSyntax
import Glibc
import Terminal

/// A question before something that cannot be undone.
enum Confirmation {
  /// Returns when `--yes` was given or the person at the terminal agrees; ends the program otherwise.
  static func ask(_ question: String, _ invocation: Invocation) {
    if invocation.flags.contains("yes") { return }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      Terminal.fail(.usage, "this cannot be undone: give --yes where nobody can be asked.")
    }
    _ = Terminal.write("\(question) [y/N] ", to: STDERR_FILENO)
    let answer = readLine() ?? ""
    guard ["y", "yes"].contains(answer.lowercased()) else { Terminal.fail(.failed, "nothing was deleted.") }
  }
}
