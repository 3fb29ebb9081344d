internal import Audio
internal import Delivery
internal import Refinement
internal import Speech
internal import VoiceHistory

// Each edge's typed error as a stable code and words for a person.

extension SessionFailure {
  init(_ error: AudioError) {
    self.init(code: "microphone.\(error.code.rawValue)", message: error.message)
  }

  init(_ error: AudioFileError) {
    self.init(code: "audio.\(error.code.rawValue)", message: error.message)
  }

  init(_ error: SpeechError) {
    self.init(code: "speech.\(error.code.rawValue)", message: error.message)
  }

  init(_ error: HistoryError) {
    self.init(code: "history.\(error.code.rawValue)", message: error.message)
  }

  init(_ reason: FallbackReason, _ evidence: RefinerEvidence) {
    self.init(
      code: "refiner.\(reason.rawValue)", message: reason.message(model: evidence.identity?.model ?? "none"))
  }

  init(_ refusal: TargetRefusal) {
    self.init(code: "target.\(refusal.problem.rawValue)", message: refusal.message)
  }

  /// Nil when every character reached the target.
  init?(_ report: DeliveryReport) {
    switch report.outcome {
    case .typed, .inserted, .pasted, .written: return nil
    case .kept(let reason): self.init(code: "delivery.\(reason.code)", message: reason.message)
    case .partial(_, let reason): self.init(code: "delivery.\(reason.code)", message: reason.message)
    }
  }
}
