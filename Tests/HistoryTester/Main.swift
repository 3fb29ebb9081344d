internal import CFaults
internal import Glibc

// The history alone, as a program that can be killed, can meet a broken disk, and can be measured.
//
//     history-tester kills FOLDER [STRIDE]      each system call of each operation killed or failed, and what is left judged
//     history-tester together FOLDER SECONDS    writers and readers in processes of their own
//     history-tester generate FOLDER SESSIONS [recordings]   a history for measuring
//     history-tester measure FOLDER             its figures, as JSON
//     history-tester step, role                 for its own use: one operation with a fault; one of those together

@main enum Main {
  static func main() async {
    // A test's thread may have started this program with all signals blocked, and a shell waits for SIGCHLD.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch (words.first, words.count) {
      case ("kills", 2...3):
        try Kills(folder: words[1], stride: words.count > 2 ? Int(words[2]) ?? 1 : 1).run()
      case ("step", 5): try await Step.run(words)
      case ("together", 3): try Together.run(words[1], seconds: Int(words[2]) ?? 5)
      case ("role", 4): try await Role.run(words)
      case ("generate", 3...4):
        try Generation.run(words[1], sessions: Int(words[2]) ?? 1000, withRecordings: words.count > 3)
      case ("measure", 2): try await Measuring.run(words[1])
      default: fail("see Tests/HistoryTester/Main.swift")
      }
    } catch { fail("\(error)") }
  }
}

func fail(_ message: String) -> Never {
  say("history-tester: \(message)", to: STDERR_FILENO)
  exit(1)
}

/// A line, at once, also into a pipe.
func say(_ line: String, to descriptor: CInt = STDOUT_FILENO) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
}

/// Runs a shell command; gives its output and its status as waitpid(2) tells it.
func shell(_ command: String) -> (output: String, status: CInt) {
  guard let pipe = popen(command, "r") else { fail("cannot run \(command)") }
  var output: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&block, 1, block.count, pipe), count > 0 { output += block[..<count] }
  return (String(decoding: output, as: UTF8.self), pclose(pipe))
}

/// This program again.
let myself: String = {
  var buffer = [CChar](repeating: 0, count: 4096)
  let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
  return String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}()
