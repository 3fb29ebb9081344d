public import Domain
public import MessageBus
internal import SystemCalls

/// Hears of chords. Calls come on the session bus's thread and must not block.
public protocol ShortcutsPortalDelegate: AnyObject, Sendable {
  /// A chord went down or up. Every down has an up, also when the portal or the bus goes away meanwhile.
  ///
  /// - Parameter instant: when we heard of it; the portal's own time has no defined clock.
  func shortcut(_ id: String, isDown: Bool, at instant: MonotonicInstant)
  func shortcutsChanged(_ state: ShortcutsState)
}

/// Keyboard chords by the desktop itself: org.freedesktop.portal.GlobalShortcuts, version 1.
///
/// `@unchecked Sendable`: everything mutable is touched on the bus's thread only.
public final class ShortcutsPortal: @unchecked Sendable {
  private static let shortcuts = "org.freedesktop.portal.GlobalShortcuts"
  private static let session = "org.freedesktop.portal.Session"
  /// To make a session: the backend is started for it, nobody is asked.
  private static let createLimit = Duration.seconds(25)
  private static let closeLimit = Duration.seconds(2)
  /// A desktop's dialog with more is of no use to anybody.
  public static let maximumShortcuts = 64

  private let bus: MessageBus
  private weak var delegate: (any ShortcutsPortalDelegate)?

  private var machine = ShortcutsPortalMachine()
  private var timer: BusTimer?
  private var notExpressible: [String] = []
  private var closedSignal: BusSubscription?
  /// The portal's unique name: only its signals count.
  private var owner: String?
  private var lastToken = 0

  /// - Parameters:
  ///   - bus: the session bus.
  ///   - delegate: not kept alive.
  public init(bus: MessageBus, delegate: any ShortcutsPortalDelegate) {
    self.bus = bus
    self.delegate = delegate
  }

  /// Once.
  public func start() {
    bus.observe { [self] event, connection in
      switch event {
      case .connected:
        listen(connection)
        handle(.connected, connection)
      case .lost:
        closedSignal = nil
        owner = nil
        handle(.busLost, connection)
      }
    }
  }

  /// Which chords are wanted from now on; the first 64. Nothing happens when they are those of before; otherwise what is down
  /// goes up first, and the desktop may ask the user.
  public func configure(_ shortcuts: [PortalShortcut]) {
    bus.perform { [self] connection in
      let expressible = shortcuts.prefix(Self.maximumShortcuts).filter {
        ShortcutTrigger.text($0.chord) != nil
      }
      notExpressible = shortcuts.map(\.id).filter { id in !expressible.contains { $0.id == id } }
      let effects = machine.handle(.configured(expressible), at: .now())
      carryOut(effects, connection)
      if !effects.contains(where: \.isPublish) { publish(machine.state) }
    }
  }

  private func handle(_ fact: ShortcutsPortalMachine.Fact, _ connection: BusConnection) {
    carryOut(machine.handle(fact, at: .now()), connection)
  }

  private func carryOut(_ effects: [ShortcutsPortalMachine.Effect], _ connection: BusConnection) {
    if let timer { connection.cancel(timer) }
    timer = machine.deadline.map { deadline in
      connection.at(deadline) { [unowned connection, self] in
        timer = nil
        handle(.deadlinePassed, connection)
      }
    }
    for effect in effects { perform(effect, connection) }
  }

  private func perform(_ effect: ShortcutsPortalMachine.Effect, _ connection: BusConnection) {
    switch effect {
    case .ask(let attempt): ask(attempt, connection)
    case .create(let attempt): create(attempt, connection)
    case .bind(let attempt, let session, let shortcuts): bind(attempt, session, shortcuts, connection)
    case .close(let session): close(session, connection)
    case .down(let id): delegate?.shortcut(id, isDown: true, at: .now())
    case .up(let id): delegate?.shortcut(id, isDown: false, at: .now())
    case .publish(let state): publish(state)
    }
  }

  private func publish(_ state: ShortcutsState) {
    var state = state
    for id in notExpressible { state.chords[id] = .notExpressible }
    delegate?.shortcutsChanged(state)
  }

  /// Starts the portal where it does not run yet.
  private func ask(_ attempt: Int, _ connection: BusConnection) {
    let call = BusCall.get("version", of: Self.shortcuts, PortalRequest.portal, PortalRequest.path)
    connection.call(call, timeLimit: PortalRequest.callLimit) { [self] result in
      switch result {
      case .success(let reply):
        owner = reply.sender
        handle(.asked(attempt: attempt), connection)
      case .failure(let error):
        // GDBus words an interface that is not there as invalid arguments.
        let isMissing = error.name == "org.freedesktop.DBus.Error.InvalidArgs"
        handle(.failed(attempt: attempt, isMissing ? .noBackend : error.code.shortcutsTrouble), connection)
      }
    }
  }

  private func create(_ attempt: Int, _ connection: BusConnection) {
    let (token, sessionToken) = (nextToken(), nextToken())
    let options: [String: BusValue] = [
      "handle_token": .string(token), "session_handle_token": .string(sessionToken),
    ]
    let call = portalCall("CreateSession", [.properties(options)])
    PortalRequest.run(connection, token: token, responseLimit: Self.createLimit, call) { [self] result in
      switch result {
      case .success(let results):
        // The specification says object path; portals send a string.
        guard let handle = results["session_handle"], let session = handle.string ?? handle.objectPath else {
          return self.handle(.failed(attempt: attempt, .failed), connection)
        }
        listenForClose(session, connection)
        self.handle(.created(attempt: attempt, session: session), connection)
      case .failure(let error): handle(.failed(attempt: attempt, error.trouble), connection)
      }
    }
  }

  private func bind(
    _ attempt: Int, _ session: String, _ shortcuts: [PortalShortcut], _ connection: BusConnection
  ) {
    let token = nextToken()
    let list = shortcuts.map { shortcut in
      var options: [String: BusValue] = ["description": .string(shortcut.description)]
      options["preferred_trigger"] = ShortcutTrigger.text(shortcut.chord).map(BusValue.string)
      return BusValue.structure([.string(shortcut.id), .properties(options)])
    }
    let call = portalCall(
      "BindShortcuts",
      [
        .objectPath(session), .array(of: "(sa{sv})", list), .string(""),
        .properties(["handle_token": .string(token)]),
      ])
    PortalRequest.run(connection, token: token, responseLimit: nil, call) { [self] result in
      switch result {
      case .success(let results):
        guard let granted = results["shortcuts"].flatMap(Self.triggers) else {
          return handle(.failed(attempt: attempt, .failed), connection)
        }
        handle(.bound(attempt: attempt, granted), connection)
      case .failure(let error): handle(.failed(attempt: attempt, error.trouble), connection)
      }
    }
  }

  private func close(_ session: String, _ connection: BusConnection) {
    let call = BusCall(PortalRequest.portal, session, Self.session, "Close", startsService: false)
    connection.call(call, timeLimit: Self.closeLimit) { _ in }
  }

  private func portalCall(_ member: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(PortalRequest.portal, PortalRequest.path, Self.shortcuts, member, arguments)
  }

  private func nextToken() -> String {
    lastToken += 1
    return "hwctl_\(lastToken)"
  }

  private func listen(_ connection: BusConnection) {
    // They fail only for a connection that is already lost, and the loss is told.
    _ = try? connection.subscribe(.ownerChanges(of: PortalRequest.portal)) { [self] signal in
      guard let newOwner = try? signal.argument(2, \.string) else { return }
      owner = newOwner.isEmpty ? nil : newOwner
      // A name that passes from one portal to another was given up in between.
      if (try? signal.argument(1, \.string)) != "" { handle(.portalVanished, connection) }
      if !newOwner.isEmpty { handle(.portalAppeared, connection) }
    }
    let match = BusMatch(sender: PortalRequest.portal, path: PortalRequest.path, interface: Self.shortcuts)
    _ = try? connection.subscribe(match) { [self] signal in
      guard signal.sender == owner, let session = try? signal.argument(0, \.objectPath) else { return }
      switch signal.member {
      case "Activated":
        if let id = try? signal.argument(1, \.string) {
          handle(.activated(session: session, id: id), connection)
        }
      case "Deactivated":
        if let id = try? signal.argument(1, \.string) {
          handle(.deactivated(session: session, id: id), connection)
        }
      case "ShortcutsChanged":
        guard let triggers = try? signal.argument(1, Self.triggers) else { return }
        handle(.triggersChanged(session: session, triggers), connection)
      default: break
      }
    }
  }

  private func listenForClose(_ session: String, _ connection: BusConnection) {
    if let closedSignal { connection.cancel(closedSignal) }
    let match = BusMatch(
      sender: PortalRequest.portal, path: session, interface: Self.session, member: "Closed")
    closedSignal = try? connection.subscribe(match) { [self] signal in
      guard signal.sender == owner else { return }
      handle(.sessionClosed(session: session), connection)
    }
  }

  /// "a(sa{sv})": id and what the desktop says of its trigger. Nil when it is of another type.
  private static func triggers(_ value: BusValue) -> [String: String]? {
    guard let list = value.elements else { return nil }
    var triggers: [String: String] = [:]
    for entry in list {
      guard let fields = entry.fields, fields.count == 2, let id = fields[0].string,
        let words = fields[1].properties
      else { return nil }
      triggers[id] = words["trigger_description"]?.string ?? ""
    }
    return triggers
  }
}

extension ShortcutsPortalMachine.Effect {
  fileprivate var isPublish: Bool {
    if case .publish = self { true } else { false }
  }
}
