public import Transcript

/// How a refinement ended.
public enum RefinementOutcome: Hashable, Sendable {
  case refined(Document, RefinerEvidence)
  /// Edited text is to be delivered.
  case fallback(FallbackReason, RefinerEvidence)

  public var evidence: RefinerEvidence {
    switch self {
    case .refined(_, let evidence), .fallback(_, let evidence): evidence
    }
  }
}

/// What history keeps about a refinement, whichever way it ended.
public struct RefinerEvidence: Hashable, Sendable {
  /// Nil when no refiner is chosen.
  public var identity: RefinerIdentity?
  /// The SHA-256 of the model, where it was asked and has one.
  public var modelDigest: String?
  public var promptRevision: String
  /// From the request to the outcome.
  public var duration: Duration
  /// The code of the rule that the answer broke, or that of acceptance; nil where no answer was judged.
  public var verdict: String?
  /// What the model wrote, also when it was rejected; nil where no answer could be read. Private.
  public var proposal: Document?
  /// What a provider or a library said of a failure. Private: shown to the user, never logged.
  public var detail: String?

  public init(
    identity: RefinerIdentity?, modelDigest: String? = nil, promptRevision: String = Self.currentRevision,
    duration: Duration = .zero, verdict: String? = nil, proposal: Document? = nil, detail: String? = nil
  ) {
    self.identity = identity
    self.modelDigest = modelDigest
    self.promptRevision = promptRevision
    self.duration = duration
    self.verdict = verdict
    self.proposal = proposal
    self.detail = detail
  }

  /// The revision of the policy that models are given now.
  public static let currentRevision = PromptPolicy.revision
}
