public import Domain

/// A text to be refined, and what is right of what may come out.
///
/// A result passes when it is one of `accepts`, or when it keeps all the rules there are. Most cases have both: the rules let
/// pass what nobody thought of and what is right all the same.
public struct EvaluationCase: Hashable, Sendable, Decodable {
  /// What it is about: "prose", "question".
  public var `class`: String
  /// Unique in its file.
  public var name: String
  /// The Edited text.
  public var text: String
  /// Whole results, in the structured form.
  public var accepts: [String]?
  /// Parts that must be there, case and all.
  public var contains: [String]?
  /// Words, or words in a row, that must not be there, whatever their case. Parts of longer words do not count.
  public var lacks: [String]?

  public var style: WritingStyle?
  public var casing: RefinementRequest.Casing?
  public var lists: RefinementRequest.ListIntent?
  public var locale: String?
  public var application: String?
  public var isMultiline: Bool?
  public var nearbyText: String?
  public var dictionary: [String]?

  public var request: RefinementRequest {
    RefinementRequest(
      transcript: text, style: style ?? .clean, casing: casing ?? .sentence, lists: lists ?? .automatic,
      context: RefinementContext(
        locale: locale, application: application, isMultiline: isMultiline, nearbyText: nearbyText,
        dictionary: dictionary ?? []))
  }

  /// Whether a result is right.
  public func passes(_ result: String) -> Bool {
    if accepts?.contains(result) == true { return true }
    guard contains != nil || lacks != nil, !result.isEmpty else { return false }
    let lower = result.lowercased()
    return (contains ?? []).allSatisfy { result.contains($0) }
      && !(lacks ?? []).contains { lower.containsWords($0.lowercased()) }
  }
}

extension String {
  /// Whether it has the words, with no letter or digit just before or behind.
  fileprivate func containsWords(_ words: String) -> Bool {
    ranges(of: words).contains { range in
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let after = range.upperBound < endIndex ? self[range.upperBound] : " "
      return [before, after].allSatisfy { !$0.isLetter && !$0.isNumber }
    }
  }
}
