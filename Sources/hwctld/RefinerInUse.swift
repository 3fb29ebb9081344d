import Dictation
import Domain
import Profiles
import Refinement
import Synchronization

/// The refiner that the preferences name; another one from the next dictation on.
final class RefinerInUse: TextRefining {
  private struct Choice {
    var model: String?
    var router: RefinerRouter
  }

  private let choice: Mutex<Choice>

  init(_ preferences: Preferences) {
    choice = Mutex(Choice(model: preferences.refiner.model, router: preferences.refinerRouter))
  }

  /// Nil where none is chosen.
  var model: String? { choice.withLock { $0.model } }

  private var router: RefinerRouter { choice.withLock { $0.router } }

  /// What is with the model before is delivered as it was said.
  func adopt(_ preferences: Preferences) {
    let replaced = choice.withLock { choice -> RefinerRouter? in
      guard choice.model != preferences.refiner.model else { return nil }
      defer { choice = Choice(model: preferences.refiner.model, router: preferences.refinerRouter) }
      return choice.router
    }
    replaced?.shutDown {}
  }

  func warmUp() { router.warmUp() }

  func beginRefinement(
    _ request: RefinementRequest, deadline: MonotonicInstant,
    completion: @escaping @Sendable (RefinementOutcome) -> Void
  ) -> any RefinementControlling {
    router.refine(request, deadline: deadline, completion: completion)
  }

  /// A model that was loaded for us need not stay in memory.
  func shutDown() async {
    await withCheckedContinuation { done in router.shutDown { done.resume() } }
  }
}
