internal import Domain

extension ArchiveSession {
  /// - Parameter withAudio: its recording goes into the archive.
  init(_ session: SessionDetail, withAudio: Bool) {
    let record = session.record
    let audio = withAudio ? record.audio : nil
    self.init(
      id: record.id.rawValue, inputKind: record.inputKind.rawValue, startedAtMilliseconds: record.startedAt,
      durationMilliseconds: record.duration.wholeMilliseconds, profile: record.profile, device: record.device,
      control: record.control, action: record.action.rawValue, outcome: record.outcome.rawValue,
      failureCode: record.failureCode, pinned: record.pinned, recovery: record.recovery?.rawValue,
      target: record.target, style: record.style, sourceSHA256: record.sourceSHA256,
      audioExpiry: record.audio == nil
        ? record.audioExpiry.map { Expiry(time: $0.time, reason: $0.reason.rawValue) } : nil,
      audio: audio.map { Audio(sha256: $0.sha256, bytes: $0.bytes, samples: $0.samples) },
      results: session.results.map(Result.init))
  }

  /// The session as history would keep it.
  ///
  /// - Throws: what it contradicts.
  func detail() throws(IsolatedSession.Contradiction) -> SessionDetail {
    guard let id = SessionID(rawValue: id) else { throw .invalidSession }
    guard let inputKind = InputKind(rawValue: inputKind) else { throw .invalidInputKind }
    guard let action = ActionKind(rawValue: action) else { throw .invalidAction }
    guard let outcome = SessionOutcome(rawValue: outcome), outcome != .failed || failureCode != nil else {
      throw .invalidOutcome
    }
    guard (0...SessionRecord.longestMilliseconds).contains(durationMilliseconds) else {
      throw .invalidDuration
    }
    guard recovery == nil || recovery.flatMap(RecoveryKind.init(rawValue:)) != nil else {
      throw .invalidRecovery
    }
    let length = Duration.milliseconds(durationMilliseconds)
    var results: [ResultRecord] = []
    for result in self.results { results.append(try result.record(at: results.count, within: length)) }
    return SessionDetail(
      record: SessionRecord(
        id: id, inputKind: inputKind, startedAt: startedAtMilliseconds, duration: length, profile: profile,
        device: device, control: control, action: action, outcome: outcome, failureCode: failureCode,
        audio: try reference(id), pinned: pinned, recovery: recovery.flatMap(RecoveryKind.init(rawValue:)),
        target: target, style: style, audioExpiry: try expiry(), sourceSHA256: sourceSHA256),
      results: results)
  }

  private func reference(_ id: SessionID) throws(IsolatedSession.Contradiction) -> AudioReference? {
    guard let audio else { return nil }
    guard audio.bytes >= 0, audio.samples >= 0, audio.sha256.utf8.count == 64 else { throw .incompleteAudio }
    return AudioReference(
      name: id.rawValue + SessionFiles.audioSuffix, sha256: audio.sha256, bytes: audio.bytes,
      samples: audio.samples)
  }

  private func expiry() throws(IsolatedSession.Contradiction) -> AudioExpiry? {
    guard let audioExpiry else { return nil }
    guard audio == nil, let reason = AudioExpiryReason(rawValue: audioExpiry.reason) else {
      throw .invalidExpiry
    }
    return AudioExpiry(time: audioExpiry.time, reason: reason)
  }

  /// All names in it, none of which may be long.
  var names: [String] {
    let own = [
      profile, device, control, failureCode, target, style, sourceSHA256, audioExpiry?.reason, audio?.sha256,
    ].compactMap { $0 }
    return own + results.flatMap(\.names)
  }

  /// All that may be as long as speech is.
  var texts: [String] {
    results.flatMap { result in
      [result.text] + [result.trace, result.document].compactMap { $0 } + (result.words ?? []).map(\.text)
    }
  }
}

extension ArchiveSession.Result {
  init(_ record: ResultRecord) {
    self.init(
      stage: record.stage.rawValue, origin: record.origin.rawValue, text: record.text, source: record.source,
      model: record.model, speechMilliseconds: record.speechMilliseconds,
      decodeMilliseconds: record.decodeMilliseconds, deliveryRoute: record.deliveryRoute,
      deliveryOutcome: record.deliveryOutcome,
      words: record.words.isEmpty
        ? nil
        : record.words.map {
          ArchiveSession.Word(
            text: $0.text, start: $0.start.wholeMilliseconds, end: $0.end.wholeMilliseconds)
        },
      trace: record.trace, document: record.document, style: record.style, refiner: record.refiner,
      promptRevision: record.promptRevision, verdict: record.verdict, fallback: record.fallback)
  }

  fileprivate var names: [String] {
    [model, deliveryRoute, deliveryOutcome, style, refiner, promptRevision, verdict, fallback].compactMap {
      $0
    }
  }

  fileprivate func record(
    at ordinal: Int, within length: Duration
  ) throws(IsolatedSession.Contradiction) -> ResultRecord {
    guard let stage = ResultStage(rawValue: stage) else { throw .invalidStage }
    guard let origin = ResultOrigin(rawValue: origin) else { throw .invalidOrigin }
    guard source.map({ (0..<ordinal).contains($0) }) ?? true else { throw .brokenSource }
    let longest = length.wholeMilliseconds
    let words = words ?? []
    guard words.allSatisfy({ 0 <= $0.start && $0.start <= $0.end && $0.end <= longest }) else {
      throw .wordsOutsideAudio
    }
    return ResultRecord(
      stage: stage.filed(origin), origin: origin, text: text, model: model,
      speechMilliseconds: speechMilliseconds,
      decodeMilliseconds: decodeMilliseconds, deliveryRoute: deliveryRoute, deliveryOutcome: deliveryOutcome,
      source: source,
      words: words.map {
        TimedWord(text: $0.text, start: .milliseconds($0.start), end: .milliseconds($0.end))
      }, trace: trace, document: document, style: style, refiner: refiner, promptRevision: promptRevision,
      verdict: verdict, fallback: fallback)
  }
}
