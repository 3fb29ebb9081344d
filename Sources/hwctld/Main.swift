import CommandSyntax
import Glibc
import SystemCalls
import Terminal

/// The daemon, and the same parts run once for commands of `hwctl` that need sound, devices or speech.
@main enum Main {
  static func main() async {
    umask(0o077)
    // A peer that went away is an error where we write, not the end of the daemon.
    signal(SIGPIPE, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    let wantsText = words.contains("--help") || words.contains("-h") || words == ["--version"]
    if !wantsText, let problem = Directories.problem { Terminal.fail(.failed, problem) }
    do throws(SyntaxError) {
      if words.first == "once" {
        await Once.run(try Command.hwctl.parse(Array(words.dropFirst())))
      } else {
        try await daemon(words)
      }
    } catch {
      Terminal.fail(.usage, error.message)
    }
  }

  private static func daemon(_ words: [String]) async throws(SyntaxError) {
    if words == ["--version"] { return Terminal.print(Version.text + "\n") }
    let invocation = try Command.hwctld.parse(words)
    if invocation.wantsHelp { return Terminal.print(Command.hwctld.help(for: [])) }
    await Daemon.run(try DaemonOptions(invocation))
  }
}

extension Command {
  static let hwctld = Command(
    "hwctld", "turn pedals and keys into dictation and shortcuts",
    details: """
      Runs in the foreground until it is told to stop (Ctrl-C, SIGTERM, 'systemctl --user stop hwctld').
      'hwctl status' shows what is ready; 'hwctl doctor' checks the machine.

      Environment: HWCTL_LOG=error|warning|notice|info|debug sets how much is logged (default notice).
      """,
    options: [
      Option(
        "route", value: "ROUTE", "where text goes: type, stdout, or file:PATH (default: the preferences)"),
      Option("trace", "print control events and dictation steps, with their text, on standard output"),
      Option(
        "replay", value: "FILE",
        "instead of real devices, play a recording through driver and engine, then stop"),
      Option("version", "show the version"),
    ])
}
