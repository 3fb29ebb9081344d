import BusTesting
import Desktop
import Domain
import MessageBus
import Synchronization
import Testing

/// Hears of the session, and lets go when the test says so.
final class SessionListener: SessionWatchDelegate {
  enum Event: Equatable, Sendable {
    case state(SessionState)
    case willSleep
    case rescan
  }

  let log = EventLog<Event>()
  private let done = Mutex<(@Sendable () -> Void)?>(nil)

  func sessionChanged(_ state: SessionState) { log.add(.state(state)) }

  func sessionWillSleep(_ done: @escaping @Sendable () -> Void) {
    self.done.withLock { $0 = done }
    log.add(.willSleep)
  }

  func sessionRescan() { log.add(.rescan) }

  func letGo() { done.withLock { $0 }?() }

  /// Waits until the last state told has this reason.
  func wait(_ reason: SessionState.Reason) async {
    await log.wait { $0.lastState?.reason == reason }
  }

  func wait(_ state: SessionState) async {
    await log.wait { $0.lastState == state }
  }
}

extension [SessionListener.Event] {
  var lastState: SessionState? {
    for case .state(let state) in reversed() { return state }
    return nil
  }
}

/// One bus, one logind, one watch.
struct SessionWorld {
  let daemon: TestBus
  let bus: MessageBus
  let listener = SessionListener()
  let watch: SessionWatch

  init(id: String? = "1") throws {
    daemon = try TestBus()
    bus = try MessageBus(
      daemon.address, name: "session",
      reconnection: Backoff(first: .milliseconds(5), last: .milliseconds(50)))
    watch = SessionWatch(
      bus: bus, identity: SessionIdentity(sessionID: id, processID: 4711, userID: 1000), delegate: listener)
  }

  func end(_ logind: ScriptedLogind? = nil) async {
    watch.stop()
    await bus.closed()
    await logind?.bus.closed()
  }
}

@Suite(.timeLimit(.minutes(10)))
struct SessionWatchTests {
  private static let running = SessionState(.active, delaysSleep: true)

  @Test func `A session switched away, back, locked and unlocked is told each time`() async throws {
    let world = try SessionWorld()
    let logind = try await ScriptedLogind(world.daemon.address)
    world.watch.start()
    await world.listener.wait(Self.running)
    try await logind.announce(["Active"]) { $0.active = false }
    await world.listener.wait(.inactive)
    try await logind.announce(["Active"]) { $0.active = true }
    await world.listener.wait(.active)
    try await logind.announce(["LockedHint"]) { $0.locked = true }
    await world.listener.wait(.locked)
    try await logind.announce(["LockedHint"]) { $0.locked = false }
    await world.listener.wait(.active)
    try await logind.signal("Lock")
    await world.listener.wait(.locked)
    try await logind.signal("Unlock")
    await world.listener.wait(.active)
    #expect(logind.calls.events.contains("sleep hwctl Releasing devices and ending Actions delay"))
    await world.end(logind)
  }

  @Test(
    arguments: [
      ("1", true, true, true, UInt32(1000), ["GetSession"]),
      // An id left over from an earlier login, of nobody or of somebody else
      ("7", true, true, true, 1000, ["GetSession", "GetSessionByPID"]),
      ("1", true, true, true, 1001, ["GetSession", "GetSessionByPID"]),
      // A user service
      (nil, true, false, true, 1000, ["GetSessionByPID", "GetUser"]),
      ("1", false, false, true, 1000, ["GetSession", "GetSessionByPID", "GetUser"]),
    ] as [(String?, Bool, Bool, Bool, UInt32, [String])])
  func `Our session is found by id, process or display`(
    _ id: String?, _ knowsID: Bool, _ knowsProcess: Bool, _ hasDisplay: Bool, _ owner: UInt32,
    _ calls: [String]
  ) async throws {
    let world = try SessionWorld(id: id)
    var script = ScriptedLogind.Script()
    (script.knowsID, script.knowsProcess, script.hasDisplay) = (knowsID, knowsProcess, hasDisplay)
    script.owner = owner
    let logind = try await ScriptedLogind(world.daemon.address, script)
    world.watch.start()
    await world.listener.wait(.active)
    #expect(Array(logind.calls.events.prefix(calls.count)) == calls)
    await world.end(logind)
  }

  @Test func `A user who is not logged in has no session until there is one`() async throws {
    let world = try SessionWorld(id: nil)
    var script = ScriptedLogind.Script()
    (script.knowsProcess, script.hasDisplay) = (false, false)
    let logind = try await ScriptedLogind(world.daemon.address, script)
    world.watch.start()
    await world.listener.wait(.noSession)
    logind.change { $0.hasDisplay = true }
    try await logind.sessionsChanged()
    await world.listener.wait(.active)
    await world.end(logind)
  }

  @Test func `The machine sleeps after all was let go of, and devices are looked for again afterwards`()
    async throws
  {
    let world = try SessionWorld()
    let logind = try await ScriptedLogind(world.daemon.address)
    world.watch.start()
    await world.listener.wait(Self.running)
    try await logind.prepareForSleep(true)
    await world.listener.log.wait { $0.last == .willSleep }
    #expect(world.listener.log.events.lastState?.reason == .sleeping)
    #expect(logind.inhibitor.events == ["taken"])
    world.listener.letGo()
    await logind.inhibitor.wait { $0 == ["taken", "released"] }
    try await logind.prepareForSleep(false)
    await world.listener.wait(Self.running)
    await world.listener.log.wait { $0.contains(.rescan) }
    await logind.inhibitor.wait { $0.count == 3 }
    #expect(logind.inhibitor.events.last == "taken")
    await world.end(logind)
    await logind.inhibitor.wait { $0.last == "released" }
  }

  @Test func `Without the right to delay sleep it works and says so`() async throws {
    let world = try SessionWorld()
    var script = ScriptedLogind.Script()
    script.refusesInhibitor = true
    let logind = try await ScriptedLogind(world.daemon.address, script)
    world.watch.start()
    await world.listener.wait(SessionState(.active))
    await world.end(logind)
  }

  @Test func `Without logind it runs as if active, and follows logind as soon as it is there`() async throws {
    let world = try SessionWorld()
    world.watch.start()
    await world.listener.wait(.withoutLogind)
    var script = ScriptedLogind.Script()
    script.locked = true
    let logind = try await ScriptedLogind(world.daemon.address, script)
    await world.listener.wait(.locked)
    await world.end(logind)
  }

  @Test func `A logind that is started again is asked again, and nothing changes meanwhile`() async throws {
    let world = try SessionWorld()
    let first = try await ScriptedLogind(world.daemon.address)
    world.watch.start()
    await world.listener.wait(Self.running)
    await first.bus.closed()
    var script = ScriptedLogind.Script()
    script.active = false
    let second = try await ScriptedLogind(world.daemon.address, script)
    await world.listener.wait(.inactive)
    let reasons = world.listener.log.events.compactMap { event -> SessionState.Reason? in
      if case .state(let state) = event { state.reason } else { nil }
    }
    #expect(!reasons.contains(.withoutLogind))
    await world.end(second)
  }

  @Test func `A system bus that dies and comes back is used again`() async throws {
    let world = try SessionWorld()
    let first = try await ScriptedLogind(world.daemon.address)
    world.watch.start()
    await world.listener.wait(Self.running)
    world.daemon.kill()
    await world.listener.wait(SessionState(.active))
    await first.bus.closed()
    try world.daemon.start()
    var script = ScriptedLogind.Script()
    script.locked = true
    let second = try await ScriptedLogind(world.daemon.address, script)
    await world.listener.wait(.locked)
    await world.end(second)
  }

  @Test func `A logind that answers nonsense counts as none`() async throws {
    let world = try SessionWorld()
    var script = ScriptedLogind.Script()
    script.activeIsText = true
    let logind = try await ScriptedLogind(world.daemon.address, script)
    world.watch.start()
    await world.listener.wait(.withoutLogind)
    await world.end(logind)
  }
}
