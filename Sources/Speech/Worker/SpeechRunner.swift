internal import Domain
internal import Glibc
internal import SystemCalls

/// The speech thread: waits for callers, for the worker's socket and for deadlines, and does what the machine says.
final class SpeechRunner {
  private var machine: SpeechMachine
  private let mailbox: SpeechMailbox
  private var process: WorkerProcess?
  private var outgoing = OutgoingQueue()
  private var decoder = FrameDecoder()
  /// The one the machine knows, to tell it its events.
  private var session: RecognitionSession?
  /// When the worker is looked at next, while anyone waits for it.
  private var nextLook: MonotonicInstant?
  private var wasStopped = false
  /// What `sendAudio` sends.
  private var audio: [Int16] = []

  init(configuration: SpeechConfiguration, mailbox: SpeechMailbox) {
    machine = SpeechMachine(configuration: configuration)
    self.mailbox = mailbox
  }

  func run() {
    while true {
      wait()
      for post in mailbox.takePosts() {
        if case .close = post {
          handle(.shutDownAsked)
          return
        }
        take(post)
      }
      receive()
      look()
      flush()
      handle(.timePassed)
    }
  }

  /// Until there is something to do. A worker that still waits for audio is also asked whether it can take some.
  private func wait() {
    var entries = [pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    if let process {
      let events = outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT
      entries.append(pollfd(fd: process.socket.rawValue, events: Int16(events), revents: 0))
    }
    var milliseconds: CInt = -1
    if let deadline = [machine.nextDeadline, nextLook].compactMap({ $0 }).min() {
      // Rounded up: a millisecond too early would spin.
      let left = MonotonicInstant.now().duration(to: deadline).wholeMilliseconds + 1
      milliseconds = CInt(clamping: max(0, left))
    }
    // An interrupted or failed wait only means another turn.
    poll(&entries, nfds_t(entries.count), milliseconds)
  }

  private func take(_ post: SpeechMailbox.Post) {
    switch post {
    case .wake: handle(.wakeAsked)
    case .begin(let session):
      self.session = session
      handle(.sessionBegun(session.number))
    case .audio(let number, let samples):
      audio = samples
      handle(.audioAppended(number, samples: samples.count))
      // Those of a session that is over were not taken.
      mailbox.release(samples: audio.count)
      audio = []
    case .overflow(let number): handle(.queueOverflowed(number))
    case .finish(let number): handle(.sessionFinished(number))
    case .cancel(let number): handle(.sessionCancelled(number))
    case .shutDown: handle(.shutDownAsked)
    case .close: preconditionFailure("the loop ends at the last post")
    }
  }

  private func handle(_ fact: SpeechFact) {
    for effect in machine.handle(fact, at: .now()) { perform(effect) }
    if machine.session == nil { session = nil }
    mailbox.show(state, process: process?.identifier)
  }

  private var state: SpeechWorkerState {
    switch machine.worker {
    case .none: machine.lastFailure.map { .failed($0) } ?? .notRunning
    case .loading: .loading
    case .ready(let model, _): .ready(model)
    }
  }

  private func perform(_ effect: SpeechEffect) {
    switch effect {
    case .startWorker: startWorker()
    case .send(let request): if process != nil { outgoing.append(request) }
    case .sendAudio: sendAudio()
    case .endWorker: _ = endWorker()
    case .announce(let number, let event):
      guard let session, session.number == number else { return }
      // Before the event: who hears of a failure and asks for the state must not see the one before it.
      mailbox.show(state, process: process?.identifier)
      session.announce(event)
    }
  }

  // MARK: The process

  private func startWorker() {
    let configuration = machine.configuration
    do throws(SystemError) {
      process = try WorkerProcess(path: configuration.workerPath, arguments: configuration.workerArguments)
      decoder = FrameDecoder()
      Log.info("speech worker started", ["pid": .number(process?.identifier ?? 0)])
      handle(.workerStarted)
    } catch {
      handle(.workerNotStarted(SpeechError(.workerMissing, detail: error.description)))
    }
  }

  private func endWorker() -> WorkerEnd? {
    mailbox.release(samples: outgoing.clear())
    let end = process?.end()
    process = nil
    return end
  }

  /// It closed its socket, which it does only by ending.
  private func loseWorker() {
    guard let end = endWorker() else { return }
    Log.warning("speech worker ended", ["status": .number(end.number)])
    handle(.workerLost(SpeechError(.workerCrashed, detail: end.description)))
  }

  /// A stopped worker says nothing and closes nothing; without this its end would be that of the longest limit, 30 s.
  /// Twice in a row: one that is stopped and continued at once has not kept anyone waiting.
  private func look() {
    guard let process, machine.awaitsWorker else {
      nextLook = nil
      wasStopped = false
      return
    }
    let now = MonotonicInstant.now()
    let due = nextLook ?? now.advanced(by: Self.lookInterval)
    nextLook = due
    guard due <= now else { return }
    nextLook = now.advanced(by: Self.lookInterval)
    let isStopped = process.isStopped
    if isStopped && wasStopped {
      Log.warning("the speech worker was stopped from outside")
      handle(.workerLost(SpeechError(.workerStopped, detail: "SIGSTOP")))
    }
    wasStopped = isStopped && !wasStopped
  }

  /// One system call a second while someone waits costs nothing; two seconds are shorter than anyone's patience.
  private static let lookInterval = Duration.seconds(1)

  // MARK: Its socket

  private func sendAudio() {
    guard process != nil else { return }
    var rest = audio[...]
    while !rest.isEmpty {
      let piece = rest.prefix(WorkerRequest.audioLimitSamples)
      outgoing.append(.audio(Array(piece)))
      rest = rest.dropFirst(piece.count)
    }
    audio = []
  }

  private func flush() {
    while let process, !outgoing.isEmpty {
      let count = outgoing.withNext {
        send(process.socket.rawValue, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        // Anything but a full socket is a closed one, which `receive` finds, after what it still holds.
        return
      }
      mailbox.release(samples: outgoing.advance(by: count))
    }
  }

  private func receive() {
    while let process {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(process.socket.rawValue, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // 0, or ECONNRESET when it ended with our audio unread.
      guard count > 0 else { return loseWorker() }
      decode(buffer[..<count])
    }
  }

  private func decode(_ bytes: ArraySlice<UInt8>) {
    do {
      for frame in try decoder.frames(adding: bytes) {
        handle(.workerReplied(try WorkerReply(frame)))
        if process == nil { return }
      }
    } catch {
      handle(.workerLost(SpeechError(.protocolViolation, detail: "\(error)")))
    }
  }
}
