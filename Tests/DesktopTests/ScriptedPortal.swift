import BusTesting
import MessageBus
import Synchronization

/// A portal of its own with global shortcuts, that answers as the test says.
final class ScriptedPortal: Sendable {
  struct Script: Sendable {
    var createCode: UInt32 = 0
    var bindCode: UInt32 = 0
    /// As portals before 0.9: the request's path is not the one that the client expects, and told with the method's answer.
    var choosesPaths = false
    var bindIsSilent = false
    var createIsSilent = false
    /// Granted ids; nil for all.
    var grants: [String]?
    var answersNonsense = false
  }

  static let name = "org.freedesktop.portal.Desktop"
  static let path = "/org/freedesktop/portal/desktop"
  static let shortcuts = "org.freedesktop.portal.GlobalShortcuts"

  let bus: MessageBus
  /// "CreateSession", "Bind dictate CTRL+ALT+d", "Close"
  let told = EventLog<String>()
  private let script: Mutex<Script>
  private let kept = KeptInvocations()
  private let sessionPath = Mutex("")

  var session: String { sessionPath.withLock { $0 } }

  init(_ address: MessageBus.Address, _ script: Script = Script(), hasShortcuts: Bool = true) async throws {
    self.script = Mutex(script)
    bus = try MessageBus(address, name: "portal")
    await bus.connected()
    if hasShortcuts { try await bus.attempt { [self] in try $0.export(interface($0), at: Self.path) } }
    try await bus.own(Self.name)
  }

  func change(_ body: @Sendable (inout Script) -> Void) { script.withLock { body(&$0) } }

  func activate(_ id: String, _ isDown: Bool = true, session: String? = nil) async throws {
    let path = session ?? self.session
    try await bus.attempt {
      try $0.emit(
        Self.path, Self.shortcuts, isDown ? "Activated" : "Deactivated",
        [.objectPath(path), .string(id), .uint64(1), .properties([:])])
    }
  }

  func changeTriggers(_ triggers: [String: String]) async throws {
    let (path, list) = (session, Self.list(triggers))
    try await bus.attempt {
      try $0.emit(Self.path, Self.shortcuts, "ShortcutsChanged", [.objectPath(path), list])
    }
  }

  func closeSession() async throws {
    let path = session
    try await bus.attempt {
      try $0.emit(path, "org.freedesktop.portal.Session", "Closed", [.properties([:])])
    }
  }

  /// "a(sa{sv})"
  static func list(_ triggers: [String: String]) -> BusValue {
    .array(
      of: "(sa{sv})",
      triggers.sorted { $0.key < $1.key }.map {
        .structure([.string($0.key), .properties(["trigger_description": .string($0.value)])])
      })
  }

  private var current: Script { script.withLock { $0 } }

  private func interface(_ connection: BusConnection) -> BusInterface {
    BusInterface(
      Self.shortcuts,
      methods: [
        BusMethod("CreateSession", takes: "a{sv}", gives: "o") { [self, unowned connection] in
          create($0, connection)
        },
        BusMethod("BindShortcuts", takes: "oa(sa{sv})sa{sv}", gives: "o") { [self, unowned connection] in
          bind($0, connection)
        },
      ],
      signals: [
        BusSignal("Activated", carries: "osta{sv}"), BusSignal("Deactivated", carries: "osta{sv}"),
        BusSignal("ShortcutsChanged", carries: "oa(sa{sv})"),
      ],
      properties: [BusProperty("version", "u", get: { .uint32(1) })])
  }

  private func create(_ call: BusInvocation, _ connection: BusConnection) {
    told.add("CreateSession")
    let options = call.call.arguments[0].properties ?? [:]
    let path = "\(Self.path)/session/\(Self.sender(call))/\(options["session_handle_token"]?.string ?? "")"
    sessionPath.withLock { $0 = path }
    let session = BusInterface(
      "org.freedesktop.portal.Session",
      methods: [
        BusMethod("Close") { [told] in
          told.add("Close")
          $0.reply()
        }
      ],
      signals: [BusSignal("Closed", carries: "a{sv}")])
    _ = try? connection.export(session, at: path)
    if current.createIsSilent { return kept.keep(call) }
    respond(call, options, current.createCode, ["session_handle": .string(path)], connection)
  }

  private func bind(_ call: BusInvocation, _ connection: BusConnection) {
    let list = call.call.arguments[1].elements ?? []
    let asked = list.compactMap { entry -> (String, String)? in
      guard let fields = entry.fields, let id = fields[0].string else { return nil }
      return (id, fields[1].properties?["preferred_trigger"]?.string ?? "")
    }
    for (id, trigger) in asked { told.add("Bind \(id) \(trigger)") }
    if current.bindIsSilent { return kept.keep(call) }
    let granted = asked.filter { current.grants?.contains($0.0) ?? true }
    let triggers = Dictionary(uniqueKeysWithValues: granted.map { ($0.0, "Press \($0.1)") })
    let results: [String: BusValue] = [
      "shortcuts": current.answersNonsense ? .string("all of them") : Self.list(triggers)
    ]
    respond(call, call.call.arguments[3].properties ?? [:], current.bindCode, results, connection)
  }

  private func respond(
    _ call: BusInvocation, _ options: [String: BusValue], _ code: UInt32, _ results: [String: BusValue],
    _ connection: BusConnection
  ) {
    let token = current.choosesPaths ? "t\(told.events.count)" : options["handle_token"]?.string ?? ""
    let path = "\(Self.path)/request/\(Self.sender(call))/\(token)"
    let response = {
      _ = try? connection.emit(
        path, "org.freedesktop.portal.Request", "Response", [.uint32(code), .properties(results)])
    }
    // A new portal may respond before the method returns; an old one gives the client a moment.
    guard current.choosesPaths else {
      response()
      return call.reply([.objectPath(path)])
    }
    call.reply([.objectPath(path)])
    connection.after(.milliseconds(100), response)
  }

  private static func sender(_ call: BusInvocation) -> String {
    String((call.call.sender ?? "").dropFirst().map { $0 == "." ? "_" : $0 })
  }
}
