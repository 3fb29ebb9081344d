internal import Dispatch
public import Domain
internal import SystemCalls

/// Refinement with a deadline: what the dictation calls.
///
/// Every `refine` completes exactly once, at its deadline at the latest, whatever the provider does. All completions come on
/// one private serial queue.
public final class RefinerRouter: Sendable {
  private let runner: RouterRunner

  /// - Parameters:
  ///   - refiner: nil when none is chosen.
  ///   - judge: judges what a model wrote.
  public init(
    refiner: (any TranscriptRefining)?, policy: LocalityPolicy = LocalityPolicy(),
    judge: RefinementJudge = .standard
  ) {
    runner = RouterRunner(refiner: refiner, policy: policy, judge: judge)
  }

  /// Lets the provider verify and load its model, unless it does so already. At the begin of a dictation, so that the model
  /// loads while the user speaks.
  public func warmUp() { runner.post { $0.warmUp() } }

  /// - Parameters:
  ///   - deadline: covers everything from now on.
  ///   - completion: called exactly once.
  /// - Returns: what cancels it.
  @discardableResult
  public func refine(
    _ request: RefinementRequest, deadline: MonotonicInstant,
    completion: @escaping @Sendable (RefinementOutcome) -> Void
  ) -> RefinementTicket {
    let id = runner.nextID()
    let asked = MonotonicInstant.now()
    runner.post { $0.refine(id, request, asked: asked, deadline: deadline, completion) }
    return RefinementTicket(id: id, runner: runner)
  }

  /// Ends all refinements as `.stopped`, for good, and lets the provider give back the model.
  ///
  /// - Parameter completion: called once the provider has, or after 2 s.
  public func shutDown(completion: @escaping @Sendable () -> Void) { runner.post { $0.shutDown(completion) } }
}

/// Cancels one refinement, which then completes as `.cancelled` unless it has completed.
public struct RefinementTicket: Sendable {
  let id: UInt64
  let runner: RouterRunner

  public func cancel() { runner.post { [id] in $0.cancel(id) } }
}
