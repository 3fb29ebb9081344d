/// The focused place that a text goes to, as it was found, with the lease that is proved before every change of it.
public struct Target: Hashable, Sendable {
  public enum Certainty: String, CaseIterable, Hashable, Sendable {
    /// Accessibility showed the object: it is editable, no password field, and nothing is selected in it.
    case verified
    /// The window is known, what has the focus inside it is not.
    case window
    /// Neither is known: the text would go to whatever has the focus.
    case unverified
  }

  /// Wayland's app_id, X11's WM_CLASS ("XTerm"), else the accessible name of the application. Nil where nobody says.
  public var applicationID: String?
  public var processID: Int32?
  /// Nil where accessibility does not show the object.
  public var role: TargetRole?
  /// Nil where nobody says; one line is the safe assumption.
  public var isMultiline: Bool?
  public var certainty: Certainty
  /// What stands before the caret, at most `nearbyTextLimit` UTF-16 units. Private: never logged.
  public var nearbyText: String?
  var lease = Lease()

  /// UTF-16 units; the bound of the prompt that the text goes into.
  public static let nearbyTextLimit = 600
  /// Nothing is known of it.
  public static let unverified = Target(certainty: .unverified)
}

/// What kind of place it is, from the roles of AT-SPI (atspi-constants.h, AtspiRole).
public enum TargetRole: String, CaseIterable, Hashable, Sendable {
  case text
  case password
  case terminal
  /// An editable part of a document: a web page's "contenteditable".
  case document
  case other
}

/// By what a target is known again.
struct Lease: Hashable, Sendable {
  var window: ActiveWindow?
}
