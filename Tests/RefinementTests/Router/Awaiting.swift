import Domain
import Glibc
import Refinement
import SystemCalls
import Transcript

/// A short wait of the calling thread, for polling what has no event.
func pause() { usleep(1_000) }

/// Polls until it holds, for at most 5 s.
func eventually(_ condition: () -> Bool) async -> Bool {
  let deadline = MonotonicInstant.now().advanced(by: .seconds(5))
  while !condition() {
    if MonotonicInstant.now() > deadline { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}

extension RefinerRouter {
  /// The outcome, and how long it took until it was handed over: when the task that waits for it goes on is up to the machine.
  func outcome(
    of text: String, context: RefinementContext = RefinementContext(), within limit: Duration = .seconds(3)
  ) async -> (outcome: RefinementOutcome, time: Duration) {
    let start = MonotonicInstant.now()
    return await withCheckedContinuation { continuation in
      refine(
        RefinementRequest(transcript: text, context: context), deadline: start.advanced(by: limit)
      ) { continuation.resume(returning: ($0, start.duration(to: .now()))) }
    }
  }
}

extension RefinementOutcome {
  /// Nil when it was refined.
  var reason: FallbackReason? {
    if case .fallback(let reason, _) = self { reason } else { nil }
  }

  var text: String? {
    if case .refined(let document, _) = self { document.rendered(.structured) } else { nil }
  }
}
