public import Domain

/// A provider that turns Edited text into typed blocks.
///
/// Nothing is trusted: the router checks who answers, what comes back and how long it takes, and goes on without a provider
/// that ignores the cancellation of its task. Each call runs on an executor of its own, so that a provider that blocks
/// holds up nobody else.
public protocol TranscriptRefining: Sendable {
  /// Declared beforehand; the router asks for it before each call, and calls nothing that the policy does not admit.
  var identity: RefinerIdentity { get }

  /// Looks whether `refine` could work now. Changes nothing.
  func readiness() async -> RefinerReadiness

  /// Makes the next `refine` quick: verifies what will answer, and loads the model.
  func prepare() async throws(RefinerFailure)

  /// - Throws: when there is no answer that could be read; never for what the answer says.
  func refine(_ request: RefinementRequest, deadline: MonotonicInstant) async throws(RefinerFailure)
    -> RefinerReply

  /// Gives back what `prepare` and `refine` took, and nothing that somebody else had taken before.
  func release() async
}

/// Whether a provider could refine now.
public enum RefinerReadiness: Hashable, Sendable {
  /// - Parameter isLoaded: the first answer does not have to wait for the model to be loaded.
  case ready(isLoaded: Bool)
  case notReady(RefinerFailure)
}

/// Why a provider has no answer.
public struct RefinerFailure: Error, Hashable, Sendable {
  public var reason: FallbackReason
  /// What the provider or a library said. Private: shown to the user, never logged.
  public var detail: String?

  public init(_ reason: FallbackReason, detail: String? = nil) {
    self.reason = reason
    self.detail = detail
  }
}

/// What a provider answered, unchecked.
public struct RefinerReply: Hashable, Sendable {
  /// Who answered, by its own account.
  public var identity: RefinerIdentity
  public var blocks: [RefinedBlock]
  /// The SHA-256 of the model that was verified before the call, in hexadecimal; nil where a provider has none.
  public var modelDigest: String?

  public init(identity: RefinerIdentity, blocks: [RefinedBlock], modelDigest: String? = nil) {
    self.identity = identity
    self.blocks = blocks
    self.modelDigest = modelDigest
  }
}
