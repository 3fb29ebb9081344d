import Glibc
import Terminal

/// The daemon's program file, run once in the foreground for commands that need sound, devices or speech.
enum DaemonProgram {
  /// Becomes `hwctld once WORDS`; returns only by ending the process when the program is missing.
  static func execute(_ words: [String]) -> Never {
    let arguments = ["hwctld", "once"] + words
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    execv(ProgramFiles.beside("hwctld"), pointers)
    execvp("hwctld", pointers)
    Terminal.fail(
      .failed, "the program hwctld is neither beside hwctl nor in PATH: install it with 'make install'.")
  }
}
