internal import Audio
internal import Dispatch
internal import Speech
internal import SystemCalls
internal import Transcript

// Who has the recogniser, what it is given, and what becomes of a recogniser that is lost.

extension DictationRunner {
  /// Gives the recogniser to the oldest session that still waits for words.
  func startRecognitionOfNext() {
    guard let session = sessions.first(where: { $0.machine.record.recognition == .pending }),
      session.recognition == nil
    else { return }
    let attempt = session.hasTriedAgain
    let recognition = ports.recogniser.beginRecognition(session.cause.writing) { [self] event in
      queue.async { [self] in
        // The first recogniser's news may be late.
        if session.hasTriedAgain == attempt { recognised(event, session) }
      }
    }
    session.recognition = recognition
    for samples in session.heard.pieces { recognition.append(samples) }
    if session.wantsWords { recognition.finish() }
  }

  func feed(_ samples: [Int16], _ session: LiveSession) {
    guard session.machine.record.recognition == .pending else { return }
    session.recognition?.append(samples)
    session.heard.append(samples)
    guard session.heard.samples > DictationLimits.heardSamples else { return }
    if session.recognition == nil {
      // Its words are nowhere but here: the recording ends, and nothing is dropped.
      endRecording(session, .recogniserIsBehind)
    } else {
      session.heard.drop()
    }
  }

  func finishRecognition(_ session: LiveSession) {
    session.wantsWords = true
    session.recognition?.finish()
  }

  func cancelRecognition(_ session: LiveSession) {
    session.recognition?.cancel()
    session.heard.drop()
    startRecognitionOfNext()
  }

  private func recognised(_ event: RecognitionEvent, _ session: LiveSession) {
    guard session.machine.record.recognition == .pending else { return }
    switch event {
    case .ready: return
    case .provisional(let text): return report(session, .provisional(text))
    case .result(let result):
      session.heard.drop()
      session.result = result
      let stages = TranscriptPipeline.run(raw: result.text, options: session.transcriptOptions)
      session.transcript = stages
      session.recognisedAt = .now()
      report(session, .recognised(raw: stages.raw))
      handle(.recognised(RecognisedWords(raw: stages.raw, edited: stages.edited)), session)
    case .failed(let error):
      if !triesAgain(session, after: error) { handle(.recognitionFailed(SessionFailure(error)), session) }
    }
    startRecognitionOfNext()
  }

  /// A worker that ended, for want of memory or by somebody's hand, says nothing of the words: the next one gets the same
  /// audio. Once, since audio that ends two workers will end a third; a press that met a dying worker needs no more.
  private func triesAgain(_ session: LiveSession, after error: SpeechError) -> Bool {
    guard error.code == .workerCrashed || error.code == .workerStopped, !session.hasTriedAgain,
      session.heard.isComplete
    else {
      session.heard.drop()
      return false
    }
    Log.notice(
      "the speech worker was lost; its audio goes to a new one", ["samples": .number(session.heard.samples)])
    session.hasTriedAgain = true
    session.recognition = nil
    return true
  }
}
