internal import Domain
public import MessageBus
internal import SystemCalls

/// Hears of the session. All calls come on the system bus's thread, one at a time, and must not block.
public protocol SessionWatchDelegate: AnyObject, Sendable {
  /// At each change. When `mayRun` turns false, devices are released and Actions end now.
  func sessionChanged(_ state: SessionState)
  /// The machine will sleep as soon as `done` was called, or after 4 s. Told after `sessionChanged`.
  func sessionWillSleep(_ done: @escaping @Sendable () -> Void)
  /// After resume, and some times more in the next 8 s: look for devices again.
  func sessionRescan()
}

/// Follows the login session that hwctl belongs to: in front, locked, asleep (org.freedesktop.login1(5)).
///
/// `@unchecked Sendable`: everything mutable is touched on the bus's thread only.
public final class SessionWatch: @unchecked Sendable {
  private static let login = "org.freedesktop.login1"
  private static let managerPath = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  /// logind answers from memory within milliseconds.
  private static let timeLimit = Duration.seconds(2)

  private let bus: MessageBus
  private let identity: SessionIdentity
  private weak var delegate: (any SessionWatchDelegate)?

  private var machine = SessionWatchMachine()
  private var timer: BusTimer?
  private var sessionPath: String?
  private var sessionSignals: [BusSubscription] = []
  private var inhibitor: BusDescriptor?
  private var isStopped = false
  /// Answers to an older search are not heard.
  private var search = 0

  /// - Parameters:
  ///   - bus: the system bus.
  ///   - delegate: not kept alive.
  public init(bus: MessageBus, identity: SessionIdentity, delegate: any SessionWatchDelegate) {
    self.bus = bus
    self.identity = identity
    self.delegate = delegate
  }

  /// Once. The first answer comes within a moment, also where there is no bus.
  public func start() {
    bus.observe { [self] event, connection in
      guard !isStopped else { return }
      switch event {
      case .connected:
        listen(connection)
        handle(.connected, connection)
      case .lost:
        sessionPath = nil
        sessionSignals = []
        inhibitor = nil
        handle(.busLost, connection)
      }
    }
  }

  /// No calls to the delegate after those that are on the way; the machine may sleep.
  public func stop() {
    bus.perform { [self] connection in
      isStopped = true
      inhibitor = nil
      if let timer { connection.cancel(timer) }
    }
  }

  private func handle(_ fact: SessionWatchMachine.Fact, _ connection: BusConnection) {
    guard !isStopped else { return }
    let effects = machine.handle(fact, at: .now())
    if let timer { connection.cancel(timer) }
    timer = machine.deadline.map { deadline in
      connection.at(deadline) { [unowned connection, self] in
        timer = nil
        handle(.deadlinePassed, connection)
      }
    }
    for effect in effects { perform(effect, connection) }
  }

  private func perform(_ effect: SessionWatchMachine.Effect, _ connection: BusConnection) {
    switch effect {
    case .find: find(connection)
    case .read: read(connection)
    case .inhibit: inhibit(connection)
    case .uninhibit: inhibitor = nil
    case .publish(let state): delegate?.sessionChanged(state)
    case .letGo:
      let done: @Sendable () -> Void = { [bus, self] in bus.perform { self.handle(.letGo, $0) } }
      if let delegate { delegate.sessionWillSleep(done) } else { done() }
    case .rescan: delegate?.sessionRescan()
    }
  }

  private func listen(_ connection: BusConnection) {
    hear(.ownerChanges(of: Self.login), connection) { [self] signal in
      guard let owner = try? signal.argument(2, \.string) else { return }
      handle(owner.isEmpty ? .logindVanished : .logindAppeared, connection)
    }
    let manager = BusMatch(sender: Self.login, path: Self.managerPath, interface: Self.manager)
    hear(manager, connection) { [self] signal in
      switch signal.member {
      case "PrepareForSleep":
        guard let isBeginning = try? signal.argument(0, \.boolean) else { return }
        handle(isBeginning ? .sleepBegan : .sleepEnded, connection)
      case "SessionNew", "SessionRemoved": handle(.sessionsChanged, connection)
      default: break
      }
    }
  }

  @discardableResult
  private func hear(
    _ match: BusMatch, _ connection: BusConnection, _ handler: @escaping (BusMessage) -> Void
  ) -> BusSubscription? {
    // It fails only for a connection that is already lost, and the loss is told.
    try? connection.subscribe(match, handler)
  }

  private func find(_ connection: BusConnection) {
    search += 1
    let current = search
    SessionSearch(identity, connection, timeLimit: Self.timeLimit).run { [self] result in
      guard current == search else { return }
      switch result {
      case .success(let path):
        follow(path, connection)
        handle(.found, connection)
      case .failure(let failure):
        handle(.findFailed(failure.machineFailure), connection)
      }
    }
  }

  private func follow(_ path: String, _ connection: BusConnection) {
    guard path != sessionPath else { return }
    for signal in sessionSignals { connection.cancel(signal) }
    sessionPath = path
    let properties = BusMatch(
      sender: Self.login, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged",
      arguments: [0: Self.session])
    let changes = hear(properties, connection) { [self] signal in
      guard let values = try? signal.argument(1, \.properties) else { return }
      let (active, locked) = (values["Active"]?.boolean, values["LockedHint"]?.boolean)
      handle(.changed(active: active, locked: locked), connection)
    }
    let requests = hear(BusMatch(sender: Self.login, path: path, interface: Self.session), connection) {
      [self] signal in
      switch signal.member {
      case "Lock": handle(.lockAsked, connection)
      case "Unlock": handle(.unlockAsked, connection)
      default: break
      }
    }
    sessionSignals = [changes, requests].compactMap { $0 }
  }

  private func read(_ connection: BusConnection) {
    guard let sessionPath else { return handle(.readFailed, connection) }
    let sleeping = BusCall.get(
      "PreparingForSleep", of: Self.manager, Self.login, Self.managerPath, startsService: false)
    let session = BusCall.getAll(of: Self.session, Self.login, sessionPath, startsService: false)
    connection.call(sleeping, timeLimit: Self.timeLimit) { [self] sleeping in
      connection.call(session, timeLimit: Self.timeLimit) { [self] session in
        guard let values = try? session.get().argument(0, \.properties),
          let active = values["Active"]?.boolean
        else {
          return handle(.readFailed, connection)
        }
        let isGoingToSleep = (try? sleeping.get().argument(0, \.boolean)) ?? false
        // LockedHint came with systemd 230; without it nothing is known to be locked.
        let locked = values["LockedHint"]?.boolean ?? false
        handle(.read(active: active, locked: locked, isGoingToSleep: isGoingToSleep), connection)
      }
    }
  }

  private func inhibit(_ connection: BusConnection) {
    let arguments = ["sleep", "hwctl", "Releasing devices and ending Actions", "delay"]
    let call = BusCall(
      Self.login, Self.managerPath, Self.manager, "Inhibit", arguments.map(BusValue.string),
      startsService: false)
    connection.call(call, timeLimit: Self.timeLimit) { [self] result in
      guard let descriptor = try? result.get().argument(0, \.descriptor) else {
        return handle(.inhibitFailed, connection)
      }
      guard !isStopped else { return }
      inhibitor = descriptor
      handle(.inhibited, connection)
    }
  }
}

extension BusError {
  fileprivate var machineFailure: SessionWatchMachine.FindFailure {
    switch code {
    case .noBus, .unknownName, .startFailed: .noLogind
    case .remote, .unknownMember, .malformed: .noSession
    case .disconnected, .timedOut, .peerGone, .accessDenied, .invalidMessage, .overloaded: .noAnswer
    }
  }
}
