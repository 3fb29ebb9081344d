/// Why a place that was the target is so no more, or never was one.
public enum TargetProblem: String, Error, CaseIterable, Hashable, Sendable {
  /// Another window or another object has the focus.
  case targetChanged
  /// No window, or nothing in the window, has the focus.
  case focusLost
  /// It has become a password field.
  case becameSecure
  /// It was a password field from the start.
  case passwordField
  case readOnly
  /// A button, a menu, a slider: typed characters would press or move it.
  case notText
  /// Text is selected, which typed keys would replace.
  case textSelected
  /// The caret is not where it was.
  case caretMoved
  /// The application or the window system does not answer in time.
  case notAnswering
  /// The application has ended.
  case applicationGone
  /// Nothing is known of the target, and the preferences keep such texts.
  case unverified

  /// For people: what was the matter.
  public var message: String {
    switch self {
    case .targetChanged: "another window or field had the focus when the text was ready"
    case .focusLost: "the field did not have the focus any more when the text was ready"
    case .becameSecure, .passwordField: "the focus was in a password field"
    case .readOnly: "the focus was in a text that cannot be changed"
    case .notText: "the focus was on a button or the like, which takes no text"
    case .textSelected: "text was selected, and would have been replaced"
    case .caretMoved: "the caret was moved before the text was ready"
    case .notAnswering: "the application in front did not answer"
    case .applicationGone: "the application was closed before the text was ready"
    case .unverified: "hwctl could not see what had the focus"
    }
  }

  /// For people: what to do.
  public var remedy: String {
    switch self {
    case .passwordField, .becameSecure: "passwords are never typed: put the caret into another field"
    case .readOnly, .notText:
      "put the caret into a text that can be changed; 'hwctl target' shows what hwctl sees"
    case .textSelected: "delete the selection, or put the caret somewhere first"
    case .unverified:
      "'hwctl target' shows why; the preferences can let such texts be typed all the same"
    case .targetChanged, .focusLost, .caretMoved, .notAnswering, .applicationGone:
      "copy the text from 'hwctl history show last'"
    }
  }
}
