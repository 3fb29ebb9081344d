// What several states do: how a session stops, settles and ends.

extension SessionMachine {
  /// Cancel or interruption while the microphone is open (timelines 8 and 9).
  mutating func stopEarly(_ ending: SessionEnding) -> [SessionEffect] {
    record.ending = ending
    record.recognition = .dropped
    guard heardSamples else {
      state = .ended
      return [.cancelCapture, .cancelRecognition, .discardAudio, .end]
    }
    state = .draining
    return [.finishCapture, .cancelRecognition]
  }

  /// The recording is too long, or nothing more may be kept (timeline 11).
  mutating func stopAtLimit(_ failure: SessionFailure) -> [SessionEffect] {
    keep(failure)
    state = .draining
    return [.finishCapture]
  }

  /// The words go to history only.
  mutating func keep(_ failure: SessionFailure) {
    guard record.ending == nil else { return }
    record.ending = .kept
    record.failure = failure
  }

  /// The microphone failed by itself (timelines 4 and 5).
  mutating func captureBroke(_ failure: SessionFailure) -> [SessionEffect] {
    record.ending = record.ending ?? .failed
    record.failure = record.failure ?? failure
    guard heardSamples else { return endUnheard() }
    state = .settling
    return finishRecognition() + saveAudio() + settle()
  }

  /// All samples up to the release are here (timelines 1 and 2).
  mutating func captureDone() -> [SessionEffect] {
    guard heardSamples else {
      record.ending = record.ending ?? .noSpeech
      return endUnheard()
    }
    state = .settling
    return finishRecognition() + saveAudio() + settle()
  }

  /// Nothing was heard, so no words are awaited: a session that still seemed to wait would keep the recogniser from the
  /// next one, which may have begun already.
  mutating func endUnheard() -> [SessionEffect] {
    record.recognition = .dropped
    if record.ending == .kept { record.ending = .noSpeech }
    state = .ended
    return [.cancelRecognition, .discardAudio, .end]
  }

  private func finishRecognition() -> [SessionEffect] {
    record.recognition == .pending ? [.finishRecognition] : []
  }

  private func saveAudio() -> [SessionEffect] { record.audio == .pending ? [.saveAudio] : [] }

  /// Goes on once the audio, the words and the target are settled: audio is on disk before words leave, and nothing is
  /// stored of what may have been said into a password field.
  mutating func settle() -> [SessionEffect] {
    guard record.audio != .pending, record.recognition != .pending, record.target == .captured else {
      return []
    }
    if record.ending == nil, case .words(let words) = record.recognition {
      if !words.edited.isEmpty {
        state = refines ? .refining : .delivering
        return refines ? [.refine] : [.deliver]
      }
      record.ending = .noSpeech
    }
    if record.ending == .kept, case .words(let words) = record.recognition, words.edited.isEmpty {
      record.ending = .noSpeech
    }
    state = .storing
    return [.store]
  }

  mutating func note(target fact: SessionFact) -> [SessionEffect] {
    record.target = .captured
    if case .targetUnfit(let failure) = fact { keep(failure) }
    return []
  }

  /// Nothing of it stays (timeline 15).
  mutating func refuse(_ failure: SessionFailure) -> [SessionEffect] {
    record.ending = .failed
    record.failure = failure
    record.recognition = .dropped
    state = .ended
    return [.cancelCapture, .cancelRecognition, .discardAudio, .end]
  }

  mutating func note(audioLost failure: SessionFailure) -> [SessionEffect] {
    record.audio = .lost(failure)
    return []
  }

  mutating func note(recognitionFailed failure: SessionFailure) -> [SessionEffect] {
    record.recognition = .failed(failure)
    // Of a recording that a limit has ended, the missing words are the worse news.
    if record.ending == nil || record.ending == .kept {
      record.ending = .failed
      record.failure = failure
    }
    return []
  }

  mutating func finish() -> [SessionEffect] {
    state = .ended
    return [.end]
  }
}
