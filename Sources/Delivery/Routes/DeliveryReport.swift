/// Which way a text is to take.
public enum DeliveryRoute: Hashable, Sendable {
  /// What fits the target: accessibility, else typed keys, else the clipboard.
  case automatic
  case accessibility
  /// Keys, to whatever has the focus.
  case typedKeys
  case clipboard
  case standardOutput
  /// Appended to a file, one line end after each text.
  case file(path: String)

  /// Whether it has no target to be looked for.
  public var isSink: Bool {
    switch self {
    case .standardOutput, .file: true
    case .automatic, .accessibility, .typedKeys, .clipboard: false
    }
  }
}

/// What became of a text.
public struct DeliveryReport: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    /// All keys were sent.
    case typed
    /// Accessibility inserted it, and it was read back.
    case inserted
    /// The target has read it from the clipboard.
    case pasted
    /// All bytes are in the sink; a file's are on the disk.
    case written
    /// Nothing has left hwctl.
    case kept(KeptReason)
    /// The first `charactersDelivered` characters were sent, or are known to have arrived. The rest was not sent; only with
    /// `insertionUnconfirmed` it may still arrive.
    case partial(charactersDelivered: Int, reason: KeptReason)
  }

  public var route: RouteName
  public var outcome: Outcome
  /// The length of the text, as all counts here in Unicode scalars.
  public var characters: Int
  public var duration: Duration

  public init(route: RouteName, outcome: Outcome, characters: Int, duration: Duration) {
    self.route = route
    self.outcome = outcome
    self.characters = characters
    self.duration = duration
  }
}
