import FoundationEssentials
import Glibc

/// Standard output, standard error and the exit status.
enum Terminal {
  /// Documented in `hwctl --help`.
  enum Status: Int32 {
    case done = 0
    case failed = 1
    case usage = 2
    case noDaemon = 3
    case invalidFile = 4
  }

  static func print(_ text: String) {
    write(text, to: STDOUT_FILENO)
  }

  /// One line of JSON, members sorted, so that two runs can be compared.
  static func print(json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value of strings and numbers always encodes")
    }
    print(String(decoding: data, as: UTF8.self) + "\n")
  }

  static func complain(_ message: String) {
    write("hwctl: \(message)\n", to: STDERR_FILENO)
  }

  static func fail(_ status: Status, _ message: String) -> Never {
    complain(message)
    exit(status)
  }

  static func exit(_ status: Status) -> Never { Glibc.exit(status.rawValue) }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // A closed pipe ends the process by SIGPIPE; any other failure (a full disk) must not look like success.
      guard count > 0 else { exit(.failed) }
      rest.removeFirst(count)
    }
  }
}
