/// What was decided about the text of a refiner.
public enum RefinementVerdict: Hashable, Sendable {
  case accepted
  case rejected(RefinementFlaw)

  /// Kept in history: "accepted", or the flaw's code.
  public var code: String {
    switch self {
    case .accepted: "accepted"
    case .rejected(let flaw): flaw.code.rawValue
    }
  }
}

/// Why a refined text is not delivered.
public struct RefinementFlaw: Error, Hashable, Sendable {
  /// The names stand in history and in reports, so they stay.
  public enum Code: String, CaseIterable, Hashable, Sendable, Codable {
    case empty
    case controlCharacter
    case tooLong
    /// It replies to the text, or speaks of the task.
    case answer
    case lostNumber
    case newNumber
    case lostURL
    case lostEmailAddress
    case lostPath
    case lostCode
    case lostQuotation
    case lostTerm
    /// "not" and "never" are there in one text only.
    case changedNegation
    /// It holds words of the text around the caret.
    case copiedContext
    case additive
    case destructive
  }

  public var code: Code
  /// What it was seen by: words of the user. Not for logs.
  public var detail: String

  public init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// One line, without words of the user.
  public var message: String {
    switch code {
    case .empty: "the refined text is empty"
    case .controlCharacter: "the refined text holds a control character"
    case .tooLong: "the refined text is too long for what was said"
    case .answer: "the refiner answered the text in place of editing it"
    case .lostNumber: "a number is missing in the refined text"
    case .newNumber: "the refined text holds a number that was not said"
    case .lostURL: "a web address is missing in the refined text"
    case .lostEmailAddress: "an e-mail address is missing in the refined text"
    case .lostPath: "a path is missing in the refined text"
    case .lostCode: "a name of code is missing in the refined text"
    case .lostQuotation: "a quotation is missing in the refined text"
    case .lostTerm: "a term of the dictionary is missing in the refined text"
    case .changedNegation: "a 'not' came or went in the refined text"
    case .copiedContext: "the refined text holds words from around the caret that were not said"
    case .additive: "the refined text holds too much that was not said"
    case .destructive: "too much of what was said is missing in the refined text"
    }
  }
}
