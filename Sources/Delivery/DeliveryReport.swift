/// Where text goes.
public enum DeliveryRoute: Hashable, Sendable {
  /// Keys of the virtual keyboard, to whatever has the focus.
  case typedKeys
  case standardOutput
  /// Appended to a file, one line end after each text.
  case file(path: String)
}

/// What became of a text.
public struct DeliveryReport: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    /// All keys were sent.
    case typed
    /// All bytes are in the sink; a file's are on the disk.
    case written
    /// Nothing has left hwctl.
    case kept(KeptReason)
    /// The first `charactersDelivered` characters were sent, the rest was not.
    case partial(charactersDelivered: Int, reason: KeptReason)
  }

  public var route: DeliveryRoute
  public var outcome: Outcome
  /// The length of the text, as all counts here in Unicode scalars.
  public var characters: Int
  public var duration: Duration

  public init(route: DeliveryRoute, outcome: Outcome, characters: Int, duration: Duration) {
    self.route = route
    self.outcome = outcome
    self.characters = characters
    self.duration = duration
  }
}

/// Why a text, or its rest, was not delivered.
public enum KeptReason: Sendable, Equatable {
  /// So many characters have no key on the layout.
  case untypeable(count: Int)
  /// Shift, Ctrl, Alt, Super or a shortcut of hwctl stayed down.
  case modifiersHeld
  /// Nothing reads the virtual keyboard yet.
  case keyboardNotReady
  /// There is no virtual keyboard, or it failed.
  case noKeyboard(DeliveryError)
  /// The keymap cannot be read.
  case noKeymap(DeliveryError)
  case sinkFailed(DeliveryError)
  /// By `TextWriter.cancel`.
  case cancelled
  /// More texts are waiting than `TextWriter` takes.
  case tooManyWaiting

  /// The name for logs and history.
  public var code: String {
    switch self {
    case .untypeable: "untypeable"
    case .modifiersHeld: "modifiersHeld"
    case .keyboardNotReady: "keyboardNotReady"
    case .noKeyboard: "noKeyboard"
    case .noKeymap: "noKeymap"
    case .sinkFailed: "sinkFailed"
    case .cancelled: "cancelled"
    case .tooManyWaiting: "tooManyWaiting"
    }
  }

  /// For people; says nothing of the text but a count.
  public var message: String {
    switch self {
    case .untypeable(let count):
      "the keyboard layout has no key for \(count == 1 ? "1 character" : "\(count) characters") of the text; "
        + "choose another layout in the preferences, or copy the text from 'hwctl history show last'"
    case .modifiersHeld:
      "a modifier key (Shift, Ctrl, Alt or Super) stayed down, and typing would have become shortcuts; "
        + "let go of it and copy the text from 'hwctl history show last'"
    case .keyboardNotReady:
      "no desktop and no console reads the virtual keyboard; 'hwctl doctor' shows what is missing"
    case .noKeyboard(let error), .noKeymap(let error), .sinkFailed(let error): error.message
    case .cancelled:
      "everything was let go of (a locked screen, another session, sleep or a panic) before the text was typed; copy it "
        + "from 'hwctl history show last'"
    case .tooManyWaiting:
      "earlier texts are still being delivered; copy this one from 'hwctl history show last'"
    }
  }
}
