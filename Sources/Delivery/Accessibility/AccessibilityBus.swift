internal import Domain
internal import MessageBus
internal import Synchronization
internal import SystemCalls

/// The accessibility bus: a connection of its own, asked with a time limit for every call, and heard for what gets the focus.
///
/// Its address is the session bus's to give (org.a11y.Bus), which starts it where it does not run. May be used from any
/// thread that may block.
final class AccessibilityBus: Sendable {
  private struct State {
    var address: String?
    var bus: MessageBus?
    /// Connected, and applications were told that somebody wants to hear of the focus.
    var isListening = false
    /// What got the focus, the last one first, at most one of each application.
    var focused: [AccessibleObject] = []
    /// By unique name.
    var processes: [String: Int32] = [:]
    /// Applications that said that they inserted and did not.
    var inert: Set<String> = []
    /// Applications that did not answer, and until when they are left alone.
    var hanging: [String: MonotonicInstant] = [:]
  }

  /// How long an application that did not answer is left alone, unless it gets the focus.
  private static let hangingTime = Duration.seconds(30)

  /// Windows that a person goes to and fro between; older ones are found by a search.
  static let focusLimit = 16
  /// How long the start of the bus by the session bus may take; 45 ms were measured.
  private static let startLimit = Duration.seconds(5)
  /// Between attempts where the session bus knows no accessibility.
  private static let retryDelay = Duration.seconds(30)

  private let session: MessageBus
  private let state = Mutex(State())

  /// Connects in the background, and again whenever one of the buses comes back.
  init(session: MessageBus) {
    self.session = session
    session.observe { [weak self] event, connection in
      if event == .connected { self?.findBus(connection) }
    }
  }

  deinit { state.withLock { $0.bus }?.close() }

  var isListening: Bool { state.withLock { $0.isListening } }

  /// What got the focus, the last one first.
  var focused: [AccessibleObject] { state.withLock { $0.focused } }

  /// Remembers an object that a search found.
  func noteFocus(_ object: AccessibleObject) {
    state.withLock { state in
      state.focused.removeAll { $0.owner == object.owner }
      state.hanging[object.owner] = nil
      state.focused.insert(object, at: 0)
      if state.focused.count > Self.focusLimit { state.focused.removeLast() }
    }
  }

  /// Remembers that an application inserts nothing.
  func noteInert(_ owner: String) { state.withLock { _ = $0.inert.insert(owner) } }

  func isInert(_ owner: String) -> Bool { state.withLock { $0.inert.contains(owner) } }

  func noteHanging(_ owner: String) {
    let end = MonotonicInstant.now().advanced(by: Self.hangingTime)
    state.withLock { $0.hanging[owner] = end }
  }

  func isHanging(_ owner: String) -> Bool {
    state.withLock { state in state.hanging[owner].map { MonotonicInstant.now() < $0 } ?? false }
  }

  /// Asks, and waits for the answer.
  ///
  /// - Throws: `timedOut` when the limit passes. What was asked may still happen then.
  func call(_ call: BusCall, timeLimit: Duration) throws(BusError) -> BusMessage {
    guard let bus = state.withLock({ $0.bus }) else { throw BusError(.noBus) }
    let answer = BlockingAnswer<Result<BusMessage, BusError>>()
    let isTaken = bus.perform { connection in
      connection.call(call, timeLimit: timeLimit) { answer.give($0) }
    }
    guard isTaken else { throw BusError(.overloaded) }
    // The bus's own limit comes first, unless its thread is starved.
    return try (answer.wait(limit: timeLimit + .milliseconds(50)) ?? .failure(BusError(.timedOut))).get()
  }

  /// The process behind a unique name; the bus itself knows it, also of an application that hangs.
  func process(of owner: String, timeLimit: Duration) throws(BusError) -> Int32 {
    if let known = state.withLock({ $0.processes[owner] }) { return known }
    let answer = try call(
      .toBus("GetConnectionUnixProcessID", [.string(owner)]), timeLimit: timeLimit)
    let process = try answer.argument(0) { $0.integer.flatMap(Int32.init(exactly:)) }
    state.withLock { $0.processes[owner] = process }
    return process
  }
}

// Coming and going; on the threads of the buses.
extension AccessibilityBus {
  private func findBus(_ connection: BusConnection) {
    let call = BusCall("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    connection.call(call, timeLimit: Self.startLimit) { [weak self, unowned connection] result in
      guard let self else { return }
      guard let address = try? result.get().argument(0, \.string), !address.isEmpty else {
        connection.after(Self.retryDelay) { [weak self, unowned connection] in self?.findBus(connection) }
        return
      }
      connect(address)
    }
  }

  private func connect(_ address: String) {
    guard state.withLock({ $0.address }) != address, let bus = try? MessageBus(.at(address), name: "a11y")
    else {
      return
    }
    let old = state.withLock { state in
      let old = state.bus
      state = State(address: address, bus: bus)
      return old
    }
    old?.close()
    bus.observe { [weak self] event, connection in
      switch event {
      case .connected: self?.listen(connection)
      case .lost: self?.lost()
      }
    }
  }

  private func lost() {
    state.withLock { state in
      state.isListening = false
      state.focused = []
      state.processes = [:]
      state.inert = []
      state.hanging = [:]
    }
    // A new bus may have another address; the old one is tried again by itself.
    session.perform { [weak self] in self?.findBus($0) }
  }

  /// Both are needed: without the registration GTK sends nothing.
  private func listen(_ connection: BusConnection) {
    let match = BusMatch(
      interface: "org.a11y.atspi.Event.Object", member: "StateChanged", arguments: [0: "focused"])
    _ = try? connection.subscribe(match) { [weak self] signal in
      guard let owner = signal.sender, let path = signal.path,
        (try? signal.argument(1, \.integer)) == 1
      else { return }
      self?.noteFocus(AccessibleObject(owner: owner, path: path))
    }
    let call = BusCall(
      AccessibleObject.desktop.owner, "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "RegisterEvent",
      [.string("object:state-changed:focused")])
    connection.call(call, timeLimit: Self.startLimit) { [weak self] _ in
      self?.state.withLock { $0.isListening = true }
    }
  }
}
