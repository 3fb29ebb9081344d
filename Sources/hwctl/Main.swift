import CommandSyntax
import Glibc
import SystemCalls
import Terminal

/// The command-line tool: reads the command line and hands over to the command.
@main enum Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words == ["--version"] { return Terminal.print(Version.text + "\n") }
    do throws(SyntaxError) {
      let invocation = try Command.hwctl.parse(words)
      if invocation.wantsHelp {
        Terminal.print(Command.hwctl.help(for: invocation.path))
      } else {
        if let problem = Directories.problem { Terminal.fail(.failed, problem) }
        run(invocation, words)
      }
    } catch {
      Terminal.fail(.usage, error.message)
    }
  }

  private static func run(_ invocation: Invocation, _ words: [String]) {
    switch invocation.path.first {
    case "status": StatusCommand.run(invocation)
    case "monitor": MonitorCommand.run(invocation)
    case "devices": DevicesCommand.run(invocation, words)
    case "record": RecordCommand.run(invocation)
    case "replay": ReplayCommand.run(invocation)
    case "profiles": ProfilesCommand.run(invocation)
    case "models": ModelsCommand.run(invocation, words)
    case "begin", "end", "toggle", "cancel": ActionCommand.run(invocation)
    case "redeliver": RedeliverCommand.run(invocation)
    case "panic": ActionCommand.panic(invocation)
    case "history" where !HistoryCommand.needsDaemonProgram(invocation): HistoryCommand.run(invocation)
    case "transcript": TranscriptCommand.run(invocation, words)
    case "completions": completions(invocation)
    // What needs hardware libraries is done by the daemon's own program, run once: it has them, and this tool starts
    // faster without them.
    default: DaemonProgram.execute(words)
    }
  }

  private static func completions(_ invocation: Invocation) {
    guard let shell = invocation.arguments.first.flatMap(Shell.init(rawValue:)) else { return }
    Terminal.print(Command.hwctl.completions(for: shell))
  }
}
