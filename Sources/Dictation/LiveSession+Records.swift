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

  /// Raw, Edited and Delivered, each linked to the one it came from; empty when nothing was recognised.
  var resultRecords: [ResultRecord] {
    guard case .words(let words) = machine.record.recognition, let result else { return [] }
    var records = [
      ResultRecord(
        stage: .raw, origin: .capture, text: words.raw, model: result.model.description,
        speechMilliseconds: Int(result.speechDuration.wholeMilliseconds),
        decodeMilliseconds: Int(result.decodeDuration.wholeMilliseconds), words: result.words)
    ]
    guard !words.edited.isEmpty, let transcript else { return records }
    records.append(
      ResultRecord(
        stage: .edited, origin: .capture, text: words.edited, source: 0,
        trace: EvidenceJSON.text(transcript.trace)))
    records.append(formattedRecord)
    if let delivery {
      records.append(
        ResultRecord(
          stage: .delivered, origin: .capture, text: delivery.deliveredText(of: deliverableText),
          deliveryRoute: delivery.route.name, deliveryOutcome: delivery.outcome.name, source: 2))
    }
    return records
  }
}

extension LiveSession {
  private var formattedRecord: ResultRecord {
    let evidence = refinement?.evidence
    return ResultRecord(
      stage: .formatted, origin: .capture, text: document?.rendered(.structured) ?? "", source: 1,
      document: document.flatMap(EvidenceJSON.text), style: options.transcript.style.rawValue,
      refiner: evidence?.identity.map { "\($0.provider) \($0.model)" },
      promptRevision: evidence?.promptRevision,
      verdict: evidence?.verdict, fallback: refinement?.fallback?.rawValue)
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
