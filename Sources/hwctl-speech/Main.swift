import CSystem
import Glibc
import SystemCalls

/// The speech worker: speaks the worker protocol on its standard input, a socket, until that ends.
@main
enum Main {
  static func main() {
    // Both keep what was said from outliving the daemon: no orphan, no core file with audio in it.
    _ = hwctl_die_with_parent(SIGKILL)
    var noCore = rlimit()
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    signal(SIGPIPE, SIG_IGN)
    if isatty(0) == 1 {
      complain("hwctl-speech is started by hwctld and speaks its own protocol on standard input.\n")
      exit(2)
    }
    var loop = RequestLoop(connection: FileDescriptor(owning: 0))
    exit(loop.run())
  }

  private static func complain(_ message: String) {
    var message = message
    _ = message.withUTF8 { write(2, $0.baseAddress, $0.count) }
  }
}
