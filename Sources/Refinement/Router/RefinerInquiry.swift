internal import Domain
internal import Transcript

/// How a call ended.
enum CallAnswer: Sendable {
  /// A preparation.
  case done
  case judged(RefinerReply, Document, RefinementVerdict)
  case failure(RefinerFailure)

  func outcome(_ identity: RefinerIdentity?, duration: Duration) -> RefinementOutcome {
    var evidence = RefinerEvidence(identity: identity, duration: duration)
    switch self {
    case .judged(let reply, let document, let verdict):
      evidence.modelDigest = reply.modelDigest
      evidence.proposal = document
      evidence.verdict = verdict.code
      guard case .rejected(let flaw) = verdict else { return .refined(document, evidence) }
      evidence.detail = flaw.message
      return .fallback(.rejected, evidence)
    case .failure(let failure):
      evidence.detail = failure.detail
      return .fallback(failure.reason, evidence)
    case .done: preconditionFailure("a preparation has no outcome")
    }
  }
}

/// One question to a provider and the judgement of its answer; runs where the call runs.
struct RefinerInquiry: Sendable {
  let refiner: any TranscriptRefining
  let judge: RefinementJudge

  func answer(_ request: RefinementRequest, _ deadline: MonotonicInstant) async -> CallAnswer {
    let declared = refiner.identity
    do throws(RefinerFailure) {
      let reply = try await refiner.refine(request, deadline: deadline)
      guard reply.identity == declared else {
        throw RefinerFailure(.wrongIdentity, detail: reply.identity.model)
      }
      let document = Document(reply.blocks)
      return .judged(reply, document, judge.verdict(request, document))
    } catch {
      return .failure(error)
    }
  }
}
