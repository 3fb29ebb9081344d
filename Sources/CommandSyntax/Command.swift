/// A command of a command-line tool as data: parsing, help, completions and man pages all come from it.
public struct Command: Sendable {
  public var name: String
  /// One line, imperative, without a full stop.
  public var summary: String
  /// Paragraphs shown below the usage line, already wrapped.
  public var details: String
  public var arguments: [Argument]
  public var options: [Option]
  public var subcommands: [Command]
  /// It does something by itself, too, and its subcommands are further ones.
  public var runsAlone: Bool

  public init(
    _ name: String, _ summary: String, details: String = "", arguments: [Argument] = [],
    options: [Option] = [], subcommands: [Command] = [], runsAlone: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments
    self.options = options
    self.subcommands = subcommands
    self.runsAlone = runsAlone
  }

  /// A word that is not an option.
  public struct Argument: Sendable {
    public enum Count: Sendable {
      case one
      case optional
      /// One or more; only for the last argument.
      case many
      /// None, one or more; only for the last argument.
      case anyNumber

      var repeats: Bool { self == .many || self == .anyNumber }
      var isNeeded: Bool { self == .one || self == .many }
    }

    /// In capitals, as help shows it.
    public var name: String
    public var summary: String
    public var count: Count
    /// The words accepted; empty when any is. Completion offers them.
    public var values: [String]

    public init(_ name: String, _ summary: String, count: Count = .one, values: [String] = []) {
      self.name = name
      self.summary = summary
      self.count = count
      self.values = values
    }
  }

  public struct Option: Sendable {
    /// Without the dashes.
    public var name: String
    public var letter: Character?
    /// In capitals; nil for a flag that takes no value.
    public var value: String?
    public var summary: String
    /// The values accepted; empty when any is. Completion offers them.
    public var values: [String]

    public init(
      _ name: String, letter: Character? = nil, value: String? = nil, _ summary: String, values: [String] = []
    ) {
      self.name = name
      self.letter = letter
      self.value = value
      self.summary = summary
      self.values = values
    }

    public static let help = Option("help", letter: "h", "show this help")
  }

  public func subcommand(_ name: String) -> Command? { subcommands.first { $0.name == name } }
}
