internal import Domain
internal import Models

/// Which worker there is, which session it works for, and how long each may take.
///
///     1  begin .. append .. finish .. result           worker ready throughout
///     2  begin, append, finish, (ready), result        the worker starts and loads while the user speaks:
///        load, begin and audio are sent at once and wait in the socket
///     3  begin a .. begin b                            a is cancelled without a word
///     4  worker ends in a session                      the session fails; the next begin or wake starts another
///     5  no result in time after finish                worker killed, session fails
///     6  no session for `idleExit`                     worker ended
///     7  cancel, then a late result                    dropped by its session number
///     8  more audio waits than `bufferLimit`           worker killed, session fails
///
/// A worker that is stopped (SIGSTOP) ends as in 4: the runner looks once a second while anyone waits.
/// Not handled: a worker that hangs running before finish is only seen after it (or when the queue overflows).
struct SpeechMachine: Equatable {
  let configuration: SpeechConfiguration
  private(set) var worker = Worker.none
  private(set) var session: Session?
  /// Why the last worker was lost, until the next is started.
  private(set) var lastFailure: SpeechError?

  enum Worker: Equatable {
    case none
    case loading(until: MonotonicInstant)
    case ready(ModelIdentity, since: MonotonicInstant)
  }

  struct Session: Equatable {
    var number: UInt32
    var samples = 0
    var finishedAt: MonotonicInstant?
  }

  init(configuration: SpeechConfiguration) { self.configuration = configuration }

  /// When `timePassed` is due; nil: nothing is awaited.
  var nextDeadline: MonotonicInstant? {
    switch worker {
    case .none: return nil
    case .loading(let until): return until
    case .ready(_, let since):
      guard let session else { return since.advanced(by: configuration.idleExit) }
      return session.finishedAt.map { decodeDeadline(session, finishedAt: $0, readySince: since) }
    }
  }

  /// Someone waits for what the worker does: its model, or a session's words.
  var awaitsWorker: Bool {
    switch worker {
    case .none: false
    case .loading: true
    case .ready: session != nil
    }
  }

  mutating func handle(_ fact: SpeechFact, at now: MonotonicInstant) -> [SpeechEffect] {
    switch fact {
    case .wakeAsked: return startIfNeeded()
    case .sessionBegun(let number): return begin(number)
    case .audioAppended(let number, let samples): return append(samples, to: number)
    case .sessionFinished(let number): return finish(number, at: now)
    case .sessionCancelled(let number): return cancel(number, at: now)
    case .queueOverflowed(let number): return overflow(number)
    case .workerStarted:
      worker = .loading(until: now.advanced(by: configuration.loadLimit))
      return []
    case .workerNotStarted(let error), .workerLost(let error): return lose(error)
    case .workerReplied(let reply): return replied(reply, at: now)
    case .timePassed: return timePassed(at: now)
    case .shutDownAsked: return shutDown()
    }
  }

  // MARK: What callers do

  /// The runner answers `startWorker` before any other fact, so a worker is never started twice.
  private mutating func startIfNeeded() -> [SpeechEffect] {
    guard worker == .none else { return [] }
    lastFailure = nil
    return [.startWorker, .send(.load(load))]
  }

  private var load: WorkerRequest.Load {
    WorkerRequest.Load(modelFolder: configuration.modelFolder, policy: configuration.policy)
  }

  private mutating func begin(_ number: UInt32) -> [SpeechEffect] {
    var effects: [SpeechEffect] = []
    if let former = session { effects.append(.send(.cancel(former.number))) }
    session = Session(number: number)
    effects += startIfNeeded()
    effects.append(.send(.begin(number)))
    if case .ready = worker { effects.append(.announce(number, .ready)) }
    return effects
  }

  private mutating func append(_ samples: Int, to number: UInt32) -> [SpeechEffect] {
    guard session?.number == number, session?.finishedAt == nil else { return [] }
    session?.samples += samples
    return [.sendAudio]
  }

  private mutating func finish(_ number: UInt32, at now: MonotonicInstant) -> [SpeechEffect] {
    guard session?.number == number, session?.finishedAt == nil else { return [] }
    session?.finishedAt = now
    return [.send(.finish(number))]
  }

  private mutating func cancel(_ number: UInt32, at now: MonotonicInstant) -> [SpeechEffect] {
    guard session?.number == number else { return [] }
    endSession(at: now)
    return [.send(.cancel(number))]
  }

  /// A worker that lets so much wait is stuck: were it kept, every later session would find the queue full as well.
  private mutating func overflow(_ number: UInt32) -> [SpeechEffect] {
    guard session?.number == number else { return [] }
    return lose(SpeechError(.overflow, detail: "\(configuration.bufferLimit.components.seconds) s"))
  }

  private mutating func shutDown() -> [SpeechEffect] {
    session = nil
    lastFailure = nil
    guard worker != .none else { return [] }
    worker = .none
    return [.endWorker]
  }

  // MARK: What the worker does

  private mutating func replied(_ reply: WorkerReply, at now: MonotonicInstant) -> [SpeechEffect] {
    switch reply {
    case .ready(let ready):
      guard case .loading = worker else {
        return lose(SpeechError(.protocolViolation, detail: "ready twice"))
      }
      worker = .ready(ready.model, since: now)
      return session.map { [.announce($0.number, .ready)] } ?? []
    case .result(let result): return resulted(result, at: now)
    case .provisional(let news):
      guard let session, session.number == news.session else { return [] }
      return [.announce(session.number, .provisional(news.text))]
    case .failure(let failure): return lose(SpeechError(failure))
    }
  }

  private mutating func resulted(_ result: WorkerReply.Result, at now: MonotonicInstant) -> [SpeechEffect] {
    guard case .ready(let model, _) = worker else {
      return lose(SpeechError(.protocolViolation, detail: "a result before the model was loaded"))
    }
    guard let current = session, current.number == result.session else { return [] }
    guard let finishedAt = current.finishedAt else {
      return lose(SpeechError(.protocolViolation, detail: "a result before the end of the audio"))
    }
    endSession(at: now)
    let event = RecognitionEvent.result(
      RecognitionResult(result, decodeDuration: finishedAt.duration(to: now), model: model))
    return [.announce(current.number, event)]
  }

  private mutating func lose(_ error: SpeechError) -> [SpeechEffect] {
    let failed = session
    worker = .none
    session = nil
    lastFailure = error
    return [.endWorker] + (failed.map { [.announce($0.number, .failed(error))] } ?? [])
  }

  // MARK: Time

  private mutating func timePassed(at now: MonotonicInstant) -> [SpeechEffect] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    switch worker {
    case .none: return []
    case .loading:
      return lose(SpeechError(.loadTimeout, detail: "\(configuration.loadLimit.components.seconds) s"))
    case .ready:
      guard let session else {
        worker = .none
        return [.endWorker]
      }
      let limit = configuration.decodeLimit(forSamples: session.samples)
      return lose(SpeechError(.workerHung, detail: "\(limit.wholeMilliseconds) ms"))
    }
  }

  /// A worker that loaded after the audio had ended has its whole time from then on.
  private func decodeDeadline(
    _ session: Session, finishedAt: MonotonicInstant, readySince: MonotonicInstant
  ) -> MonotonicInstant {
    max(finishedAt, readySince).advanced(by: configuration.decodeLimit(forSamples: session.samples))
  }

  /// The idle time runs from here.
  private mutating func endSession(at now: MonotonicInstant) {
    session = nil
    if case .ready(let model, _) = worker { worker = .ready(model, since: now) }
  }
}
