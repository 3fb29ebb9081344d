internal import CSystem
internal import Glibc
internal import SystemCalls

/// A running worker and our end of its socket. Used by the speech thread alone, which is also its parent thread: the
/// kernel's parent-death signal goes out when the *thread* that started the child ends (prctl(2)).
final class WorkerProcess {
  let identifier: pid_t
  let socket: FileDescriptor

  /// Starts the program with one end of a socket pair as its standard input, and no other descriptor of ours.
  ///
  /// Its standard error is ours when HWCTL_LOG=debug, else /dev/null: the speech engine logs there as it likes.
  init(path: String, arguments: [String]) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try retrying("socketpair", "speech worker") {
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    let ours = FileDescriptor(owning: ends[0])
    let theirs = FileDescriptor(owning: ends[1])
    let rawValue = ours.rawValue
    try retrying("fcntl", "speech worker") { hwctl_set_nonblocking(rawValue) }
    var identifier = pid_t()
    let code = Self.spawn(&identifier, path, [path] + arguments, input: theirs.rawValue)
    guard code == 0 else { throw SystemError(call: "start", subject: path, code: code) }
    self.identifier = identifier
    socket = ours
  }

  /// Whether it is stopped by a signal now (waitid(2)); one that has ended is not, and is not reaped.
  var isStopped: Bool {
    var info = siginfo_t()
    // With WNOHANG the call succeeds without news too; then the signal number stays 0.
    let code = waitid(P_PID, id_t(identifier), &info, WSTOPPED | WNOHANG | WNOWAIT)
    return code == 0 && info.si_signo == SIGCHLD
  }

  /// Kills and reaps it. Says how it ended; a process that had already ended keeps its own status.
  func end() -> WorkerEnd {
    kill(identifier, SIGKILL)
    var status: CInt = 0
    while waitpid(identifier, &status, 0) < 0 {
      precondition(errno == EINTR, "only this thread waits for the child, and once")
    }
    let code = hwctl_exit_code(status)
    // The engine ends with -1, which is 255 here, where it does not like a file: no signal has such a number.
    return (129...192).contains(code) ? .signal(code - 128) : .exit(code)
  }

  private static func spawn(
    _ identifier: inout pid_t, _ path: String, _ arguments: [String], input: CInt
  ) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    if Log.threshold < .debug { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }

    // The daemon blocks signals to read them from a descriptor, and ignores SIGPIPE; a child inherits both.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // A process group of its own (0: its own number): Ctrl-C in a terminal is for us, who still want the words.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    return withCStrings(arguments) { argv in
      // Swift's crash reporter prints memory, and that may hold what was said.
      withCStrings(environment() + ["SWIFT_BACKTRACE=enable=no"]) { envp in
        posix_spawn(&identifier, path, &actions, &attributes, argv, envp)
      }
    }
  }

  private static func environment() -> [String] {
    var entries: [String] = []
    var cursor = environ
    while let entry = cursor.pointee {
      let text = String(cString: entry)
      if !text.hasPrefix("SWIFT_BACKTRACE=") { entries.append(text) }
      cursor += 1
    }
    return entries
  }

  /// Lends a NULL-terminated array of C strings.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("it holds at least the final nil") }
      return body(base)
    }
  }
}

/// How a process ended.
enum WorkerEnd: Hashable, CustomStringConvertible {
  case exit(CInt)
  case signal(CInt)

  /// As a shell tells it: 128 and the signal.
  var number: CInt {
    switch self {
    case .exit(let code): code
    case .signal(let number): 128 + number
    }
  }

  var description: String {
    switch self {
    case .exit(255):
      "exit code 255: the speech engine does not take the model's files, or not for its 'engine'"
    // The program loader's (ld.so).
    case .exit(127): "exit code 127: a library that it needs is missing; install hwctl again"
    case .exit(let code): "exit code \(code)"
    case .signal(SIGKILL): "signal 9, perhaps for want of memory"
    case .signal(let number): "signal \(number)"
    }
  }
}
