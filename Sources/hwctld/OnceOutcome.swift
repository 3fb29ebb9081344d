import Dictation
import Dispatch
import Domain
import Glibc
import Synchronization
import Terminal

/// What a one-shot session has come to, gathered from its reports.
final class OnceOutcome: Sendable {
  private struct State {
    var text: String?
    var session: SessionID?
    var ending: SessionEnding?
    var failure: SessionFailure?
  }

  private let state = Mutex(State())
  private let heard = DispatchSemaphore(value: 0)
  private let stopped = DispatchSemaphore(value: 0)

  func note(_ report: SessionReport) {
    switch report.step {
    case .firstFrame: heard.signal()
    case .delivered(let text, _, _): state.withLock { $0.text = text }
    case .failed: stopListening()
    case .ended(let ending, let failure):
      state.withLock {
        $0.session = report.session
        $0.ending = ending
        $0.failure = failure
      }
      heard.signal()
      stopListening()
    case .begun, .microphoneOpened, .released, .audioSaved, .provisional, .recognised, .refining, .refined,
      .delivering, .stored:
      break
    }
  }

  func waitUntilHeard() { heard.wait() }

  func stopListening() { stopped.signal() }

  func waitUntilStopped(limit: Duration?) {
    guard let limit else { return stopped.wait() }
    _ = stopped.wait(timeout: .now() + .nanoseconds(Int(limit.wholeNanoseconds)))
  }

  /// Ends the program: 0 with text, 1 without.
  func conclude(json: Bool) -> Never {
    let state = state.withLock { $0 }
    if json {
      Terminal.print(
        json: OnceAnswer(
          session: state.session?.rawValue, outcome: state.ending?.rawValue, text: state.text,
          failure: state.failure?.message))
    }
    if let failure = state.failure { Terminal.complain(failure.message) }
    switch state.ending {
    case .delivered: exit(0)
    case .noSpeech: Terminal.fail(.failed, "no speech was heard.")
    case .kept, .cancelled, .failed, .recovered, nil: exit(1)
    }
  }
}

private struct OnceAnswer: Encodable {
  let session, outcome, text, failure: String?
}
