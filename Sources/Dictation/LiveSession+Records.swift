internal import Audio
internal import Delivery
internal import Domain
internal import Models
internal import Refinement
internal import Speech
internal import Transcript
internal import VoiceHistory

extension LiveSession {
  /// The session as history keeps it.
  var sessionRecord: SessionRecord {
    let ending = machine.record.ending ?? .failed
    return SessionRecord(
      id: id, inputKind: inputKind, startedAt: startedAt, duration: AudioFormat.duration(samples: samples),
      profile: cause.profile, device: cause.device?.rawValue, control: cause.control?.rawValue,
      action: cause.action, outcome: SessionOutcome(ending),
      failureCode: machine.record.reportedFailure?.code,
      audio: audio, pinned: false, recovery: ending == .recovered ? .interrupted : nil,
      target: target?.applicationID, style: options.transcript.style.rawValue)
  }

  var detail: SessionDetail { SessionDetail(record: sessionRecord, results: resultRecords) }

  /// Raw, Edited and Delivered, each linked to the one it came from; empty when nothing was recognised.
  var resultRecords: [ResultRecord] {
    guard case .words = machine.record.recognition, let result else { return [] }
    var records = [ResultRecord(result, origin: .capture)]
    guard let transcript, let document, !transcript.edited.isEmpty else { return records }
    records.append(.edited(transcript, origin: .capture, source: 0))
    var formatted = ResultRecord.formatted(
      document, origin: .capture, source: 1, style: options.transcript.style.rawValue)
    if let refinement { formatted.note(refinement) }
    records.append(formatted)
    if let delivery {
      records.append(
        ResultRecord(
          stage: .delivered, origin: .capture, text: delivery.deliveredText(of: deliverableText),
          deliveryRoute: delivery.route.name, deliveryOutcome: delivery.outcome.name, source: 2))
    }
    return records
  }
}

extension SessionOutcome {
  init(_ ending: SessionEnding) {
    self =
      switch ending {
      case .delivered: .delivered
      case .kept: .kept
      case .noSpeech: .noSpeech
      case .cancelled: .cancelled
      case .failed: .failed
      case .recovered: .recovered
      }
  }
}
