import Domain
import Refinement
import Synchronization

/// A provider that does what a test says.
final class ScriptedRefiner: TranscriptRefining {
  enum Behaviour: Sendable {
    case answers(String)
    case fails(FallbackReason)
    /// Waits for `letGo` and takes no notice of cancellation.
    case ignoresCancellation
    /// The same, by blocking its thread.
    case blocks
    case answersAs(RefinerIdentity)
  }

  struct Counts: Equatable {
    var prepared = 0
    var refined = 0
    var released = 0
    var ended = 0
  }

  static let local = RefinerIdentity(provider: "scripted", model: "one", locality: .inProcess)

  let identity: RefinerIdentity
  private let behaviour: Behaviour
  private let counted = Mutex(Counts())
  private let waiting = Mutex<(isOpen: Bool, continuations: [CheckedContinuation<Void, Never>])>((false, []))

  init(_ behaviour: Behaviour, identity: RefinerIdentity = local) {
    self.behaviour = behaviour
    self.identity = identity
  }

  var counts: Counts { counted.withLock { $0 } }

  /// Lets every call that waits go on, now and later.
  func letGo() {
    let continuations = waiting.withLock { waiting in
      waiting.isOpen = true
      defer { waiting.continuations = [] }
      return waiting.continuations
    }
    for continuation in continuations { continuation.resume() }
  }

  func readiness() async -> RefinerReadiness { .ready(isLoaded: true) }

  func prepare() async throws(RefinerFailure) { counted.withLock { $0.prepared += 1 } }

  func refine(
    _ request: RefinementRequest, deadline: MonotonicInstant
  ) async throws(RefinerFailure) -> RefinerReply {
    counted.withLock { $0.refined += 1 }
    defer { counted.withLock { $0.ended += 1 } }
    switch behaviour {
    case .answers(let text): return reply(text)
    case .fails(let reason): throw RefinerFailure(reason)
    case .answersAs(let other):
      return RefinerReply(identity: other, blocks: [RefinedBlock(.paragraph, "Hello.")])
    case .ignoresCancellation:
      await withCheckedContinuation { continuation in
        let isOpen = waiting.withLock { waiting in
          if !waiting.isOpen { waiting.continuations.append(continuation) }
          return waiting.isOpen
        }
        if isOpen { continuation.resume() }
      }
      return reply(request.transcript)
    case .blocks:
      while !waiting.withLock({ $0.isOpen }) { pause() }
      return reply(request.transcript)
    }
  }

  func release() async { counted.withLock { $0.released += 1 } }

  private func reply(_ text: String) -> RefinerReply {
    RefinerReply(identity: identity, blocks: [RefinedBlock(.paragraph, text)])
  }
}
