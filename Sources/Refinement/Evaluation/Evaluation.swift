internal import Domain
internal import SystemCalls

/// Runs cases through a router, one after the other, as a dictation would.
public struct Evaluation: Sendable {
  private let router: RefinerRouter
  private let limit: Duration

  /// - Parameter limit: for each case, as the deadline of a dictation.
  public init(_ router: RefinerRouter, limit: Duration = RequestLimits.time) {
    self.router = router
    self.limit = limit
  }

  /// - Parameter progress: called after each case with its number, from 1, and its result.
  public func run(
    _ cases: [EvaluationCase], model: String,
    progress: (Int, EvaluationReport.Result) -> Void = { _, _ in }
  ) async -> EvaluationReport {
    var results: [EvaluationReport.Result] = []
    var digest: String?
    for item in cases {
      let outcome = await router.outcome(of: item.request, within: limit)
      digest = outcome.evidence.modelDigest ?? digest
      let result = EvaluationReport.Result(item, outcome)
      results.append(result)
      progress(results.count, result)
    }
    return EvaluationReport(
      model: model, modelDigest: digest, promptRevision: RefinerEvidence.currentRevision, results: results)
  }
}

extension RefinerRouter {
  /// `refine` for those who can wait.
  public func outcome(
    of request: RefinementRequest, within limit: Duration = RequestLimits.time
  ) async -> RefinementOutcome {
    await withCheckedContinuation { continuation in
      refine(request, deadline: MonotonicInstant.now().advanced(by: limit)) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// `shutDown` for those who can wait.
  public func shutDown() async {
    await withCheckedContinuation { continuation in shutDown { continuation.resume() } }
  }
}
