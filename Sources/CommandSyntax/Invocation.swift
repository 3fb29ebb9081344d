/// A command line that fits its command.
public struct Invocation: Sendable, Equatable {
  /// The names of the subcommands chosen, without the tool's own.
  public var path: [String] = []
  public var flags: Set<String> = []
  public var values: [String: String] = [:]
  public var arguments: [String] = []
  /// `--help` stood anywhere: the rest was not checked.
  public var wantsHelp = false

  public init() {}
}

/// What is wrong with a command line, in words for the person who typed it.
public enum SyntaxError: Error, Equatable, Sendable {
  case unknownCommand(String, in: [String], nearest: String?)
  case missingCommand(in: [String])
  case unknownOption(String, in: [String], nearest: String?)
  case missingValue(option: String, value: String)
  case needlessValue(option: String)
  case missingArgument(String, in: [String])
  case unexpectedArgument(String, in: [String])
  case valueNotAllowed(String, argument: String, allowed: [String])

  /// One line; the caller adds the tool's name in front.
  public var message: String {
    switch self {
    case .unknownCommand(let word, let path, let nearest):
      "unknown command '\(word)'\(hint(nearest)). See '\(shown(path)) --help'."
    case .missingCommand(let path): "a command is missing. See '\(shown(path)) --help'."
    case .unknownOption(let word, let path, let nearest):
      "unknown option '\(word)'\(hint(nearest)). See '\(shown(path)) --help'."
    case .missingValue(let option, let value): "option '--\(option)' needs a value: --\(option) \(value)."
    case .needlessValue(let option): "option '--\(option)' takes no value."
    case .missingArgument(let name, let path): "\(name) is missing. See '\(shown(path)) --help'."
    case .unexpectedArgument(let word, let path):
      "unexpected argument '\(word)'. See '\(shown(path)) --help'."
    case .valueNotAllowed(let word, let argument, let allowed):
      "'\(word)' is not a known \(argument). Known: \(allowed.joined(separator: ", "))."
    }
  }

  private func hint(_ nearest: String?) -> String { nearest.map { " (did you mean '\($0)'?)" } ?? "" }
  private func shown(_ path: [String]) -> String { path.joined(separator: " ") }
}
