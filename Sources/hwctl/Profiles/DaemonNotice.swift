import ControlProtocol
import Terminal

/// Tells a running daemon that the profiles have changed, and says what it answered.
enum DaemonNotice {
  /// What became of a change, for `--json`.
  private struct Answer: Encodable {
    let changed: String
    let profile: String
    /// "adopted", "refused", "notRunning"
    let daemon: String
    let problem: String?
  }

  /// - Parameters:
  ///   - done: what was changed, as a sentence.
  ///   - profile: the id of the profile concerned.
  static func send(_ done: String, profile: String, json: Bool) {
    let answer = ask()
    if json {
      Terminal.print(
        json: Answer(changed: done, profile: profile, daemon: answer.word, problem: answer.problem))
    } else {
      Terminal.print("\(done) \(answer.sentence)\n")
    }
    fail(answer)
  }

  /// `hwctl profiles reload`
  static func reload() {
    let answer = ask()
    if case .notRunning = answer { _ = ControlClient.connect() }
    Terminal.print(answer.sentence + "\n")
    fail(answer)
  }

  private enum Outcome {
    case adopted
    case refused(String)
    case notRunning

    var word: String {
      switch self {
      case .adopted: "adopted"
      case .refused: "refused"
      case .notRunning: "notRunning"
      }
    }

    var problem: String? {
      if case .refused(let message) = self { message } else { nil }
    }

    var sentence: String {
      switch self {
      case .adopted: "hwctld has read the profiles."
      case .refused: "hwctld did not take it and goes on with what it had."
      case .notRunning: "(hwctld is not running.)"
      }
    }
  }

  private static func ask() -> Outcome {
    guard var client = ControlClient.connectIfRunning() else { return .notRunning }
    let reply = client.answer(to: ControlRequest(.reloadProfiles))
    return reply.error.map { .refused($0.message) } ?? .adopted
  }

  private static func fail(_ outcome: Outcome) {
    if case .refused(let message) = outcome { Terminal.fail(.failed, message) }
  }
}
