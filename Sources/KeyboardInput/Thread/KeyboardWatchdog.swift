internal import CSystem
internal import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// The second thread: while keyboards are grabbed it watches that the loop turns, and gives them back when it does not.
///
/// It has descriptors of its own for the same open files, so that it needs nothing of the loop. What it ends: the grab
/// (EVIOCGRAB), and the virtual copy, with which the kernel lets go of the keys that were passed on.
final class KeyboardWatchdog: Sendable {
  /// Of one grabbed keyboard.
  private final class Guarded: Sendable {
    let source: FileDescriptor
    let copy: FileDescriptor

    init(source: consuming FileDescriptor, copy: consuming FileDescriptor) {
      self.source = source
      self.copy = copy
    }
  }

  private struct State {
    var guarded: [UInt64: Guarded] = [:]
    var isStopping = false
  }

  /// Above the loop, which may be what stalls the processor.
  private static let realtimePriority: CInt = 41

  private let state = Mutex(State())
  private let wake: WakeEvent
  /// Nanoseconds of CLOCK_MONOTONIC; 0 while the loop waits.
  private let busySince = Atomic<Int64>(0)
  private let rounds = Atomic<UInt64>(0)
  private let firings = Atomic<Int>(0)
  /// Called after it has given keyboards back.
  private let fired: @Sendable () -> Void

  init(fired: @escaping @Sendable () -> Void) throws(SystemError) {
    wake = try WakeEvent()
    self.fired = fired
  }

  // MARK: The loop's side

  /// How often keyboards were given back. The loop compares before it touches a keyboard.
  var firingCount: Int { firings.load(ordering: .acquiring) }

  func beginRound() {
    rounds.add(1, ordering: .relaxed)
    busySince.store(MonotonicInstant.now().nanoseconds, ordering: .relaxed)
  }

  func endRound() { busySince.store(0, ordering: .relaxed) }

  /// - Parameters: second descriptors of a keyboard that was just grabbed, and of its copy.
  func add(_ token: UInt64, source: consuming FileDescriptor, copy: consuming FileDescriptor) {
    let guarded = Guarded(source: source, copy: copy)
    state.withLock { $0.guarded[token] = guarded }
    wake.signal()
  }

  /// Must come before the keyboard is closed, or its open file stays until the watchdog lets go of it.
  func remove(_ token: UInt64) { _ = state.withLock { $0.guarded.removeValue(forKey: token) } }

  // MARK: The watchdog's side

  func start() { Thread(name: "watchdog") { self.run() }.start() }

  func stop() {
    state.withLock { $0.isStopping = true }
    wake.signal()
  }

  private func run() {
    // Without the permission it still has an ordinary share of a processor.
    _ = hwctl_realtime_thread(Self.realtimePriority)
    var machine = WatchdogMachine()
    while true {
      let (isStopping, isIdle) = state.withLock { ($0.isStopping, $0.guarded.isEmpty) }
      if isStopping { return }
      if isIdle { machine = WatchdogMachine() }
      var waiting = pollfd(fd: wake.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, isIdle ? -1 : CInt(WatchdogMachine.period.wholeMilliseconds)) > 0 { wake.clear() }
      check(&machine)
    }
  }

  private func check(_ machine: inout WatchdogMachine) {
    let busy = busySince.load(ordering: .relaxed)
    let isStalled = machine.isStalled(
      busySince: busy == 0 ? nil : MonotonicInstant(nanoseconds: busy),
      rounds: rounds.load(ordering: .relaxed),
      isPending: isPending, at: .now())
    if isStalled { giveBack() }
  }

  private var isPending: Bool {
    state.withLock { state in
      state.guarded.values.contains { guarded in
        var request = pollfd(fd: guarded.source.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
      }
    }
  }

  private func giveBack() {
    let guarded = state.withLock { state in
      defer { state.guarded = [:] }
      // Told before it happens, so that the loop cannot come back and read what others have seen.
      if !state.guarded.isEmpty { firings.add(1, ordering: .releasing) }
      return Array(state.guarded.values)
    }
    guard !guarded.isEmpty else { return }
    for keyboard in guarded {
      _ = hwctl_ioctl_int(keyboard.source.rawValue, HWCTL_EVIOCGRAB, 0)
      _ = hwctl_ioctl_int(keyboard.copy.rawValue, HWCTL_UI_DEV_DESTROY, 0)
    }
    Log.error(
      "the keyboard loop has stalled; its keyboards were given back", ["count": .number(guarded.count)])
    fired()
  }
}
