import FoundationEssentials
import Glibc

/// Whole texts on standard output, each with one write where the pipe takes it.
enum StandardOutput {
  static func print(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }

  static func print(json value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value of strings and numbers always encodes")
    }
    print(String(decoding: data, as: UTF8.self) + "\n")
  }
}

/// Messages for the person at the terminal.
enum StandardError {
  static func complain(_ message: String) {
    let line = "hwctl: \(message)\n"
    _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  static func fail(_ status: Int32, _ message: String) -> Never {
    complain(message)
    exit(status)
  }
}
