internal import CSystemd
internal import Domain
internal import Glibc
internal import SystemCalls

/// The thread's loop, and how a connection comes and goes.
extension BusConnection {
  /// Messages handled before timers and posted works get their turn again.
  private static let batch = 64
  /// How long the last messages may take to leave at the end.
  private static let closeLimit = Duration.milliseconds(200)

  /// Calls in answer to a failed call, one inside the other, that are still told of the end. A chain that is longer has none.
  private static let closeRounds = 16

  func run() {
    connect()
    while true {
      runDue()
      let (works, isStopping) = inbox.take()
      for work in works { work(self) }
      if isStopping { break }
      if process() { continue }
      wait()
    }
    end()
  }

  private func runDue() {
    let now = MonotonicInstant.now()
    while let work = timers.takeDue(now) { work() }
    runSoon()
  }

  private func runSoon() {
    let closures = soon
    soon = []
    for closure in closures { closure() }
  }

  /// Lets sd-bus work. True when there is more to do now.
  private func process() -> Bool {
    guard let handle else { return !soon.isEmpty }
    for _ in 0..<Self.batch {
      let code = sd_bus_process(handle, nil)
      if code < 0 {
        lose(isConnected ? BusError(.disconnected, detail: code.explanation) : Self.unreachable(code))
        return true
      }
      if !isConnected, sd_bus_is_ready(handle) > 0 { becomeConnected() }
      if code == 0 { return !soon.isEmpty }
    }
    return true
  }

  private func wait() {
    var descriptors = [pollfd(fd: inbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    var deadline = timers.next
    if let handle {
      let events = sd_bus_get_events(handle)
      if events >= 0 {
        descriptors.append(
          pollfd(fd: sd_bus_get_fd(handle), events: Int16(truncatingIfNeeded: events), revents: 0))
      }
      var microseconds = UInt64.max
      if sd_bus_get_timeout(handle, &microseconds) >= 0, microseconds < UInt64(Int64.max) / 1000 {
        let library = MonotonicInstant(nanoseconds: Int64(microseconds) * 1000)
        deadline = deadline.map { min($0, library) } ?? library
      }
    }
    // EINTR or an error: the loop looks again, and sd-bus tells what is wrong.
    _ = poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(until: deadline))
  }

  /// Rounded up, so that nothing wakes before its time and spins; -1 for never.
  private static func milliseconds(until deadline: MonotonicInstant?) -> CInt {
    guard let deadline else { return -1 }
    let nanoseconds = max(deadline.nanoseconds - MonotonicInstant.now().nanoseconds, 0)
    return CInt(clamping: (nanoseconds + 999_999) / 1_000_000)
  }

  func connect() {
    var bus: OpaquePointer?
    let code = open(&bus)
    guard code >= 0, let bus else {
      lose(Self.unreachable(code))
      return
    }
    handle = bus
    connectTimer = after(Self.connectLimit) { [unowned self] in
      connectTimer = nil
      lose(BusError(.noBus, detail: "it accepts the connection and does not answer"))
    }
  }

  private func open(_ bus: inout OpaquePointer?) -> CInt {
    switch address {
    case .user: return sd_bus_open_user_with_description(&bus, "hwctl")
    case .system: return sd_bus_open_system_with_description(&bus, "hwctl")
    case .at(let text):
      var code = sd_bus_new(&bus)
      if code >= 0 { code = sd_bus_set_address(bus, text) }
      if code >= 0 { code = sd_bus_set_bus_client(bus, 1) }
      if code >= 0 { code = sd_bus_start(bus) }
      if code < 0 { bus = sd_bus_unref(bus) }
      return code
    }
  }

  private static func unreachable(_ code: CInt) -> BusError {
    BusError(.noBus, detail: code == -ENOMEDIUM ? "no address is set" : code.explanation)
  }

  private func becomeConnected() {
    isConnected = true
    attempts = 0
    toldLoss = nil
    stopConnectTimer()
    tell(.connected)
  }

  /// Takes everything of the connection down, tells it and plans the next attempt. Not called inside sd-bus's callbacks.
  private func lose(_ error: BusError) {
    drop(BusError(.disconnected, detail: error.detail))
    let delay = reconnection.delay(after: attempts)
    attempts += 1
    after(delay) { [unowned self] in connect() }
    guard toldLoss == nil else { return }
    toldLoss = error
    tell(.lost(error))
  }

  private func drop(_ error: BusError) {
    isConnected = false
    stopConnectTimer()
    // Taken first: a completion may make new calls, which must not be failed here.
    let (calls, signals, objects) = (pending, subscriptions, exports)
    (pending, subscriptions, exports) = ([:], [:], [:])
    for call in calls.values.sorted(by: { $0.number < $1.number }) { fail(call, error) }
    for signal in signals.values { signal.end() }
    for object in objects.values { object.end() }
    if let handle { sd_bus_close_unref(handle) }
    handle = nil
  }

  private func stopConnectTimer() {
    if let connectTimer { cancel(connectTimer) }
    connectTimer = nil
  }

  private func end() {
    flush()
    drop(BusError(.disconnected, detail: "hwctl closed it"))
    // A completion may call again, which fails at once and has a completion of its own.
    for _ in 0..<Self.closeRounds where !soon.isEmpty { runSoon() }
    observers = []
    timers = BusTimers()
    inbox.close()
  }

  /// What was said last must arrive: a pause for the player, a Close for the portal.
  private func flush() {
    let deadline = MonotonicInstant.now().advanced(by: Self.closeLimit)
    while let handle, isConnected, MonotonicInstant.now() < deadline {
      var queued: UInt64 = 0
      guard sd_bus_get_n_queued_write(handle, &queued) >= 0, queued > 0 else { return }
      guard sd_bus_process(handle, nil) >= 0 else { return }
      var descriptor = pollfd(fd: sd_bus_get_fd(handle), events: Int16(POLLOUT), revents: 0)
      _ = poll(&descriptor, 1, Self.milliseconds(until: deadline))
    }
  }
}
