internal import Audio
internal import Dispatch
internal import Domain
internal import Speech
internal import SystemCalls
internal import Transcript
internal import VoiceHistory

/// Carries out the effects of the session machines.
///
/// `@unchecked Sendable`: every stored `var`, and every `LiveSession`, is touched on `queue` only; `post` is the one way in.
final class DictationRunner: @unchecked Sendable {
  let queue = DispatchQueue(label: "hwctl.dictation", qos: .userInitiated)
  private let configuration: DictationConfiguration
  private let microphone: any MicrophoneOpening
  private let recogniser: any SpeechRecognizing
  let writer: any TextDelivering
  private let store: (any SessionStoring)?
  private let observer: @Sendable (SessionReport) -> Void

  /// Oldest first; the first that still waits for words has the recogniser.
  var sessions: [LiveSession] = []
  private var onIdle: (@Sendable () -> Void)?

  init(
    configuration: DictationConfiguration, microphone: any MicrophoneOpening,
    recogniser: any SpeechRecognizing,
    writer: any TextDelivering, store: (any SessionStoring)?,
    observer: @escaping @Sendable (SessionReport) -> Void
  ) {
    self.configuration = configuration
    self.microphone = microphone
    self.recogniser = recogniser
    self.writer = writer
    self.store = store
    self.observer = observer
  }

  func post(_ work: @escaping @Sendable (DictationRunner) -> Void) {
    queue.async { work(self) }
  }

  // MARK: Commands

  func begin(_ cause: SessionCause, generation: Int) {
    guard onIdle == nil else { return }
    let id = VoiceStore.makeSessionID()
    let store = configuration.keepsHistory ? store : nil
    let session = LiveSession(
      id: id, generation: generation, cause: cause, inputKind: configuration.inputKind, store: store)
    sessions.append(session)
    report(session, .begun)
    perform(SessionMachine.openingEffects, session)
  }

  func end(generation: Int, at instant: MonotonicInstant) {
    guard let session = capturing(generation) else { return }
    session.releasedAt = instant
    handle(.released, session)
    report(session, .released, at: instant)
  }

  func cancel(generation: Int) {
    guard let session = capturing(generation) else { return }
    handle(.cancelled, session)
  }

  /// Begins nothing any more; calls `done` when every session has ended.
  func stop(interrupting: Bool, _ done: @escaping @Sendable () -> Void) {
    onIdle = done
    if interrupting { for session in sessions { handle(.interrupted, session) } }
    checkIdle()
  }

  private func capturing(_ generation: Int) -> LiveSession? {
    sessions.first {
      $0.generation == generation && ($0.machine.state == .opening || $0.machine.state == .listening)
    }
  }

  // MARK: Machine

  func handle(_ fact: SessionFact, _ session: LiveSession) {
    perform(session.machine.handle(fact), session)
    deliverReady()
  }

  private func perform(_ effects: [SessionEffect], _ session: LiveSession) {
    for effect in effects {
      switch effect {
      case .openMicrophone: openMicrophone(session)
      case .startRecognition: startRecognitionOfNext()
      case .finishCapture: session.capture?.finish()
      case .cancelCapture: session.capture?.cancel()
      case .finishRecognition: finishRecognition(session)
      case .cancelRecognition: cancelRecognition(session)
      case .saveAudio: saveAudio(session)
      case .discardAudio: session.recorder?.discard()
      case .deliver(let text): session.textToDeliver = text
      case .store: commit(session)
      case .end: finish(session)
      }
    }
  }

  // MARK: Capture

  private func openMicrophone(_ session: LiveSession) {
    session.capture = microphone.openCapture(source: configuration.microphoneSource) { [self] event in
      queue.async { [self] in captured(event, session) }
    }
  }

  private func captured(_ event: CaptureEvent, _ session: LiveSession) {
    // What the capture had said before it heard of a cancel comes late: an `opened` would make a file nobody removes.
    guard session.machine.state.takesSamples else { return }
    switch event {
    case .opened(let instant):
      startRecorder(session)
      report(session, .microphoneOpened, at: instant)
    case .firstFrame(let instant):
      handle(.firstFrameArrived, session)
      report(session, .firstFrame, at: instant)
    case .frames(let samples):
      session.samples += samples.count
      session.recorder?.append(samples)
      feed(samples, session)
    case .ended(.finished): handle(.captureFinished, session)
    case .ended(.cancelled): break
    case .ended(.failed(let error)):
      let failure = SessionFailure(error)
      report(session, .failed(failure))
      handle(.captureFailed(failure), session)
    }
  }

  private func startRecorder(_ session: LiveSession) {
    guard let store = session.store, session.recorder == nil else { return }
    session.recorder = AudioRecorder(files: store.files(for: session.id)) { [self] outcome in
      queue.async { [self] in recorded(outcome, session) }
    }
  }

  private func saveAudio(_ session: LiveSession) {
    guard let recorder = session.recorder else { return handle(.audioSaved, session) }
    recorder.finish()
  }

  private func recorded(_ outcome: AudioRecorder.Outcome, _ session: LiveSession) {
    switch outcome {
    case .saved(let reference):
      session.audio = reference
      report(session, .audioSaved(nil))
      handle(.audioSaved, session)
    case .lost(let failure):
      report(session, .audioSaved(failure))
      handle(.audioLost(failure), session)
    }
  }

  // MARK: Recognition

  /// Gives the recogniser to the oldest session that still waits for words.
  private func startRecognitionOfNext() {
    guard let session = sessions.first(where: { $0.machine.record.recognition == .pending }),
      session.recognition == nil
    else { return }
    let recognition = recogniser.beginRecognition { [self] event in
      queue.async { [self] in recognised(event, session) }
    }
    session.recognition = recognition
    for samples in session.waiting { recognition.append(samples) }
    session.waiting = []
    if session.wantsWords { recognition.finish() }
  }

  private func feed(_ samples: [Int16], _ session: LiveSession) {
    guard session.machine.record.recognition == .pending else { return }
    if let recognition = session.recognition {
      recognition.append(samples)
    } else {
      session.waiting.append(samples)
    }
  }

  private func finishRecognition(_ session: LiveSession) {
    session.wantsWords = true
    session.recognition?.finish()
  }

  private func cancelRecognition(_ session: LiveSession) {
    session.recognition?.cancel()
    session.waiting = []
    startRecognitionOfNext()
  }

  private func recognised(_ event: RecognitionEvent, _ session: LiveSession) {
    guard session.machine.record.recognition == .pending else { return }
    switch event {
    case .ready: return
    case .result(let result):
      session.result = result
      let words = RecognisedWords(raw: result.text, edited: Editing.edited(raw: result.text))
      report(session, .recognised(raw: words.raw))
      handle(.recognised(words), session)
    case .failed(let error): handle(.recognitionFailed(SessionFailure(error)), session)
    }
    startRecognitionOfNext()
  }

  // MARK: Ends

  func checkIdle() {
    guard sessions.isEmpty, let done = onIdle else { return }
    done()
  }

  func report(
    _ session: LiveSession, _ step: SessionReport.Step, at instant: MonotonicInstant = .now()
  ) {
    observer(
      SessionReport(
        session: session.id, generation: session.generation, step: step, instant: instant,
        sincePress: session.cause.instant.duration(to: instant), state: session.machine.state))
  }
}
