internal import FoundationEssentials
internal import Glibc

/// Standard output, standard error and the exit status.
public enum Terminal {
  /// Documented in `hwctl --help`.
  public enum Status: Int32, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case noDaemon = 3
    case invalidFile = 4
  }

  /// A whole text on standard output. Where it cannot be written (a full disk) the program ends with status 1, as that must
  /// not look like success.
  public static func print(_ text: String) {
    guard !show(text, on: STDOUT_FILENO) else { return }
    let reason = errno
    // Who reads no further, as head(1) does, knows it.
    if reason != EPIPE {
      complain("standard output cannot be written: \(String(cString: strerror(reason))).")
    }
    exit(.failed)
  }

  /// As `print`, for a program that has better things to do than to end when nobody reads.
  public static func trace(_ text: String) { _ = show(text, on: STDOUT_FILENO) }

  /// One line of JSON, members sorted, so that two runs can be compared.
  public static func print(json value: some Encodable) { print(json(value)) }

  /// As `print(json:)` prints it, its line end included.
  public static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value of strings and numbers always encodes")
    }
    return ReadableText.escapedJSON(String(decoding: data, as: UTF8.self)) + "\n"
  }

  public static func complain(_ message: String) {
    _ = show("hwctl: \(message)\n", on: STDERR_FILENO)
  }

  public static func fail(_ status: Status, _ message: String) -> Never {
    complain(message)
    exit(status)
  }

  public static func exit(_ status: Status) -> Never { Glibc.exit(status.rawValue) }

  /// As `write`, but a terminal gets no character that it could take for a command (`ReadableText`).
  public static func show(_ text: String, on descriptor: Int32) -> Bool {
    write(isatty(descriptor) == 1 ? ReadableText.neutralised(text) : text, to: descriptor)
  }

  /// The text as it is. False when it cannot be written; errno says why.
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest.removeFirst(count)
    }
    return true
  }
}
