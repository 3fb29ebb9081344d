import CommandSyntax
import Profiles
import SystemCalls
import Terminal
import Transcript

/// `hwctl transcript explain`
enum TranscriptCommand {
  static func run(_ invocation: Invocation, _ words: [String]) {
    switch (invocation.values["text"], invocation.values["file"]) {
    case (let text?, nil): TranscriptReport.explain(text, invocation, preferred)
    // Recognition needs the daemon's libraries.
    case (nil, _?): DaemonProgram.execute(words)
    default: Terminal.fail(.usage, "one of --text TEXT and --file AUDIO is needed.")
    }
  }

  private static var preferred: TranscriptOptions {
    do throws(ProfileError) {
      return try PreferencesStore(path: Directories.standard().preferences).inspect().transcriptOptions
    } catch {
      Terminal.fail(.invalidFile, error.message + ".")
    }
  }
}
