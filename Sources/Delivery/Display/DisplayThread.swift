internal import Dispatch
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The thread of a session: it serves the server's events and, between them, runs what others ask for, in order.
final class DisplayThread<Session: DisplaySession>: Sendable {
  /// Called with nil when the server has gone.
  private typealias Job = @Sendable (Session?) -> Void

  private struct State {
    var jobs: [Job] = []
    var isClosed = false
  }

  /// What the thread and its owner share; the thread must not keep its owner alive.
  private final class Core: Sendable {
    let wake: WakeEvent
    let state = Mutex(State())

    init() throws(SystemError) { wake = try WakeEvent() }

    /// - Returns: nil when the owner has let go.
    func takeJobs() -> [Job]? {
      wake.clear()
      return state.withLock { state in
        defer { state.jobs = [] }
        return state.isClosed ? nil : state.jobs
      }
    }

    func add(_ job: @escaping Job) -> Bool {
      state.withLock { state in
        if !state.isClosed { state.jobs.append(job) }
        return !state.isClosed
      }
    }

    /// Refuses what waits, and all that comes.
    func close() {
      let left = state.withLock { state in
        state.isClosed = true
        defer { state.jobs = [] }
        return state.jobs
      }
      for job in left { job(nil) }
    }

    func run(_ session: Session) {
      while let jobs = takeJobs() {
        for job in jobs { job(session) }
        guard session.dispatch() else { break }
        var requests = session.pollRequests
        requests.append(pollfd(fd: wake.descriptor.rawValue, events: Int16(POLLIN), revents: 0))
        _ = poll(&requests, nfds_t(requests.count), -1)
      }
      close()
    }
  }

  private final class Answer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ given: Value?) {
      value.withLock { $0 = given }
      isGiven.signal()
    }

    func wait() -> Value? {
      isGiven.wait()
      return value.withLock { $0 }
    }
  }

  private let core: Core

  /// - Parameter make: makes the session; called on its thread, where it also ends.
  init(
    name: String, _ make: @escaping @Sendable () throws(DeliveryError) -> Session
  ) throws(DeliveryError) {
    do throws(SystemError) {
      core = try Core()
    } catch {
      throw DeliveryError(.displayGone, subject: name, cause: error)
    }
    let failure = Answer<DeliveryError>()
    Thread(name: name) { [core] in
      do throws(DeliveryError) {
        let session = try make()
        failure.give(nil)
        core.run(session)
      } catch {
        failure.give(error)
      }
    }.start()
    if let error = failure.wait() {
      core.close()
      throw error
    }
  }

  deinit {
    core.close()
    core.wake.signal()
  }

  /// Runs something on the session's thread and waits for what it gives; nil when the server has gone.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (Session) -> Value) -> Value? {
    let answer = Answer<Value>()
    guard core.add({ session in answer.give(session.map(body)) }) else { return nil }
    core.wake.signal()
    return answer.wait()
  }
}
