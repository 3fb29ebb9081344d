import BusTesting
import Desktop
import Domain
import MessageBus
import Synchronization
import Testing

/// A desktop's side of the real portal: what a compositor would do.
final class PortalBackend: Sendable {
  static let name = "org.freedesktop.impl.portal.desktop.lab"
  static let interface = "org.freedesktop.impl.portal.GlobalShortcuts"
  static let path = "/org/freedesktop/portal/desktop"

  let bus: MessageBus
  let told = EventLog<String>()
  private let sessionPath = Mutex("")
  private let isRefusing: Bool

  init(_ address: MessageBus.Address, isRefusing: Bool = false) async throws {
    self.isRefusing = isRefusing
    bus = try MessageBus(address, name: "backend")
    await bus.connected()
    try await bus.attempt { [self] in try $0.export(interface($0), at: Self.path) }
    try await bus.own(Self.name)
  }

  func activate(_ id: String, _ isDown: Bool) async throws {
    let path = sessionPath.withLock { $0 }
    try await bus.attempt {
      try $0.emit(
        Self.path, Self.interface, isDown ? "Activated" : "Deactivated",
        [.objectPath(path), .string(id), .uint64(1), .properties([:])])
    }
  }

  private func interface(_ connection: BusConnection) -> BusInterface {
    BusInterface(
      Self.interface,
      methods: [
        BusMethod("CreateSession", takes: "oosa{sv}", gives: "ua{sv}") { [self, unowned connection] call in
          create(call, connection)
        },
        BusMethod("BindShortcuts", takes: "ooa(sa{sv})sa{sv}", gives: "ua{sv}") { [self] in bind($0) },
      ],
      signals: [
        BusSignal("Activated", carries: "osta{sv}"), BusSignal("Deactivated", carries: "osta{sv}"),
        BusSignal("ShortcutsChanged", carries: "oa(sa{sv})"),
      ],
      properties: [BusProperty("version", "u", get: { .uint32(1) })])
  }

  private func create(_ call: BusInvocation, _ connection: BusConnection) {
    let path = call.call.arguments[1].objectPath ?? "/"
    sessionPath.withLock { $0 = path }
    let session = BusInterface(
      "org.freedesktop.impl.portal.Session",
      methods: [
        BusMethod("Close") { [told] in
          told.add("Close")
          $0.reply()
        }
      ],
      signals: [BusSignal("Closed")],
      properties: [BusProperty("version", "u", get: { .uint32(1) })])
    _ = try? connection.export(session, at: path)
    told.add("CreateSession")
    call.reply([.uint32(0), .properties([:])])
  }

  private func bind(_ call: BusInvocation) {
    let ids = (call.call.arguments[2].elements ?? []).compactMap { $0.fields?.first?.string }
    told.add("Bind \(ids.joined(separator: " "))")
    let triggers = Dictionary(uniqueKeysWithValues: ids.map { ($0, "Meta+F9") })
    call.reply([.uint32(isRefusing ? 1 : 0), .properties(["shortcuts": ScriptedPortal.list(triggers)])])
  }
}

/// Debian's xdg-desktop-portal on a private bus, with a stand-in for the desktop behind it.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct RealPortalTests {
  private static let program = "/usr/libexec/xdg-desktop-portal"

  private func start(_ world: ShortcutsWorld, hasBackend: Bool = true) throws -> TestProcess {
    if hasBackend {
      try world.daemon.write(
        "lab.portal",
        "[portal]\nDBusName=\(PortalBackend.name)\nInterfaces=\(PortalBackend.interface);\nUseIn=lab\n")
    }
    let folder = world.daemon.folder
    return try TestProcess(
      [Self.program, "-r"],
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": world.daemon.text, "XDG_DESKTOP_PORTAL_DIR": folder,
        "XDG_CURRENT_DESKTOP": "lab", "XDG_RUNTIME_DIR": folder, "HOME": folder,
      ])
  }

  @Test func `A chord goes through the real portal, down and up, and its session is closed`() async throws {
    let world = try ShortcutsWorld()
    let backend = try await PortalBackend(world.daemon.address)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.noPortal))
    let portal = try start(world)
    await world.listener.wait(.bound)
    #expect(world.listener.states.events.last?.chords == ["dictate": .bound(trigger: "Meta+F9")])
    try await backend.activate("dictate", true)
    try await backend.activate("dictate", false)
    await world.listener.chords.wait { $0 == ["dictate down", "dictate up"] }
    world.portal.configure([])
    await backend.told.wait { $0 == ["CreateSession", "Bind dictate", "Close"] }
    portal.terminate()
    await world.end()
    await backend.bus.closed()
  }

  @Test func `The real portal killed while a chord is down lets it up, and is used again when it is back`()
    async throws
  {
    let world = try ShortcutsWorld()
    let backend = try await PortalBackend(world.daemon.address)
    let first = try start(world)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.bound)
    try await backend.activate("dictate", true)
    await world.listener.chords.wait { $0 == ["dictate down"] }
    first.kill()
    await world.listener.chords.wait { $0 == ["dictate down", "dictate up"] }
    let second = try start(world)
    await world.listener.wait(.bound)
    second.terminate()
    await world.end()
    await backend.bus.closed()
  }

  @Test func `A user who refuses in the real portal's dialog is told so`() async throws {
    let world = try ShortcutsWorld()
    let backend = try await PortalBackend(world.daemon.address, isRefusing: true)
    let portal = try start(world)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.denied))
    portal.terminate()
    await world.end()
    await backend.bus.closed()
  }

  @Test func `The real portal on a desktop without global shortcuts has no backend`() async throws {
    let world = try ShortcutsWorld()
    let portal = try start(world, hasBackend: false)
    world.portal.configure([ShortcutsWorld.dictate])
    await world.listener.wait(.unavailable(.noBackend))
    portal.terminate()
    await world.end()
  }
}
