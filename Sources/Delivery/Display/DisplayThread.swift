internal import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// A session on a thread of its own, which serves the server's events and, between them, runs what others ask for, in order.
///
/// The session is made at the first use, and again at the next one after the server has gone. A server that does not answer
/// holds up its own thread, and others for no longer than the limit.
final class DisplayThread<Session: DisplaySession>: Sendable {
  private let name: String
  private let make: @Sendable () throws(DeliveryError) -> Session
  private let current = Mutex<DisplayCore<Session>?>(nil)

  /// - Parameter make: makes the session; called on its thread, where it also ends.
  init(name: String, _ make: @escaping @Sendable () throws(DeliveryError) -> Session) {
    self.name = name
    self.make = make
  }

  deinit { current.withLock { $0 }?.close() }

  /// Runs something on the session's thread and waits for what it gives.
  ///
  /// - Returns: nil when there is no server or it has not answered within the limit. What has not begun by then does not run.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (Session) -> Value) -> Value? {
    let answer = BlockingAnswer<Value?>()
    post { session in if answer.isAwaited { answer.give(session.map(body)) } }
    return answer.wait(limit: displayJobLimit) ?? nil
  }

  /// Runs something on the session's thread, soon; with nil when there is no server.
  func post(_ job: @escaping @Sendable (Session?) -> Void) {
    let isTaken = current.withLock { current in
      if current?.add(job) == true { return true }
      guard let new = try? DisplayCore<Session>() else { return false }
      current = new
      new.start(name, make)
      return new.add(job)
    }
    if !isTaken { job(nil) }
  }
}

/// Longer than the waits inside a job, each of which has a limit of its own: two for an answer, one for what is saved.
private let displayJobLimit = Duration.seconds(6)

/// What the thread and its owner share; the thread must not keep its owner alive.
private final class DisplayCore<Session: DisplaySession>: Sendable {
  typealias Job = @Sendable (Session?) -> Void

  private struct State {
    var jobs: [Job] = []
    var isClosed = false
  }

  private let wake: WakeEvent
  private let state = Mutex(State())

  init() throws(SystemError) { wake = try WakeEvent() }

  func start(_ name: String, _ make: @escaping @Sendable () throws(DeliveryError) -> Session) {
    Thread(name: name) { [self] in
      if let session = try? make() { run(session) }
      close()
    }.start()
  }

  /// - Returns: false when the session has ended.
  func add(_ job: @escaping Job) -> Bool {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.jobs.append(job) }
      return !state.isClosed
    }
    if isOpen { wake.signal() }
    return isOpen
  }

  /// Refuses what waits, and all that comes; the thread ends.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.jobs = [] }
      return state.jobs
    }
    wake.signal()
    for job in left { job(nil) }
  }

  private func run(_ session: Session) {
    while let jobs = takeJobs() {
      for job in jobs { job(session) }
      guard session.dispatch() else { return }
      var requests = session.pollRequests
      requests.append(pollfd(fd: wake.descriptor.rawValue, events: Int16(POLLIN), revents: 0))
      _ = poll(&requests, nfds_t(requests.count), -1)
    }
  }

  /// - Returns: nil when it is closed.
  private func takeJobs() -> [Job]? {
    wake.clear()
    return state.withLock { state in
      defer { state.jobs = [] }
      return state.isClosed ? nil : state.jobs
    }
  }
}
