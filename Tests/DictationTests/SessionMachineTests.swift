import Testing

@testable import Dictation

private let broken = SessionFailure(code: "x.broken", message: "broken")
private let hello = RecognisedWords(raw: " hello ", edited: "hello")
private let nothing = RecognisedWords(raw: "", edited: "")

/// Runs facts through a machine; gives the effects after each, and the machine.
private func run(_ facts: [SessionFact]) -> (effects: [[SessionEffect]], machine: SessionMachine) {
  var machine = SessionMachine()
  return (facts.map { machine.handle($0) }, machine)
}

@Suite struct SessionMachineTests {
  @Test func aSentenceGoesFromPressToHistory() {
    let (effects, machine) = run([
      .firstFrameArrived, .released, .captureFinished, .audioSaved, .recognised(hello), .delivered(nil),
      .stored,
    ])
    #expect(
      effects == [
        [], [.finishCapture], [.finishRecognition, .saveAudio], [], [.deliver], [.store], [.end],
      ])
    #expect(machine.state == .ended && machine.record.ending == .delivered)
  }

  @Test func wordsWaitForTheAudioToBeOnDisk() {
    let (effects, _) = run([.firstFrameArrived, .released, .captureFinished, .recognised(hello)])
    #expect(effects.last == [])
  }

  @Test func silenceIsStoredAndNeverDelivered() {
    let (effects, machine) = run([
      .firstFrameArrived, .released, .captureFinished, .audioSaved, .recognised(nothing), .stored,
    ])
    #expect(effects.suffix(2) == [[.store], [.end]] && machine.record.ending == .noSpeech)
  }

  @Test func aMicrophoneThatNeverOpensStoresNothing() {
    let (effects, machine) = run([.captureFailed(broken)])
    #expect(effects == [[.cancelRecognition, .discardAudio, .end]])
    #expect(machine.record.ending == .failed && machine.record.reportedFailure == broken)
  }

  @Test func aSessionWithoutASoundWaitsForNoWords() {
    for end in [SessionFact.captureFinished, .captureFailed(broken), .cancelled, .interrupted] {
      #expect(run([end]).machine.record.recognition == .dropped, "\(end)")
    }
  }

  @Test func aMicrophoneThatFailsWhileListeningKeepsTheWordsOutOfTheTarget() {
    let (effects, machine) = run([
      .firstFrameArrived, .captureFailed(broken), .recognised(hello), .audioSaved, .stored,
    ])
    #expect(effects == [[], [.finishRecognition, .saveAudio], [], [.store], [.end]])
    #expect(machine.record.ending == .failed && machine.record.recognition == .words(hello))
  }

  @Test func aRecogniserThatFailsBeforeReleaseStillSavesTheAudio() {
    let (effects, machine) = run([
      .firstFrameArrived, .recognitionFailed(broken), .released, .captureFinished, .audioSaved, .stored,
    ])
    #expect(effects == [[], [], [.finishCapture], [.saveAudio], [.store], [.end]])
    #expect(machine.record.ending == .failed && machine.record.audio == .saved)
  }

  @Test func aFullDiskLosesTheAudioButNotTheWords() {
    let (effects, machine) = run([
      .firstFrameArrived, .audioLost(broken), .released, .captureFinished, .recognised(hello),
      .delivered(nil), .stored,
    ])
    #expect(effects[3] == [.finishRecognition] && effects[4] == [.deliver])
    #expect(machine.record.ending == .delivered && machine.record.reportedFailure == broken)
  }

  @Test func cancellingWhileListeningKeepsTheAudioAndDeliversNothing() {
    let (effects, machine) = run([.firstFrameArrived, .cancelled, .captureFinished, .audioSaved, .stored])
    #expect(effects == [[], [.finishCapture, .cancelRecognition], [.saveAudio], [.store], [.end]])
    #expect(machine.record.ending == .cancelled)
  }

  @Test func `what the sound server still holds is awaited after a cancel and an interruption too`() {
    for fact in [SessionFact.cancelled, .interrupted] {
      let (_, machine) = run([.firstFrameArrived, fact])
      #expect(machine.state == .draining && machine.state.takesSamples)
    }
  }

  @Test func `a cancelled session whose microphone fails stays cancelled`() {
    let (effects, machine) = run([
      .firstFrameArrived, .cancelled, .captureFailed(broken), .audioSaved, .stored,
    ])
    #expect(effects.last == [.end] && machine.record.ending == .cancelled)
  }

  @Test func `a recording that meets a limit is recognised and kept, and never typed`() {
    let (effects, machine) = run([
      .firstFrameArrived, .limitReached(broken), .released, .captureFinished, .audioSaved, .recognised(hello),
      .stored,
    ])
    #expect(effects == [[], [.finishCapture], [], [.finishRecognition, .saveAudio], [], [.store], [.end]])
    #expect(machine.record.ending == .kept && machine.record.reportedFailure == broken)
  }

  @Test func `when everything is let go of, words are kept wherever the session stands`() {
    let course: [SessionFact] = [.firstFrameArrived, .released, .captureFinished, .audioSaved]
    for place in 1...course.count {
      let facts = Array(course[..<place]) + [.letGo(broken)] + Array(course[place...]) + [.recognised(hello)]
      let (effects, machine) = run(facts + [.stored])
      #expect(effects.suffix(2) == [[.store], [.end]], "\(facts)")
      #expect(machine.record.ending == .kept && machine.record.reportedFailure == broken)
      #expect(machine.record.recognition == .words(hello))
    }
  }

  @Test func `when everything is let go of while a text is typed, the rest is not typed`() {
    let (effects, machine) = run([
      .firstFrameArrived, .released, .captureFinished, .audioSaved, .recognised(hello), .letGo(broken),
      .delivered(broken), .stored,
    ])
    #expect(effects.suffix(4) == [[.deliver], [.cancelDelivery], [.store], [.end]])
    #expect(machine.record.ending == .kept && machine.record.reportedFailure == broken)
  }

  @Test func `when everything is let go of before a sound was heard, nothing is stored`() {
    let (effects, machine) = run([.letGo(broken)])
    #expect(effects == [[.cancelCapture, .cancelRecognition, .discardAudio, .end]])
    #expect(machine.record.ending == .cancelled)
    let (_, released) = run([.released, .letGo(broken), .captureFinished])
    #expect(released.state == .ended && released.record.ending == .noSpeech)
  }

  @Test func `silence that met a limit is no text that waits`() {
    let (_, machine) = run([
      .firstFrameArrived, .limitReached(broken), .captureFinished, .audioSaved, .recognised(nothing), .stored,
    ])
    #expect(machine.record.ending == .noSpeech && machine.record.reportedFailure == broken)
  }

  @Test func `a recogniser that fails on a recording that met a limit is the failure that counts`() {
    let other = SessionFailure(code: "speech.x", message: "x")
    let (_, machine) = run([
      .firstFrameArrived, .limitReached(broken), .captureFinished, .audioSaved, .recognitionFailed(other),
      .stored,
    ])
    #expect(machine.record.ending == .failed && machine.record.reportedFailure == other)
  }

  @Test func cancellingAfterTheReleaseIsTooLate() {
    let (effects, machine) = run([.firstFrameArrived, .released, .cancelled])
    #expect(effects.last == [] && machine.state == .draining)
  }

  @Test func aDaemonThatStopsLeavesARecoverySession() {
    let (effects, machine) = run([
      .firstFrameArrived, .interrupted, .captureFinished, .audioSaved, .stored,
    ])
    #expect(effects.last == [.end] && machine.record.ending == .recovered)
    let late = run([.firstFrameArrived, .released, .captureFinished, .audioSaved, .interrupted])
    #expect(late.effects.last == [.cancelRecognition, .store])
  }

  @Test func textThatCannotBeTypedIsKept() {
    let (effects, machine) = run([
      .firstFrameArrived, .released, .captureFinished, .audioSaved, .recognised(hello), .delivered(broken),
      .stored,
    ])
    #expect(effects.last == [.end] && machine.record.ending == .kept && machine.record.failure == broken)
  }

  @Test func historyThatFailsDoesNotUndoTheDelivery() {
    let (_, machine) = run([
      .firstFrameArrived, .released, .captureFinished, .audioSaved, .recognised(hello), .delivered(nil),
      .storeFailed(broken),
    ])
    #expect(machine.record.ending == .delivered && machine.record.reportedFailure == broken)
  }

  /// Every order of facts, right or wrong, up to length 7: at most one delivery, at most one end, and
  /// no state that waits for nothing.
  @Test func everyOrderOfFactsDeliversAtMostOnceAndEndsAtMostOnce() {
    let facts: [SessionFact] = [
      .firstFrameArrived, .released, .cancelled, .interrupted, .limitReached(broken), .captureFinished,
      .captureFailed(broken),
      .audioSaved,
      .audioLost(broken), .recognised(hello), .recognitionFailed(broken), .delivered(nil), .stored,
    ]
    var visited = 0
    func explore(_ machine: SessionMachine, _ deliveries: Int, _ ends: Int, _ depth: Int) {
      visited += 1
      #expect(deliveries <= 1 && ends <= 1)
      #expect((ends == 1) == (machine.state == .ended))
      #expect(machine.state != .ended || machine.record.ending != nil)
      let waits = machine.record.audio == .pending || machine.record.recognition == .pending
      #expect(machine.state != .settling || waits, "a settled session goes on")
      guard depth > 0, machine.state != .ended else { return }
      for fact in facts {
        var next = machine
        let effects = next.handle(fact)
        if next.state == machine.state && next.record == machine.record && effects.isEmpty { continue }
        explore(
          next, deliveries + effects.count { if case .deliver = $0 { true } else { false } },
          ends + effects.count { $0 == .end }, depth - 1)
      }
    }
    explore(SessionMachine(), 0, 0, 7)
    #expect(visited > 1000)
  }

  // MARK: Targets and refinement

  private func course(
    refines: Bool = false, capturesTarget: Bool = true, _ facts: [SessionFact]
  ) -> (effects: [[SessionEffect]], machine: SessionMachine) {
    var machine = SessionMachine(refines: refines, capturesTarget: capturesTarget)
    return (facts.map { machine.handle($0) }, machine)
  }

  private static let settled: [SessionFact] = [
    .firstFrameArrived, .released, .captureFinished, .audioSaved, .recognised(hello),
  ]

  @Test func `the target is looked for at begin, and the refiner is warmed up only where it is wanted`() {
    #expect(SessionMachine().openingEffects == [.openMicrophone, .startRecognition])
    #expect(
      SessionMachine(refines: true, capturesTarget: true).openingEffects == [
        .openMicrophone, .startRecognition, .captureTarget, .warmUpRefiner,
      ])
  }

  @Test func `words wait for the target`() {
    let (effects, machine) = course(Self.settled + [.targetCaptured, .delivered(nil), .stored])
    #expect(effects.suffix(4) == [[], [.deliver], [.store], [.end]])
    #expect(machine.record.ending == .delivered)
  }

  @Test func `a target that takes no text keeps the words, whenever that is known`() {
    for place in 0...Self.settled.count {
      var facts = Self.settled
      facts.insert(.targetUnfit(broken), at: place)
      let (effects, machine) = course(facts + [.stored])
      #expect(effects.suffix(2) == [[.store], [.end]], "\(place)")
      #expect(machine.record.ending == .kept && machine.record.reportedFailure == broken)
      #expect(machine.record.recognition == .words(hello))
    }
  }

  @Test func `of what is said into a password field nothing stays, whenever that is known`() {
    for place in 0...Self.settled.count {
      var facts = Self.settled
      facts.insert(.targetSecure(broken), at: place)
      let (effects, machine) = course(facts + [.stored])
      #expect(effects[place] == [.cancelCapture, .cancelRecognition, .discardAudio, .end], "\(place)")
      let later = effects[(place + 1)...].flatMap { $0 }
      #expect(later.isEmpty)
      #expect(machine.state == .ended && machine.record.ending == .failed)
      #expect(machine.record.recognition == .dropped && machine.record.reportedFailure == broken)
    }
  }

  @Test func `a cancelled session is stored only when it is known that no secret was said`() {
    let cancelled: [SessionFact] = [.firstFrameArrived, .cancelled, .captureFinished, .audioSaved]
    #expect(course(cancelled).effects.last == [])
    #expect(course(cancelled + [.targetCaptured]).effects.last == [.store])
    #expect(course(cancelled + [.targetSecure(broken)]).effects.last?.contains(.discardAudio) == true)
  }

  @Test func `refined text is delivered once, whatever the refiner did`() {
    let (effects, machine) = course(
      refines: true, capturesTarget: false, Self.settled + [.refined, .refined, .delivered(nil), .stored])
    #expect(effects.suffix(5) == [[.refine], [.deliver], [], [.store], [.end]])
    #expect(machine.record.ending == .delivered)
  }

  @Test func `nothing is refined that is not delivered`() {
    let (effects, machine) = course(
      refines: true,
      Self.settled.map { $0 == .recognised(hello) ? .recognised(nothing) : $0 }
        + [.targetCaptured, .stored])
    #expect(effects.suffix(2) == [[.store], [.end]] && machine.record.ending == .noSpeech)
    let (kept, _) = course(refines: true, [.targetUnfit(broken)] + Self.settled)
    #expect(kept.last == [.store])
  }

  @Test func `when everything is let go of while a text is refined, it is kept`() {
    let (effects, machine) = course(
      refines: true, capturesTarget: false, Self.settled + [.letGo(broken), .refined, .stored])
    #expect(effects.suffix(4) == [[.refine], [.cancelRefinement, .store], [], [.end]])
    #expect(machine.record.ending == .kept && machine.record.reportedFailure == broken)
  }
}
