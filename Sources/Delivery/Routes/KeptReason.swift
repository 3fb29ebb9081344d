/// Why a text, or its rest, was not delivered.
public enum KeptReason: Error, Hashable, Sendable {
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
  /// The target could not be proved again, or does not take text.
  case target(TargetProblem)
  /// An insertion was asked for and neither confirmed nor seen when the text was read back: it may still happen.
  case insertionUnconfirmed
  /// What stands in the target after the insertion is not the text.
  case insertionDiffers
  /// The application was asked to insert the text, and nothing has changed.
  case insertionRefused
  /// The text has several lines, and the target one.
  case lineBreak
  /// The target shows itself to no accessibility that can insert text.
  case notAccessible
  /// It was not pasted.
  case clipboard(ClipboardProblem)
  /// No way is left by which this text can reach this target.
  case noRoute

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
    case .target(let problem): problem.rawValue
    case .insertionUnconfirmed: "insertionUnconfirmed"
    case .insertionDiffers: "insertionDiffers"
    case .insertionRefused: "insertionRefused"
    case .lineBreak: "lineBreak"
    case .notAccessible: "notAccessible"
    case .clipboard(let problem): problem.rawValue
    case .noRoute: "noRoute"
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
    case .target(let problem): "\(problem.message); \(problem.remedy)"
    case .insertionUnconfirmed:
      "the application did not answer while the text was inserted, and may still insert it: look there before you copy the "
        + "text from 'hwctl history show last'"
    case .insertionDiffers:
      "the application did not insert the text as it is; look at the place, and copy the text from 'hwctl history show last'"
    case .insertionRefused:
      "the application did not insert the text, although it offers to; it is typed from the next one on; copy this one "
        + "from 'hwctl history show last'"
    case .lineBreak:
      "the text has several lines and the place has one; copy the text from 'hwctl history show last'"
    case .notAccessible:
      "the application does not let text be inserted through accessibility; 'hwctl target' shows why, or choose the route "
        + "'auto' in the preferences"
    case .clipboard(let problem): "\(problem.message); copy the text from 'hwctl history show last'"
    case .noRoute:
      "there is no way to bring this text there; 'hwctl target' shows why; copy it from 'hwctl history show last'"
    }
  }
}
