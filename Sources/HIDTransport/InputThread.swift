internal import CSystem
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The one thread that reads input Devices: hot-plug, grabs, events.
///
/// It asks for SCHED_FIFO, as only that keeps a press from waiting for a busy machine; without the permission (the
/// unit's LimitRTPRIO) it runs as it is. All calls of the sink and all `perform`ed work happen on it, one at a time,
/// so that what they share needs no lock.
public final class InputThread: Sendable {
  /// Above ordinary work, below the kernel's own threads for interrupts (50).
  private static let realtimePriority: CInt = 40

  private enum State {
    case idle
    case running(InputInbox, pthread_t)
    case stopped
  }

  private let sink: any DeviceSink
  private let options: InputOptions
  private let state = Mutex(State.idle)

  public init(sink: any DeviceSink, options: InputOptions = InputOptions()) {
    self.sink = sink
    self.options = options
  }

  /// Finds and grabs the Devices that are there, on the new thread; returns without waiting for them.
  ///
  /// - Throws: `HIDError` when nothing can be discovered or waited for, or at a second start.
  public func start() throws(HIDError) {
    let result = state.withLock { state -> Result<Void, HIDError> in
      guard case .idle = state else { return .failure(HIDError(.alreadyStarted)) }
      do throws(HIDError) {
        state = try launch()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private func launch() throws(HIDError) -> State {
    let inbox: InputInbox
    do throws(SystemError) { inbox = try InputInbox() } catch { throw HIDError(.waitingUnavailable, error) }
    // Retained for the thread, which is the only one to use it from here on.
    let loop = Unmanaged.passRetained(try InputLoop(sink: sink, inbox: inbox, options: options))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { InputThread.run(Unmanaged<InputLoop>.fromOpaque(argument).takeRetainedValue()) }
        return nil
      }, loop.toOpaque())
    guard code == 0 else {
      loop.release()
      throw HIDError(.threadUnavailable, systemCode: code)
    }
    return .running(inbox, thread)
  }

  private static func run(_ loop: InputLoop) {
    hwctl_name_thread("hwctl-input")
    // Signals are for the main thread, which reads them from a descriptor.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let refused = hwctl_realtime_thread(realtimePriority)
    Log.info("the input thread runs", ["realtime": .number(refused == 0 ? 1 : 0)])
    loop.run()
  }

  /// Whether it has been started and not stopped.
  public var isRunning: Bool { state.withLock { if case .running = $0 { true } else { false } } }

  /// Runs work on the input thread, in the order of the calls, between two events. It must not block.
  ///
  /// - Returns: false when the thread is not running or has too much to do already; the work is dropped then.
  @discardableResult
  public func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
    performInLoop { _ in work() }
  }

  @discardableResult
  func performInLoop(_ work: @escaping @Sendable (InputLoop) -> Void) -> Bool {
    let inbox = state.withLock { state -> InputInbox? in
      if case .running(let inbox, _) = state { inbox } else { nil }
    }
    return inbox?.add(work) ?? false
  }

  /// Does the work that was asked for before, releases all that is pressed, detaches and ungrabs every Device, ends
  /// the thread and waits for that. A second call does nothing. Never call it from the sink or from `perform`.
  public func stop() {
    let running = state.withLock { state -> (InputInbox, pthread_t)? in
      guard case .running(let inbox, let thread) = state else { return nil }
      state = .stopped
      return (inbox, thread)
    }
    guard let (inbox, thread) = running else { return }
    precondition(
      pthread_equal(thread, pthread_self()) == 0, "the input thread cannot wait for itself: a bug in hwctl")
    inbox.stop()
    pthread_join(thread, nil)
  }
}
