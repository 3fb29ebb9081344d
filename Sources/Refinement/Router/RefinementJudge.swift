public import Transcript

/// Judges what a model wrote against what was said.
public struct RefinementJudge: Sendable {
  let verdict: @Sendable (RefinementRequest, Document) -> RefinementVerdict

  public init(_ verdict: @escaping @Sendable (RefinementRequest, Document) -> RefinementVerdict) {
    self.verdict = verdict
  }

  /// The rules of Transcript.
  public static let standard = RefinementJudge { request, document in
    RefinementCheck(
      edited: request.transcript, terms: request.context.dictionary, nearbyText: request.context.nearbyText
    ).verdict(on: document)
  }
}
