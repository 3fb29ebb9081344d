internal import Delivery
internal import Refinement
internal import Transcript

// What a session delivers.

extension LiveSession {
  /// What the refiner made, else what was said, in the form that the target takes; empty before anything was recognised.
  var formattedText: String { document?.rendered(form) ?? "" }

  /// With a space in front where the caret stands behind a word.
  var deliverableText: String {
    let text = formattedText
    return Self.needsSpace(between: target?.nearbyText ?? "", and: text) ? " " + text : text
  }

  var document: Document? {
    if case .refined(let document, _)? = refinement { return document }
    return transcript?.document
  }

  /// Where nobody knows, one line: a line break could send a message or run a command.
  private var form: RenderedForm {
    guard hasTarget else { return .structured }
    return target?.isMultiline == true ? .structured : .line
  }

  /// Between what stands before the caret and what comes, unless either side is a space, or an opening bracket or quotation
  /// mark stands there, or punctuation follows.
  static func needsSpace(between before: String, and text: String) -> Bool {
    guard let last = before.last, let first = text.first, !last.isWhitespace, first.isLetter || first.isNumber
    else { return false }
    return !Self.opening.contains(last)
  }

  private static let opening: Set<Character> = [
    "(", "[", "{", "<", "/", "\\", "@", "#", "$", "-", "_", "“", "‘", "«", "„", "¿", "¡",
  ]
}
