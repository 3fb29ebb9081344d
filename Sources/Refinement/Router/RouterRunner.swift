internal import Dispatch
internal import Domain
internal import Synchronization
internal import SystemCalls

/// Carries out the effects of the races.
///
/// `@unchecked Sendable`: every stored `var` is touched on `queue` only; `post` is the one way in.
final class RouterRunner: @unchecked Sendable {
  typealias Completion = @Sendable (RefinementOutcome) -> Void

  /// Ollama's answer to an unload is quick, and the machine may be going down.
  private static let releaseLimit = Duration.seconds(2)
  /// The provider's own limit for a load ends earlier; this one is for a provider that has none.
  private static let warmUpLimit = Duration.seconds(120)

  private let queue = DispatchQueue(label: "hwctl.refiner", qos: .userInitiated)
  private let refiner: (any TranscriptRefining)?
  private let policy: LocalityPolicy
  private let judge: RefinementJudge
  private let numbers = Atomic<UInt64>(0)

  private var races = RefinementRaces()
  private var calls: [UInt64: Call] = [:]
  private var warmUpCall: UInt64?
  private var timer: (any DispatchSourceTimer)?

  private struct Call {
    var work: @Sendable () async -> CallAnswer
    var conclude: @Sendable (CallAnswer) -> Void
    var task: Task<Void, Never>?
  }

  init(refiner: (any TranscriptRefining)?, policy: LocalityPolicy, judge: RefinementJudge) {
    self.refiner = refiner
    self.policy = policy
    self.judge = judge
  }

  func post(_ work: @escaping @Sendable (RouterRunner) -> Void) { queue.async { work(self) } }

  func nextID() -> UInt64 { numbers.wrappingAdd(1, ordering: .relaxed).newValue }

  // MARK: Commands

  func refine(
    _ id: UInt64, _ request: RefinementRequest, asked: MonotonicInstant, deadline: MonotonicInstant,
    _ completion: @escaping Completion
  ) {
    let conclude: @Sendable (CallAnswer) -> Void = { [identity = refiner?.identity] answer in
      completion(answer.outcome(identity, duration: asked.duration(to: .now())))
    }
    if let reason = Self.refusal(request) ?? refusal() { return conclude(.failure(RefinerFailure(reason))) }
    guard let refiner else { return }
    let inquiry = RefinerInquiry(refiner: refiner, judge: judge)
    start(id, deadline, conclude: conclude) { await inquiry.answer(request, deadline) }
  }

  func cancel(_ id: UInt64) { perform(races.cancelled(id)) }

  func warmUp() {
    guard warmUpCall == nil, refusal() == nil, let refiner else { return }
    let id = nextID()
    warmUpCall = id
    let deadline = MonotonicInstant.now().advanced(by: Self.warmUpLimit)
    start(id, deadline, conclude: Self.logWarmUp) {
      do throws(RefinerFailure) {
        try await refiner.prepare()
        return .done
      } catch {
        return .failure(error)
      }
    }
    // Not begun: too many calls are open.
    if calls[id] == nil { warmUpCall = nil }
  }

  func shutDown(_ completion: @escaping @Sendable () -> Void) {
    perform(races.stopped())
    guard let refiner, policy.admits(refiner.identity) else { return completion() }
    // Not one of the races: those are closed now.
    let once = Once(completion)
    Task(executorPreference: CallExecutor()) {
      await refiner.release()
      once.run()
    }
    queue.asyncAfter(deadline: .now() + Self.releaseLimit.dispatchInterval) { once.run() }
  }

  // MARK: Refusals

  private static func refusal(_ request: RefinementRequest) -> FallbackReason? {
    if request.transcript.allSatisfy(\.isWhitespace) { return .empty }
    if request.transcript.utf16.count > RequestLimits.transcript { return .tooLong }
    return nil
  }

  /// Asked before each call: nothing is called that is not admitted.
  private func refusal() -> FallbackReason? {
    guard let refiner else { return .off }
    return policy.admits(refiner.identity) ? nil : .remoteCapable
  }

  // MARK: Calls

  private func start(
    _ id: UInt64, _ deadline: MonotonicInstant, conclude: @escaping @Sendable (CallAnswer) -> Void,
    work: @escaping @Sendable () async -> CallAnswer
  ) {
    calls[id] = Call(work: work, conclude: conclude)
    perform(races.asked(id, deadline: deadline, at: .now()))
  }

  private func perform(_ effects: [RefinementRaces.Effect], answer: CallAnswer? = nil) {
    for effect in effects {
      switch effect {
      case .start(let id): run(id)
      case .cancel(let id): calls[id]?.task?.cancel()
      case .conclude(let id, .answer):
        guard let answer else { preconditionFailure("a race ends with an answer only when one has come") }
        conclude(id, answer)
      case .conclude(let id, .fallback(let reason)): conclude(id, .failure(RefinerFailure(reason)))
      }
    }
    setTimer()
  }

  private func run(_ id: UInt64) {
    guard let work = calls[id]?.work else { return }
    calls[id]?.task = Task(executorPreference: CallExecutor(), priority: .userInitiated) {
      let answer = await work()
      self.post { $0.ended(id, answer) }
    }
  }

  private func ended(_ id: UInt64, _ answer: CallAnswer) {
    perform(races.answered(id, at: .now()), answer: answer)
    if warmUpCall == id { warmUpCall = nil }
  }

  /// The call is forgotten, text and all; only its number goes on counting until it has ended.
  private func conclude(_ id: UInt64, _ answer: CallAnswer) {
    let call = calls.removeValue(forKey: id)
    call?.conclude(answer)
  }

  @Sendable private static func logWarmUp(_ answer: CallAnswer) {
    guard case .failure(let failure) = answer else { return }
    Log.info("the refiner is not ready", ["reason": .code(failure.reason)])
  }

  // MARK: Time

  private func setTimer() {
    timer?.cancel()
    timer = nil
    guard let deadline = races.nextDeadline else { return }
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    let wait = max(.zero, MonotonicInstant.now().duration(to: deadline))
    timer.schedule(deadline: .now() + wait.dispatchInterval, leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      perform(races.timePassed(.now()))
    }
    timer.resume()
    self.timer = timer
  }
}

/// Runs a closure the first time only.
private final class Once: Sendable {
  private let closure: Mutex<(@Sendable () -> Void)?>

  init(_ closure: @escaping @Sendable () -> Void) { self.closure = Mutex(closure) }

  func run() {
    let first = closure.withLock { closure in
      defer { closure = nil }
      return closure
    }
    first?()
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval { .nanoseconds(Int(wholeNanoseconds)) }
}
