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
///    13  refined: settling -> refining -(refined, or not in time)-> delivering: whatever the refiner does, one delivery.
///        Let go of while refining: -> storing -> ended kept
///    14  the target is captured while the microphone opens; the words wait for it in settling. One that does not take text:
///        recognised and kept, as 12
///    15  the target is a password field: what is said there is not for any file -> the audio is discarded, ended failed
///
/// Unhandled on purpose: words spoken after release (the drain covers what the sound server still holds).
struct SessionMachine: Sendable {
  var state: SessionState = .opening
  var record = SessionEvidence()
  var heardSamples = false
  let refines: Bool

  /// - Parameters:
  ///   - refines: the text passes through the refiner.
  ///   - capturesTarget: false for sinks, which are always there.
  init(refines: Bool = false, capturesTarget: Bool = false) {
    self.refines = refines
    if !capturesTarget { record.target = .captured }
  }

  /// The effects with which a session starts.
  var openingEffects: [SessionEffect] {
    [.openMicrophone, .startRecognition] + (record.target == .pending ? [.captureTarget] : [])
      + (refines ? [.warmUpRefiner] : [])
  }

  mutating func handle(_ fact: SessionFact) -> [SessionEffect] {
    switch state {
    case .opening, .listening: whileCapturing(fact)
    case .draining: whileDraining(fact)
    case .settling: whileSettling(fact)
    case .refining: whileRefining(fact)
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
    case .targetCaptured, .targetUnfit: return note(target: fact)
    case .targetSecure(let failure): return refuse(failure)
    case .recognised, .audioSaved, .refined, .delivered, .stored, .storeFailed: return []
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
    case .targetCaptured, .targetUnfit: return note(target: fact)
    case .targetSecure(let failure): return refuse(failure)
    case .interrupted, .released, .cancelled, .limitReached, .recognised, .audioSaved, .refined, .delivered,
      .stored, .storeFailed:
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
    case .targetCaptured, .targetUnfit: _ = note(target: fact)
    case .targetSecure(let failure): return refuse(failure)
    case .interrupted, .limitReached, .firstFrameArrived, .released, .cancelled, .captureFinished,
      .captureFailed, .refined, .delivered, .stored, .storeFailed:
      return []
    }
    return settle()
  }

  private mutating func whileRefining(_ fact: SessionFact) -> [SessionEffect] {
    switch fact {
    case .refined:
      state = .delivering
      return [.deliver]
    case .letGo(let failure):
      keep(failure)
      state = .storing
      return [.cancelRefinement, .store]
    case .audioLost(let failure): return note(audioLost: failure)
    case .firstFrameArrived, .released, .cancelled, .interrupted, .limitReached, .captureFinished,
      .captureFailed, .audioSaved, .recognised, .recognitionFailed, .targetCaptured, .targetUnfit,
      .targetSecure, .delivered, .stored, .storeFailed:
      return []
    }
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
      .captureFailed, .audioSaved, .recognised, .recognitionFailed, .targetCaptured, .targetUnfit,
      .targetSecure, .refined, .stored, .storeFailed:
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
      .captureFailed, .audioSaved, .audioLost, .recognised, .recognitionFailed, .targetCaptured,
      .targetUnfit, .targetSecure, .refined, .delivered:
      return []
    }
  }
}
