/// One dictation session, from press to history, as a pure machine.
///
///     1  the usual course
///        begun -> opening -(first frame)-> listening -(released)-> draining -(capture ended)-> settling
///        -(audio saved + recognised)-> delivering -(delivered)-> storing -(stored)-> ended delivered
///     2  released before the first frame: draining takes what still comes; no samples at all -> ended noSpeech
///     3  no speech, or nothing left of it after editing: settling -> storing -> ended noSpeech
///     4  the microphone fails while listening: what was said is saved and recognised, never delivered
///        -> storing -> ended failed; the words are in history
///     5  the microphone never opens: nothing was said -> ended failed, nothing stored
///     6  the recogniser fails: the audio is saved -> storing -> ended failed
///     7  the audio file fails (disk full): the words still go to the target and to history -> ended delivered,
///        with the failure recorded
///     8  cancelled before release: the recogniser is dropped; draining takes what the sound server still holds, the
///        audio is kept -> storing -> ended cancelled. Before the first frame: nothing was said, ended at once.
///        Cancelled later: too late, the words may be in the target already; ignored
///     9  interrupted (the daemon stops): drained as in 8, audio saved, not recognised -> storing -> ended recovered
///    10  history fails: the text was delivered all the same -> ended as decided, with the failure reported
///    11  the recording meets a limit: listening -> draining -> settling, saved and recognised, never delivered: hours
///        after the last thought of it nobody knows what has the focus -> storing -> ended kept
///    12  everything is let go of (locked, asleep, panic) while listening: as 11. While draining or settling: recognised
///        and kept. While delivering: the rest is not typed -> storing -> ended kept. Before the first frame: as 8
///
/// Unhandled on purpose: words spoken after release (the drain covers what the sound server still holds).
struct SessionMachine: Sendable {
  private(set) var state: SessionState = .opening
  private(set) var record = SessionEvidence()
  private var heardSamples = false

  /// The effects with which a session starts.
  static let openingEffects: [SessionEffect] = [.openMicrophone, .startRecognition]

  mutating func handle(_ fact: SessionFact) -> [SessionEffect] {
    switch state {
    case .opening, .listening: whileCapturing(fact)
    case .draining: whileDraining(fact)
    case .settling: whileSettling(fact)
    case .delivering: whileDelivering(fact)
    case .storing: whileStoring(fact)
    case .ended: []
    }
  }

  private mutating func whileCapturing(_ fact: SessionFact) -> [SessionEffect] {
    switch fact {
    case .firstFrameArrived:
      state = .listening
      heardSamples = true
      return []
    case .released:
      state = .draining
      return [.finishCapture]
    case .cancelled: return stopEarly(.cancelled)
    case .interrupted: return stopEarly(.recovered)
    case .limitReached(let failure): return stopAtLimit(failure)
    case .letGo(let failure): return heardSamples ? stopAtLimit(failure) : stopEarly(.cancelled)
    case .captureFailed(let failure): return captureBroke(failure)
    case .captureFinished: return captureDone()
    case .audioLost(let failure): return note(audioLost: failure)
    case .recognitionFailed(let failure): return note(recognitionFailed: failure)
    case .recognised, .audioSaved, .delivered, .stored, .storeFailed: return []
    }
  }

  private mutating func whileDraining(_ fact: SessionFact) -> [SessionEffect] {
    switch fact {
    case .firstFrameArrived:
      heardSamples = true
      return []
    case .captureFinished: return captureDone()
    case .captureFailed(let failure): return captureBroke(failure)
    case .interrupted where record.recognition == .pending:
      record.recognition = .dropped
      record.ending = .recovered
      return [.cancelRecognition]
    case .letGo(let failure):
      keep(failure)
      return []
    case .audioLost(let failure): return note(audioLost: failure)
    case .recognitionFailed(let failure): return note(recognitionFailed: failure)
    case .interrupted, .released, .cancelled, .limitReached, .recognised, .audioSaved, .delivered, .stored,
      .storeFailed:
      return []
    }
  }

  private mutating func whileSettling(_ fact: SessionFact) -> [SessionEffect] {
    switch fact {
    case .audioSaved: record.audio = .saved
    case .audioLost(let failure): _ = note(audioLost: failure)
    case .recognised(let words): record.recognition = .words(words)
    case .recognitionFailed(let failure): _ = note(recognitionFailed: failure)
    case .interrupted where record.recognition == .pending:
      record.recognition = .dropped
      record.ending = .recovered
      return [.cancelRecognition] + settle()
    case .letGo(let failure): keep(failure)
    case .interrupted, .limitReached, .firstFrameArrived, .released, .cancelled, .captureFinished,
      .captureFailed, .delivered,
      .stored, .storeFailed:
      return []
    }
    return settle()
  }

  private mutating func whileDelivering(_ fact: SessionFact) -> [SessionEffect] {
    switch fact {
    case .delivered(let failure):
      record.ending = failure == nil ? .delivered : .kept
      record.failure = failure ?? record.failure
      state = .storing
      return [.store]
    case .letGo: return [.cancelDelivery]
    case .audioLost(let failure): return note(audioLost: failure)
    case .firstFrameArrived, .released, .cancelled, .interrupted, .limitReached, .captureFinished,
      .captureFailed, .audioSaved,
      .recognised, .recognitionFailed, .stored, .storeFailed:
      return []
    }
  }

  private mutating func whileStoring(_ fact: SessionFact) -> [SessionEffect] {
    switch fact {
    case .stored: return finish()
    case .storeFailed(let failure):
      record.storeFailure = failure
      return finish()
    case .firstFrameArrived, .released, .cancelled, .interrupted, .limitReached, .letGo, .captureFinished,
      .captureFailed, .audioSaved,
      .audioLost, .recognised, .recognitionFailed, .delivered:
      return []
    }
  }

  /// Cancel or interruption while the microphone is open (timelines 8 and 9).
  private mutating func stopEarly(_ ending: SessionEnding) -> [SessionEffect] {
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
  private mutating func stopAtLimit(_ failure: SessionFailure) -> [SessionEffect] {
    keep(failure)
    state = .draining
    return [.finishCapture]
  }

  /// The words go to history only.
  private mutating func keep(_ failure: SessionFailure) {
    guard record.ending == nil else { return }
    record.ending = .kept
    record.failure = failure
  }

  /// The microphone failed by itself (timelines 4 and 5).
  private mutating func captureBroke(_ failure: SessionFailure) -> [SessionEffect] {
    record.ending = record.ending ?? .failed
    record.failure = record.failure ?? failure
    guard heardSamples else { return endUnheard() }
    state = .settling
    return finishRecognition() + saveAudio() + settle()
  }

  /// All samples up to the release are here (timelines 1 and 2).
  private mutating func captureDone() -> [SessionEffect] {
    guard heardSamples else {
      record.ending = record.ending ?? .noSpeech
      return endUnheard()
    }
    state = .settling
    return finishRecognition() + saveAudio() + settle()
  }

  /// Nothing was heard, so no words are awaited: a session that still seemed to wait would keep the recogniser from the
  /// next one, which may have begun already.
  private mutating func endUnheard() -> [SessionEffect] {
    record.recognition = .dropped
    if record.ending == .kept { record.ending = .noSpeech }
    state = .ended
    return [.cancelRecognition, .discardAudio, .end]
  }

  private func finishRecognition() -> [SessionEffect] {
    record.recognition == .pending ? [.finishRecognition] : []
  }

  private func saveAudio() -> [SessionEffect] { record.audio == .pending ? [.saveAudio] : [] }

  /// Goes on once both the audio and the words are settled: audio is on disk before words leave.
  private mutating func settle() -> [SessionEffect] {
    guard record.audio != .pending, record.recognition != .pending else { return [] }
    if record.ending == nil, case .words(let words) = record.recognition {
      if !words.edited.isEmpty {
        state = .delivering
        return [.deliver(words.edited)]
      }
      record.ending = .noSpeech
    }
    if record.ending == .kept, case .words(let words) = record.recognition, words.edited.isEmpty {
      record.ending = .noSpeech
    }
    state = .storing
    return [.store]
  }

  private mutating func note(audioLost failure: SessionFailure) -> [SessionEffect] {
    record.audio = .lost(failure)
    return []
  }

  private mutating func note(recognitionFailed failure: SessionFailure) -> [SessionEffect] {
    record.recognition = .failed(failure)
    // Of a recording that a limit has ended, the missing words are the worse news.
    if record.ending == nil || record.ending == .kept {
      record.ending = .failed
      record.failure = failure
    }
    return []
  }

  private mutating func finish() -> [SessionEffect] {
    state = .ended
    return [.end]
  }
}
