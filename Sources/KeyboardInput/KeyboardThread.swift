internal import CSystem
public import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// Chords from the keyboards that the user lists: one thread that observes or grabs them (`KeyboardSelection.Mode`).
///
/// It asks for SCHED_FIFO, as only that keeps typing through a grabbed keyboard from waiting for a busy machine; without
/// the permission (the unit's LimitRTPRIO) it runs as it is. A second thread watches it and gives grabbed keyboards back
/// when it stalls for a second. All calls of the sink happen on it.
public final class KeyboardThread: Sendable {
  /// As the thread of the Devices: above ordinary work, below the kernel's own threads for interrupts (50).
  private static let realtimePriority: CInt = 40

  private enum State {
    /// What was set before the start.
    case idle(KeyboardInbox.Contents)
    case running(KeyboardInbox, pthread_t)
    case stopped
  }

  private let sink: any ChordSink
  private let surroundings: KeyboardSurroundings
  private let state = Mutex(State.idle(KeyboardInbox.Contents()))

  public init(sink: any ChordSink, surroundings: KeyboardSurroundings) {
    self.sink = sink
    self.surroundings = surroundings
  }

  /// Finds the listed keyboards on the new thread; returns without waiting for them.
  ///
  /// - Throws: `KeyboardInputError` when nothing can be discovered or waited for, or at a second start.
  public func start() throws(KeyboardInputError) {
    let result = state.withLock { state -> Result<Void, KeyboardInputError> in
      guard case .idle(let left) = state else { return .failure(KeyboardInputError(.alreadyStarted)) }
      do throws(KeyboardInputError) {
        state = try launch(left)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private func launch(_ left: KeyboardInbox.Contents) throws(KeyboardInputError) -> State {
    let inbox: KeyboardInbox
    do throws(SystemError) { inbox = try KeyboardInbox() } catch {
      throw KeyboardInputError(.waitingUnavailable, error)
    }
    inbox.leave { $0 = left }
    // Retained for the thread, which is the only one to use it from here on.
    let loop = Unmanaged.passRetained(
      try KeyboardLoop(sink: sink, surroundings: surroundings, inbox: inbox))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument {
          KeyboardThread.run(Unmanaged<KeyboardLoop>.fromOpaque(argument).takeRetainedValue())
        }
        return nil
      }, loop.toOpaque())
    guard code == 0 else {
      loop.release()
      throw KeyboardInputError(.threadUnavailable, systemCode: code)
    }
    return .running(inbox, thread)
  }

  private static func run(_ loop: KeyboardLoop) {
    hwctl_name_thread("hwctl-keyboard")
    // Signals are for the main thread, which reads them from a descriptor.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let refused = hwctl_realtime_thread(realtimePriority)
    Log.info("the keyboard thread runs", ["realtime": .number(refused == 0 ? 1 : 0)])
    loop.run()
  }

  /// From now on these chords count; one that is down and not among them goes up. Also to be called when the layout has
  /// changed. Of two that are the same keys the first counts. The layout is read here, since that may take longer than
  /// typing through a grabbed keyboard may wait.
  public func setChords(_ chords: [KeyChord]) {
    let table = chords.isEmpty ? ChordTable() : ChordTable(chords, keys: surroundings.layout())
    leave { $0.table = table }
  }

  /// From now on these keyboards are used and no others.
  public func setKeyboards(_ keyboards: [KeyboardSelection]) { leave { $0.keyboards = keyboards } }

  /// Ends all chords and gives all keyboards back, until `resume`: the session is inactive or locked, the machine sleeps.
  public func suspend() { leave { $0.isSuspended = true } }

  public func resume() { leave { $0.isSuspended = false } }

  /// For tests: the loop does nothing for so long, as if it were stuck.
  package func stall(for duration: Duration) {
    leave { $0.work = { _ in usleep(UInt32(duration.wholeMilliseconds) * 1_000) } }
  }

  /// For tests: how many bytes were read from the keyboards that are open now.
  package func countBytes(_ receive: @escaping @Sendable (Int) -> Void) {
    leave {
      $0.work = { loop in receive(loop.entries.values.reduce(0) { $0 + ($1.keyboard?.bytesRead ?? 0) }) }
    }
  }

  private func leave(_ change: (inout KeyboardInbox.Contents) -> Void) {
    state.withLock { state in
      switch state {
      case .idle(var left):
        change(&left)
        state = .idle(left)
      case .running(let inbox, _): inbox.leave(change)
      case .stopped: break
      }
    }
  }

  /// Ends all chords, gives all keyboards back, ends the thread and waits for that. A second call does nothing. Never
  /// call it from the sink.
  public func stop() {
    let running = state.withLock { state -> (KeyboardInbox, pthread_t)? in
      defer { state = .stopped }
      if case .running(let inbox, let thread) = state { return (inbox, thread) }
      return nil
    }
    guard let (inbox, thread) = running else { return }
    precondition(
      pthread_equal(thread, pthread_self()) == 0, "the keyboard thread cannot wait for itself: a bug in hwctl"
    )
    inbox.leave { $0.isStopping = true }
    pthread_join(thread, nil)
  }
}
