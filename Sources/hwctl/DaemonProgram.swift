import Glibc

/// The daemon's program file, run once in the foreground for commands that need sound, devices or speech.
enum DaemonProgram {
  /// Becomes `hwctld once WORDS`; returns only by ending the process when the program is missing.
  static func execute(_ words: [String]) -> Never {
    let arguments = ["hwctld", "once"] + words
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    execv(beside("hwctld"), pointers)
    execvp("hwctld", pointers)
    Terminal.fail(
      .failed, "the program hwctld is neither beside hwctl nor in PATH: install it with 'make install'.")
  }

  /// The path of another program in the folder of this one.
  private static func beside(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = own.lastIndex(of: "/") else { return name }
    return own[...slash] + name
  }
}
