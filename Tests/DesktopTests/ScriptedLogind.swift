import BusTesting
import Glibc
import MessageBus
import Synchronization
import SystemCalls

/// logind as the test wants it, on a private bus: one session of user 1000, found as the test says.
final class ScriptedLogind: Sendable {
  struct Script: Sendable {
    var active = true
    var locked = false
    var isGoingToSleep = false
    /// How the session is found: by its id "1", by any process, by the user's display.
    var knowsID = true
    var knowsProcess = true
    var hasDisplay = true
    var owner: UInt32 = 1000
    var refusesInhibitor = false
    var answersNothing = false
    var activeIsText = false
  }

  static let name = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"
  static let session = "\(path)/session/_31"
  static let user = "\(path)/user/_1000"

  let bus: MessageBus
  let calls = EventLog<String>()
  /// "taken" and "released"
  let inhibitor = EventLog<String>()
  private let script: Mutex<Script>

  init(_ address: MessageBus.Address, _ script: Script = Script()) async throws {
    self.script = Mutex(script)
    bus = try MessageBus(address, name: "logind")
    await bus.connected()
    try await bus.attempt { [self] connection in
      try connection.export(manager, at: Self.path)
      try connection.export(session, at: Self.session)
      let user = BusInterface(
        "org.freedesktop.login1.User",
        properties: [BusProperty("Display", "(so)", get: { self.display })])
      try connection.export(user, at: Self.user)
    }
    try await bus.own(Self.name)
  }

  func change(_ body: @Sendable (inout Script) -> Void) { script.withLock { body(&$0) } }

  /// Changes the session and tells it as logind does.
  func announce(_ properties: [String], _ body: @Sendable (inout Script) -> Void) async throws {
    change(body)
    try await bus.attempt { connection in
      try connection.changed(properties, of: "org.freedesktop.login1.Session", at: Self.session)
    }
  }

  func signal(_ member: String) async throws {
    try await bus.attempt { try $0.emit(Self.session, "org.freedesktop.login1.Session", member) }
  }

  func prepareForSleep(_ isBeginning: Bool) async throws {
    change { $0.isGoingToSleep = isBeginning }
    try await bus.attempt {
      try $0.emit(Self.path, "org.freedesktop.login1.Manager", "PrepareForSleep", [.boolean(isBeginning)])
    }
  }

  func sessionsChanged() async throws {
    try await bus.attempt {
      try $0.emit(
        Self.path, "org.freedesktop.login1.Manager", "SessionNew", [.string("1"), .objectPath(Self.session)])
    }
  }

  private var current: Script { script.withLock { $0 } }
  private var display: BusValue {
    current.hasDisplay
      ? .structure([.string("1"), .objectPath(Self.session)]) : .structure([.string(""), .objectPath("/")])
  }

  private var session: BusInterface {
    BusInterface(
      "org.freedesktop.login1.Session", signals: [BusSignal("Lock"), BusSignal("Unlock")],
      properties: [
        current.activeIsText
          ? BusProperty("Active", "s", get: { .string("yes") })
          : BusProperty("Active", "b", get: { .boolean(self.current.active) }),
        BusProperty("LockedHint", "b", get: { .boolean(self.current.locked) }),
        BusProperty(
          "User", "(uo)", get: { .structure([.uint32(self.current.owner), .objectPath(Self.user)]) }),
      ])
  }

  private var manager: BusInterface {
    BusInterface(
      "org.freedesktop.login1.Manager",
      methods: [
        BusMethod("GetSession", takes: "s", gives: "o") { [self] call in
          let isKnown = current.knowsID && call.call.arguments == [.string("1")]
          answer(call, isKnown ? Self.session : nil)
        },
        BusMethod("GetSessionByPID", takes: "u", gives: "o") { [self] call in
          answer(call, current.knowsProcess ? Self.session : nil)
        },
        BusMethod("GetUser", takes: "u", gives: "o") { [self] call in answer(call, Self.user) },
        BusMethod("Inhibit", takes: "ssss", gives: "h") { [self] in inhibit($0) },
      ],
      signals: [BusSignal("PrepareForSleep", carries: "b"), BusSignal("SessionNew", carries: "so")],
      properties: [
        BusProperty("PreparingForSleep", "b", get: { .boolean(self.current.isGoingToSleep) })
      ])
  }

  private func answer(_ invocation: BusInvocation, _ path: String?) {
    calls.add(invocation.call.member ?? "")
    if current.answersNothing { return kept.keep(invocation) }
    guard let path else { return invocation.fail("org.freedesktop.login1.NoSuchSession", "no such session") }
    invocation.reply([.objectPath(path)])
  }

  private func inhibit(_ invocation: BusInvocation) {
    guard !current.refusesInhibitor, let end = hold() else {
      return invocation.fail("org.freedesktop.DBus.Error.AccessDenied", "not allowed")
    }
    calls.add(invocation.call.arguments.compactMap(\.string).joined(separator: " "))
    inhibitor.add("taken")
    invocation.reply([.descriptor(end)])
  }

  /// logind sees an inhibitor end by its pipe.
  private func hold() -> BusDescriptor? {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reader, log) = (ends[0], inhibitor)
    Thread(name: "inhibitor") {
      var byte: UInt8 = 0
      _ = read(reader, &byte, 1)
      close(reader)
      log.add("released")
    }.start()
    return BusDescriptor(FileDescriptor(owning: ends[1]))
  }

  private let kept = KeptInvocations()
}

/// Calls that are never answered. Touched on the double's bus thread only.
final class KeptInvocations: @unchecked Sendable {
  private var invocations: [BusInvocation] = []

  func keep(_ invocation: BusInvocation) { invocations.append(invocation) }

  func answerAll(_ values: [BusValue] = []) {
    for invocation in invocations { invocation.reply(values) }
    invocations = []
  }
}
