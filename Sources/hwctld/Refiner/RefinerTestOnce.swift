import CommandSyntax
import Domain
import Refinement
import Terminal
import Transcript

/// `hwctl refiner test`
enum RefinerTestOnce {
  private struct Answer: Encodable {
    var edited: String
    /// What the model wrote, accepted or not.
    var refined: String?
    /// What would be delivered.
    var delivered: String
    var verdict: String?
    /// A `FallbackReason`; nil when it was refined.
    var fallback: String?
    var explanation: String?
    var milliseconds: Int64
    var model: String
    var modelDigest: String?
    var promptRevision: String
  }

  static func run(_ invocation: Invocation) async {
    let limit = RefinerOnce.limit(invocation)
    let (refiner, model) = await RefinerOnce.readyRefiner(invocation)
    let router = RefinerRouter(refiner: refiner)
    let request = RefinementRequest(
      transcript: invocation.arguments.joined(separator: " "),
      style: invocation.values["style"].flatMap(WritingStyle.init(rawValue:)) ?? .clean)
    let outcome = await router.outcome(of: request, within: limit)
    await router.shutDown()
    let answer = answer(request, outcome, model.text)
    if invocation.flags.contains("json") { return Terminal.print(json: answer) }
    Terminal.print(text(answer))
  }

  private static func answer(
    _ request: RefinementRequest, _ outcome: RefinementOutcome, _ model: String
  ) -> Answer {
    let evidence = outcome.evidence
    var answer = Answer(
      edited: request.transcript, refined: evidence.proposal?.rendered(.structured),
      delivered: request.transcript,
      verdict: evidence.verdict, milliseconds: evidence.duration.wholeMilliseconds, model: model,
      modelDigest: evidence.modelDigest, promptRevision: evidence.promptRevision)
    switch outcome {
    case .refined(let document, _): answer.delivered = document.rendered(.structured)
    case .fallback(let reason, _):
      answer.fallback = reason.rawValue
      answer.explanation = RefinerOnce.explain(RefinerFailure(reason, detail: evidence.detail), model: model)
    }
    return answer
  }

  private static func text(_ answer: Answer) -> String {
    var text = "edited:   \(indented(answer.edited))\n"
    if let refined = answer.refined { text += "refined:  \(indented(refined))\n" }
    text += "verdict:  \(answer.verdict ?? "none: there was nothing to judge")\n"
    text += "result:   \(answer.explanation.map { "the edited text. \($0)" } ?? "the refined text")\n"
    text += "time:     \(answer.milliseconds) ms with \(answer.model)\n"
    return text
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n          ")
  }
}
