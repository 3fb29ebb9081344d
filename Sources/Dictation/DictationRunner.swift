internal import Audio
internal import Dispatch
internal import Domain
internal import SystemCalls
internal import VoiceHistory

/// Carries out the effects of the session machines.
///
/// `@unchecked Sendable`: every stored `var`, and every `LiveSession`, is touched on `queue` only; `post` is the one way in.
final class DictationRunner: @unchecked Sendable {
  let queue = DispatchQueue(label: "hwctl.dictation", qos: .userInitiated)
  private var configuration: DictationConfiguration
  let ports: DictationPorts
  private(set) var store: (any SessionStoring)?
  /// Nil while none is under way.
  var redelivery: RedeliveryState?
  var held = HeldTexts()
  private let observer: @Sendable (SessionReport) -> Void

  /// Oldest first; the first that still waits for words has the recogniser.
  var sessions: [LiveSession] = []
  private(set) var onIdle: (@Sendable () -> Void)?

  init(
    configuration: DictationConfiguration, ports: DictationPorts, store: (any SessionStoring)?,
    observer: @escaping @Sendable (SessionReport) -> Void
  ) {
    self.configuration = configuration
    self.ports = ports
    self.store = store
    self.observer = observer
  }

  func post(_ work: @escaping @Sendable (DictationRunner) -> Void) {
    queue.async { work(self) }
  }

  // MARK: Commands

  func adopt(_ configuration: DictationConfiguration, store: (any SessionStoring)?) {
    self.configuration = configuration
    self.store = store
  }

  func begin(_ cause: SessionCause, generation: Int) {
    guard onIdle == nil else { return }
    let id = VoiceStore.makeSessionID()
    let store = configuration.keepsHistory ? store : nil
    let session = LiveSession(
      id: id, generation: generation, cause: cause, configuration: configuration, store: store,
      hasTarget: ports.targets != nil)
    // What only waits for history, which may take long to open, holds up nobody.
    let unfinished = sessions.count { $0.machine.state != .storing }
    guard unfinished < DictationLimits.sessions else {
      return report(session, .ended(.failed, .tooManySessions(unfinished)))
    }
    sessions.append(session)
    report(session, .begun)
    perform(session.machine.openingEffects, session)
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

  /// Of what has been said until now nothing is typed any more.
  func letGo() {
    if redelivery != nil {
      redelivery?.isLetGo = true
      ports.writer.cancel()
    }
    // The newest first: the end of an older one would send a text on its way that waits for it.
    for session in sessions.reversed() {
      let isListening = session.machine.state == .listening
      handle(.letGo(.letGo), session)
      if isListening { report(session, .failed(.letGo)) }
    }
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
      case .captureTarget: captureTarget(session)
      case .warmUpRefiner: ports.refiner?.warmUp()
      case .refine: refine(session)
      case .cancelRefinement: session.refining?.cancel()
      case .deliver: session.isReadyToDeliver = true
      case .cancelDelivery: cancelDelivery(session)
      case .store: commit(session)
      case .end: finish(session)
      }
    }
  }

  // MARK: Capture

  private func openMicrophone(_ session: LiveSession) {
    session.capture = ports.microphone.openCapture(source: configuration.microphoneSource) { [self] event in
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
      let limit = session.options.recordingLimit
      if AudioFormat.duration(samples: session.samples) > limit {
        endRecording(session, .recordingTooLong(limit))
      }
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
    session.recorder = AudioRecorder(
      files: store.files(for: session.id), floorBytes: session.options.freeSpaceFloorBytes
    ) { [self] news in
      queue.async { [self] in recorded(news, session) }
    }
  }

  /// A limit is met: the recording ends as if the person had let go, and its text goes to history only.
  func endRecording(_ session: LiveSession, _ failure: SessionFailure) {
    guard session.machine.state == .listening else { return }
    handle(.limitReached(failure), session)
    report(session, .failed(failure))
  }

  private func saveAudio(_ session: LiveSession) {
    guard let recorder = session.recorder else { return handle(.audioSaved, session) }
    recorder.finish()
  }

  private func recorded(_ news: AudioRecorder.News, _ session: LiveSession) {
    switch news {
    case .mustEnd(let failure): endRecording(session, failure)
    case .saved(let reference):
      session.audio = reference
      report(session, .audioSaved(nil))
      handle(.audioSaved, session)
    case .lost(let failure):
      report(session, .audioSaved(failure))
      handle(.audioLost(failure), session)
    }
  }

  // MARK: Ends

  func checkIdle() {
    guard sessions.isEmpty, redelivery == nil, let done = onIdle else { return }
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
