internal import Glibc

/// Log lines on standard error, one write each, with the priority prefix that journald reads (sd-daemon(3)).
///
/// Nothing private can be logged by accident: the message is a literal, and a field holds a number, an id that
/// hwctl made, or the name of a case. Texts, key codes, titles and paths have no way in.
public enum Log {
  public enum Level: Int, Sendable, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// A value that may stand in a log.
  public struct Field: Sendable, ExpressibleByIntegerLiteral {
    let text: String

    public init(integerLiteral value: Int) { text = String(value) }
    public static func number(_ value: some BinaryInteger) -> Field { Field(text: String(value)) }
    /// The name of an enumeration case or error code, never its payload.
    public static func name(_ value: StaticString) -> Field { Field(text: "\(value)") }
    /// A case of an enumeration whose raw values are literals of this program.
    public static func code<Code: RawRepresentable & CaseIterable>(_ value: Code) -> Field
    where Code.RawValue == String { Field(text: value.rawValue) }

    private init(text: String) { self.text = text }
  }

  /// The most detailed level written; HWCTL_LOG=debug|info|notice|warning|error, else notice.
  public static let threshold: Level = {
    let levels: [String: Level] = [
      "error": .error, "warning": .warning, "notice": .notice, "info": .info, "debug": .debug,
    ]
    guard let value = getenv("HWCTL_LOG") else { return .notice }
    return levels[String(cString: value)] ?? .notice
  }()

  public static func write(
    _ level: Level, _ message: StaticString, _ fields: KeyValuePairs<StaticString, Field> = [:]
  ) {
    guard level <= threshold else { return }
    var line = "<\(level.rawValue)>\(message)"
    for (name, field) in fields { line += " \(name)=\(field.text)" }
    line += "\n"
    _ = line.withUTF8 { Glibc.write(2, $0.baseAddress, $0.count) }
  }

  public static func error(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Field> = [:]) {
    write(.error, message, fields)
  }
  public static func warning(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Field> = [:]) {
    write(.warning, message, fields)
  }
  public static func notice(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Field> = [:]) {
    write(.notice, message, fields)
  }
  public static func info(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Field> = [:]) {
    write(.info, message, fields)
  }
  public static func debug(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Field> = [:]) {
    write(.debug, message, fields)
  }
}
