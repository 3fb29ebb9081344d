import CommandSyntax
import Terminal

/// `hwctl transcript explain`
enum TranscriptCommand {
  static func run(_ invocation: Invocation, _ words: [String]) {
    switch (invocation.values["text"], invocation.values["file"]) {
    case (let text?, nil): TranscriptReport.explain(text, invocation)
    // Recognition needs the daemon's libraries.
    case (nil, _?): DaemonProgram.execute(words)
    default: Terminal.fail(.usage, "one of --text TEXT and --file AUDIO is needed.")
    }
  }
}
