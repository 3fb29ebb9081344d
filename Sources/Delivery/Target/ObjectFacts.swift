/// What accessibility says of the object that has the focus.
struct ObjectFacts: Hashable, Sendable {
  var object: AccessibleObject
  var toolkit: Toolkit
  var role: AccessibleRole
  var states: AccessibleStates
  var processID: Int32?
  var applicationName: String?
  /// In the toolkit's offsets. Nil where the object has no text that can be asked.
  var caret: Int?
  var hasSelection = false
  /// What stands before the caret; never asked of a password field.
  var nearbyText: String?
}

enum ObjectFact: Hashable, Sendable {
  /// No accessible object of the window in front has the focus, or there is no accessibility.
  case unknown
  /// The application in front is on the accessibility bus and does not answer.
  case notAnswering
  case object(ObjectFacts)
}
