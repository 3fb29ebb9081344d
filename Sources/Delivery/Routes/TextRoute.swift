/// One way for a text to reach its target. Called on the delivery queue, one text at a time; may block.
protocol TextRoute: Sendable {
  var name: RouteName { get }

  /// Whether the whole text can take this way now, asked before anything has left.
  ///
  /// - Returns: nil when every character can be delivered, else why the text would be kept.
  func plan(_ text: String, for target: Target?) -> KeptReason?

  /// Delivers a text. Whatever becomes of it, no other route is tried afterwards.
  ///
  /// - Parameters:
  ///   - target: nil for whatever has the focus, unverified, and for sinks.
  ///   - prove: reads anew whether the target is still the one that the lease names. Asked right before the first character
  ///     and between chunks; a reason ends the delivery, as `kept` before the first character and as `partial` after it.
  ///   - isCancelled: asked as often as characters leave.
  func deliver(
    _ text: String, to target: Target?, prove: () -> KeptReason?, isCancelled: () -> Bool
  ) -> DeliveryReport.Outcome
}

/// The way that a text took, as history names it.
public enum RouteName: String, CaseIterable, Hashable, Sendable {
  /// Inserted through the accessibility bus.
  case accessibility
  /// The virtual keyboard of the kernel (uinput).
  case typedKeys
  /// Keys of the X server's test extension.
  case xTest
  /// The virtual keyboard of a wlroots compositor.
  case waylandKeyboard
  case clipboard
  case standardOutput
  case file
  /// The text was kept before a way was chosen.
  case undecided

  /// The words in history and in messages.
  public var name: String {
    switch self {
    case .accessibility: "accessibility"
    case .typedKeys: "typed keys"
    case .xTest: "typed keys (XTest)"
    case .waylandKeyboard: "typed keys (Wayland)"
    case .clipboard: "clipboard"
    case .standardOutput: "standard output"
    case .file: "file"
    case .undecided: "none"
    }
  }
}
