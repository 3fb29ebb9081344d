import BusTesting
import Desktop
import Domain
import MessageBus
import Testing

final class ShortcutsListener: ShortcutsPortalDelegate {
  let states = EventLog<ShortcutsState>()
  /// "dictate down", "dictate up"
  let chords = EventLog<String>()

  func shortcut(_ id: String, isDown: Bool, at instant: MonotonicInstant) {
    chords.add("\(id) \(isDown ? "down" : "up")")
  }

  func shortcutsChanged(_ state: ShortcutsState) { states.add(state) }

  func wait(_ portal: ShortcutsState.Portal) async { await states.wait { $0.last?.portal == portal } }
}

struct ShortcutsWorld {
  static let dictate = PortalShortcut(
    id: "dictate", chord: KeyChord(modifiers: [.control, .alt], key: "d"), description: "Hold to dictate")
  static let rewind = PortalShortcut(
    id: "rewind", chord: KeyChord(modifiers: [.leftControl], key: "F9"), description: "Go back")

  let daemon: TestBus
  let bus: MessageBus
  let listener = ShortcutsListener()
  let portal: ShortcutsPortal

  init(services: [String: String] = [:]) throws {
    daemon = try TestBus(services: services)
    bus = try MessageBus(
      daemon.address, name: "chords",
      reconnection: Backoff(first: .milliseconds(5), last: .milliseconds(50)))
    portal = ShortcutsPortal(bus: bus, delegate: listener)
    portal.start()
  }

  func end(_ double: ScriptedPortal? = nil) async {
    await bus.closed()
    await double?.bus.closed()
  }
}

@Suite(.timeLimit(.minutes(10)))
struct ShortcutsPortalTests {
  @Test(arguments: [false, true])
  func `A chord is bound, goes down and up, and the session is closed when it is wanted no more`(
    _ choosesPaths: Bool
  ) async throws {
    let world = try ShortcutsWorld()
    var script = ScriptedPortal.Script()
    script.choosesPaths = choosesPaths
    let double = try await ScriptedPortal(world.daemon.address, script)
    world.portal.configure([ShortcutsWorld.dictate, ShortcutsWorld.rewind])
    await world.listener.wait(.bound)
    #expect(
      world.listener.states.events.last?.chords
        == ["dictate": .bound(trigger: "Press CTRL+ALT+d"), "rewind": .notExpressible])
    #expect(double.told.events == ["CreateSession", "Bind dictate CTRL+ALT+d"])
    try await double.activate("dictate")
    try await double.activate("dictate", false)
    try await double.activate("dictate", session: "/somebody/else")
    try await double.activate("dictate")
    await world.listener.chords.wait { $0.count == 3 }
    #expect(world.listener.chords.events == ["dictate down", "dictate up", "dictate down"])
    world.portal.configure([])
    await world.listener.wait(.off)
    await double.told.wait { $0.last == "Close" }
    #expect(world.listener.chords.events.last == "dictate up")
    await world.end(double)
  }

  @Test func `Without a portal it says so, and binds as soon as one is there`() async throws {
    let world = try ShortcutsWorld()
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.noPortal))
    let double = try await ScriptedPortal(world.daemon.address)
    await world.listener.wait(.bound)
    await world.end(double)
  }

  @Test func `A portal that cannot be started is none`() async throws {
    let world = try ShortcutsWorld(services: [ScriptedPortal.name: "/bin/false"])
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.noPortal))
    await world.end()
  }

  @Test func `A desktop without global shortcuts is told apart from no portal`() async throws {
    let world = try ShortcutsWorld()
    let double = try await ScriptedPortal(world.daemon.address, hasShortcuts: false)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.noBackend))
    await world.end(double)
  }

  @Test func `A user who refuses is asked again only for other chords`() async throws {
    let world = try ShortcutsWorld()
    var script = ScriptedPortal.Script()
    script.bindCode = 1
    let double = try await ScriptedPortal(world.daemon.address, script)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.denied))
    await double.told.wait { $0.last == "Close" }
    double.change { $0.bindCode = 0 }
    world.portal.configure([ShortcutsWorld.dictate])
    var other = ShortcutsWorld.dictate
    other.chord = KeyChord(modifiers: [.super], key: "F9")
    world.portal.configure([other])
    await world.listener.wait(.bound)
    #expect(
      double.told.events
        == ["CreateSession", "Bind dictate CTRL+ALT+d", "Close", "CreateSession", "Bind dictate LOGO+F9"])
    await world.end(double)
  }

  @Test func `A chord that the user leaves out is not granted, and is when the desktop says so later`()
    async throws
  {
    let world = try ShortcutsWorld()
    var script = ScriptedPortal.Script()
    script.grants = []
    let double = try await ScriptedPortal(world.daemon.address, script)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.states.wait { $0.last?.chords == ["dictate": .notGranted] }
    try await double.changeTriggers(["dictate": "F9"])
    await world.listener.states.wait { $0.last?.chords == ["dictate": .bound(trigger: "F9")] }
    await world.end(double)
  }

  @Test func `A portal that restarts while a chord is down lets it up and is bound again`() async throws {
    let world = try ShortcutsWorld()
    let first = try await ScriptedPortal(world.daemon.address)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.bound)
    try await first.activate("dictate")
    await world.listener.chords.wait { $0 == ["dictate down"] }
    await first.bus.closed()
    await world.listener.chords.wait { $0 == ["dictate down", "dictate up"] }
    await world.listener.wait(.unavailable(.portalGone))
    let second = try await ScriptedPortal(world.daemon.address)
    await world.listener.wait(.bound)
    try await second.activate("dictate")
    await world.listener.chords.wait { $0.count == 3 }
    await world.end(second)
  }

  @Test func `A session that the desktop closes lets the chord up, and another one is made a second later`()
    async throws
  {
    let world = try ShortcutsWorld()
    let double = try await ScriptedPortal(world.daemon.address)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.bound)
    try await double.activate("dictate")
    await world.listener.chords.wait { $0 == ["dictate down"] }
    try await double.closeSession()
    await world.listener.chords.wait { $0.last == "dictate up" }
    await world.listener.wait(.unavailable(.sessionClosed))
    await world.listener.wait(.bound)
    #expect(double.told.events.filter { $0 == "CreateSession" }.count == 2)
    await world.end(double)
  }

  @Test func `A portal that vanishes in the middle of a call, or answers nonsense, is trouble that passes`()
    async throws
  {
    let world = try ShortcutsWorld()
    var script = ScriptedPortal.Script()
    script.createIsSilent = true
    let silent = try await ScriptedPortal(world.daemon.address, script)
    world.portal.configure([ShortcutsWorld.dictate])
    await silent.told.wait { $0 == ["CreateSession"] }
    await silent.bus.closed()
    await world.listener.wait(.unavailable(.portalGone))
    script.createIsSilent = false
    script.answersNonsense = true
    let odd = try await ScriptedPortal(world.daemon.address, script)
    await world.listener.wait(.unavailable(.failed))
    odd.change { $0.answersNonsense = false }
    await world.listener.wait(.bound)
    await world.end(odd)
  }

  @Test func `A bus that dies while a chord is down lets it up, and all is bound again when it is back`()
    async throws
  {
    let world = try ShortcutsWorld()
    let first = try await ScriptedPortal(world.daemon.address)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.bound)
    try await first.activate("dictate")
    await world.listener.chords.wait { $0 == ["dictate down"] }
    world.daemon.kill()
    await world.listener.chords.wait { $0.last == "dictate up" }
    await world.listener.wait(.unavailable(.noBus))
    await first.bus.closed()
    try world.daemon.start()
    let second = try await ScriptedPortal(world.daemon.address)
    await world.listener.wait(.bound)
    await world.end(second)
  }

  @Test func `Somebody else's signals on the portal's path are not the portal's`() async throws {
    let world = try ShortcutsWorld()
    let double = try await ScriptedPortal(world.daemon.address)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.bound)
    let impostor = try MessageBus(world.daemon.address, name: "impostor")
    await impostor.connected()
    let session = double.session
    try await impostor.attempt {
      try $0.emit(
        ScriptedPortal.path, ScriptedPortal.shortcuts, "Activated",
        [.objectPath(session), .string("dictate"), .uint64(1), .properties([:])])
    }
    await impostor.closed()
    try await double.activate("dictate")
    try await double.activate("dictate", false)
    await world.listener.chords.wait { $0.last == "dictate up" }
    #expect(world.listener.chords.events == ["dictate down", "dictate up"])
    await world.end(double)
  }
}
