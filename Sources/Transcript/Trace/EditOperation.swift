/// What an edit did. The names stand in history, so they stay.
public enum EditOperation: String, CaseIterable, Hashable, Sendable, Codable {
  // Spoken commands
  case newLine
  case newParagraph
  /// "scratch that" and "delete that"
  case scratchThat
  case deleteLastSentence
  case startBulletList
  case startNumberedList
  case nextItem
  case bullet
  case endList
  /// The command behind it stays text.
  case literal
  /// A spoken sign ("comma").
  case punctuation

  // What a command takes with it
  /// The recogniser's punctuation beside a command.
  case absorbedPunctuation
  /// A word that begins a sentence since a command, and did not before.
  case capital
  /// A word that begins no sentence since a command, and did before.
  case smallLetter
  /// White space and control characters.
  case space

  // Dictionary
  case replacement
  case vocabulary

  /// Spoken by the user, as opposed to what follows from it.
  public var isCommand: Bool {
    switch self {
    case .newLine, .newParagraph, .scratchThat, .deleteLastSentence, .startBulletList, .startNumberedList,
      .nextItem,
      .bullet, .endList, .literal, .punctuation:
      true
    case .absorbedPunctuation, .capital, .smallLetter, .space, .replacement, .vocabulary: false
    }
  }
}
