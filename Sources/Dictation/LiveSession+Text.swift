internal import Delivery
internal import Refinement
internal import Speech
internal import Transcript

// What a session delivers.

extension LiveSession {
  /// As chosen, for the language of the words.
  var transcriptOptions: TranscriptOptions { options.transcript.heard(in: result?.language) }

  /// What the refiner made, else what was said, in the form that the target takes; empty before anything was recognised.
  var deliverableText: String {
    DeliverableText.joined(document?.rendered(form) ?? "", behind: target?.nearbyText)
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
}

/// A text as it is brought to a target.
enum DeliverableText {
  /// Without what a terminal or another program could take for a command: of control characters line breaks and tabs alone
  /// are left, as in what is dictated (`Document`).
  static func withoutControls(_ text: String) -> String {
    let kept = text.unicodeScalars.filter {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
    }
    return String(String.UnicodeScalarView(kept))
  }

  /// With a space in front where the caret stands behind a word.
  static func joined(_ text: String, behind before: String?) -> String {
    needsSpace(between: before ?? "", and: text) ? " " + text : text
  }

  /// Between what stands before the caret and what comes, unless either side is a space, or an opening bracket or quotation
  /// mark stands there, or punctuation follows.
  private static func needsSpace(between before: String, and text: String) -> Bool {
    guard let last = before.last, let first = text.first, !last.isWhitespace, first.isLetter || first.isNumber
    else { return false }
    return !opening.contains(last)
  }

  private static let opening: Set<Character> = [
    "(", "[", "{", "<", "/", "\\", "@", "#", "$", "-", "_", "“", "‘", "«", "„", "¿", "¡",
  ]
}
