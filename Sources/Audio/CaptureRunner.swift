internal import CPulse
internal import Dispatch
internal import Domain
internal import Synchronization
internal import SystemCalls

/// Carries out one capture: the machine's facts come from libpulse and the clock, its effects go to the stream and
/// to the outlet.
///
/// `@unchecked Sendable`: every `var` is touched on the connection's queue only.
final class CaptureRunner: @unchecked Sendable {
  private let connection: PulseConnection
  private let ring = SampleRing()
  private let outlet: CaptureOutlet
  private var chosen: String?
  private var machine: CaptureMachine
  private var stream: PulseRecordStream?
  /// Keeps the runner alive from start to end, whoever lets go of the handle.
  private var itself: CaptureRunner?
  /// The wake-up that is under way, if any.
  private var wakeAt: MonotonicInstant?
  /// One note about frames is under way at most, however late the queue is.
  private let framesAreNoted = Atomic<Bool>(false)
  /// When the frame that set `framesAreNoted` arrived, in nanoseconds.
  private let notedAt = Atomic<Int64>(0)

  init(
    _ connection: PulseConnection, chosen: String?, begun: MonotonicInstant,
    onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    self.connection = connection
    self.chosen = chosen
    machine = CaptureMachine(begun: begun)
    outlet = CaptureOutlet(ring: ring, onEvent: onEvent)
  }

  func start() {
    connection.queue.async { [self] in
      guard machine.state != .ended else { return }
      itself = self
      scheduleWake()
      connection.connect(keepTrying: true) { [self] error in
        if let error { return handle(.failed(error)) }
        guard machine.state != .ended else { return }
        connection.whenLost(self) { [self] error in handle(.failed(error)) }
        choose()
      }
    }
  }

  func submit(_ fact: CaptureMachine.Fact, at instant: MonotonicInstant = .now()) {
    connection.queue.async { [self] in handle(fact, at: instant) }
  }

  /// The chosen source if it is there, else the default one, unless that only records the loudspeakers.
  private func choose() {
    let name = chosen ?? "@DEFAULT_SOURCE@"
    PulseSourceQuery(connection, name: name) { [self] result in
      guard machine.state != .ended else { return }
      switch result {
      case .failure(let error): handle(.failed(error))
      case .success(let sources): use(sources.first)
      }
    }
  }

  private func use(_ source: AudioSource?) {
    guard let source else {
      guard let missing = chosen else { return handle(.failed(AudioError(.noSource))) }
      chosen = nil
      return chooseDefault(insteadOf: missing)
    }
    if source.isMonitor && chosen == nil {
      return handle(.failed(AudioError(.monitorRefused, subject: source.name)))
    }
    if source.isMuted { return handle(.failed(AudioError(.sourceMuted, subject: source.name))) }
    record(source.name)
  }

  private func chooseDefault(insteadOf missing: String) {
    PulseSourceQuery(connection, name: "@DEFAULT_SOURCE@") { [self] result in
      guard machine.state != .ended else { return }
      switch result {
      case .failure(let error): handle(.failed(error))
      case .success(let sources) where sources.isEmpty:
        handle(.failed(AudioError(.noSource, subject: missing)))
      case .success(let sources): use(sources.first)
      }
    }
  }

  private func record(_ source: String) {
    guard let loop = connection.loop, let context = connection.context else { return }
    stream = PulseRecordStream.open(loop, context, source: source, ring: ring) { [weak self] change in
      self?.streamChanged(change, source)
    }
    if stream == nil {
      handle(.failed(AudioError(.refused, subject: source, detail: pulseText(connection.lastError()))))
    }
  }

  /// On libpulse's thread.
  private func streamChanged(_ change: PulseRecordStream.Change, _ source: String) {
    switch change {
    case .ready: submit(.streamBecameReady)
    case .frames: noteFrames()
    case .overflowed: submit(.failed(AudioError(.overflow, subject: source)))
    case .failed(let code): submit(.failed(Self.error(code, source)))
    case .target(let target): submit(.targetMeasured(target))
    }
  }

  private func noteFrames() {
    guard !framesAreNoted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    notedAt.store(MonotonicInstant.now().nanoseconds, ordering: .releasing)
    connection.queue.async { [self] in
      let instant = MonotonicInstant(nanoseconds: notedAt.load(ordering: .acquiring))
      framesAreNoted.store(false, ordering: .sequentiallyConsistent)
      handle(.framesArrived(total: ring.writtenTotal), at: instant)
    }
  }

  private static func error(_ code: CInt, _ source: String) -> AudioError {
    switch UInt32(bitPattern: code) {
    case PA_ERR_NOENTITY.rawValue: AudioError(.noSource, subject: source)
    case PA_ERR_KILLED.rawValue: AudioError(.sourceGone, subject: source)
    case PA_ERR_CONNECTIONTERMINATED.rawValue: AudioError(.serverGone, detail: pulseText(code))
    case PA_ERR_TIMEOUT.rawValue: AudioError(.serverSilent, detail: pulseText(code))
    default: AudioError(.refused, subject: source, detail: pulseText(code))
    }
  }

  private func handle(_ fact: CaptureMachine.Fact, at instant: MonotonicInstant = .now()) {
    for effect in machine.handle(fact, at: instant) { carryOut(effect) }
    scheduleWake()
  }

  private func carryOut(_ effect: CaptureMachine.Effect) {
    switch effect {
    case .announceOpened(let instant): outlet.announce(.opened(instant))
    case .announceFirstFrame(let instant): outlet.announce(.firstFrame(instant))
    case .deliverFrames: outlet.deliverFrames()
    case .measureTarget: if let stream { stream.measureTarget() } else { submit(.targetMeasured(nil)) }
    case .closeStream:
      connection.forget(self)
      stream?.close()
      stream = nil
      itself = nil
    case .announceEnd(let end): outlet.end(end)
    case .announceCancelled: outlet.cancel()
    }
  }

  /// Wakes at the deadline, or earlier when an older wake-up is under way; the machine ignores an early one.
  private func scheduleWake() {
    guard let deadline = machine.deadline else { return }
    if let wakeAt, wakeAt <= deadline { return }
    wakeAt = deadline
    let delay = max(0, MonotonicInstant.now().duration(to: deadline).wholeNanoseconds)
    connection.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [weak self] in
      guard let self else { return }
      if wakeAt == deadline { wakeAt = nil }
      handle(.timePassed)
    }
  }
}
