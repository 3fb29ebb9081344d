/// The focused place that a text goes to, as it was found, with the lease that is proved before every change of it.
public struct Target: Hashable, Sendable {
  public enum Certainty: String, CaseIterable, Hashable, Sendable {
    /// Accessibility showed the object: it takes text, is no password field, and nothing is selected in it.
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
  /// Nil where nobody says: texts are rendered in one line for it then.
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

/// What kind of place it is.
public enum TargetRole: String, CaseIterable, Hashable, Sendable {
  case text
  case password
  case terminal
  /// An editable part of a document, such as a "contenteditable" of a web page.
  case document
  case other
}

public enum TargetCapture: Hashable, Sendable {
  case target(Target)
  case refused(TargetRefusal)
}

/// A place that must not, or cannot, be written to.
public struct TargetRefusal: Error, Hashable, Sendable {
  public var problem: TargetProblem
  public var applicationID: String?

  public init(problem: TargetProblem, applicationID: String? = nil) {
    self.problem = problem
    self.applicationID = applicationID
  }

  /// For people: what stands in the way, and what to do.
  public var message: String { "\(problem.message); \(problem.remedy)" }
}

/// By what a target is known again.
struct Lease: Hashable, Sendable {
  var seen = WindowFact.unknown
  /// Nil where accessibility did not show it.
  var object: ObjectLease?

  var window: ActiveWindow? {
    guard case .window(let window) = seen else { return nil }
    return window
  }
}

struct ObjectLease: Hashable, Sendable {
  var object: AccessibleObject
  var toolkit: Toolkit
  /// In the toolkit's offsets; nil where the object tells of none.
  var caret: Int?
}
