internal import BindingEngine
public import ControlProtocol
public import Delivery
internal import Dictation
public import Domain
public import Profiles
internal import SystemCalls

/// The one actor above hardware, engine, profiles and dictation: hears every event in order, keeps the state that people
/// see, and answers the control socket. It is never on the way of a press or a word.
public actor Runtime {
  /// The parts that a runtime is made of.
  public struct Parts: Sendable {
    public var input: any InputPerforming
    public var core: InputCore
    public var inbox: RuntimeInbox
    public var profiles: ProfileStore
    public var server: ControlServer
    /// Resolves the chords of a profile with the current keymap.
    public var resolveChords: @Sendable (Profile) -> [KeyChord: ResolvedChord]
    /// What is ready and what is not, read anew.
    public var components: @Sendable () -> [ComponentStatus]
    /// Reads preferences.json again and goes by what can change while the daemon runs.
    public var adoptPreferences: @Sendable () -> Void
    /// Nil in a replay.
    public var surroundings: Surroundings?
    /// Where a live trace goes, if anyone wants one on standard output.
    public var trace: (@Sendable (MonitorEvent) -> Void)?

    public init(
      input: any InputPerforming, core: InputCore, inbox: RuntimeInbox, profiles: ProfileStore,
      server: ControlServer, resolveChords: @escaping @Sendable (Profile) -> [KeyChord: ResolvedChord],
      components: @escaping @Sendable () -> [ComponentStatus],
      adoptPreferences: @escaping @Sendable () -> Void = {}, surroundings: Surroundings? = nil,
      trace: (@Sendable (MonitorEvent) -> Void)?
    ) {
      self.input = input
      self.core = core
      self.inbox = inbox
      self.profiles = profiles
      self.server = server
      self.resolveChords = resolveChords
      self.components = components
      self.adoptPreferences = adoptPreferences
      self.surroundings = surroundings
      self.trace = trace
    }
  }

  let parts: Parts
  var state: RuntimeState
  /// The profiles that the engine goes by.
  var envelope: ProfileEnvelope
  /// What the last look at an edited profiles.json gave; nil before the first edit.
  var editedProfiles: ComponentStatus?
  private var followers: Set<ControlServer.Client> = []
  private var monitors: Set<ControlServer.Client> = []

  public init(parts: Parts, envelope: ProfileEnvelope, version: String, processID: Int32) {
    self.parts = parts
    self.envelope = envelope
    state = RuntimeState(version: version, processID: processID, profile: envelope.activeProfile)
  }

  /// Consumes events until the inbox is finished.
  public func run() async {
    updateWatching()
    for await _ in parts.inbox.wakes { handleWaiting() }
    handleWaiting()
  }

  private func handleWaiting() {
    let (events, dropped) = parts.inbox.take()
    if dropped > 0 {
      Log.warning("events came faster than they could be shown; some were not", ["events": .number(dropped)])
    }
    for event in events { handle(event) }
  }

  private func handle(_ event: RuntimeEvent) {
    switch event {
    case .request(let request, let client):
      answer(request, client)
      parts.server.answered(client)
    case .clientLeft(let client):
      followers.remove(client)
      monitors.remove(client)
      parts.server.forget(client)
      updateWatching()
    case .control(let observed): monitor(MonitorEvent(observed))
    case .session(let report):
      state.note(report)
      monitor(MonitorEvent(report))
      publish()
    case .attached, .detached, .blocked, .unblocked, .activeActionsChanged, .componentsChanged:
      state.note(event)
      publish()
    case .switchProfile(let change): carryOut(change)
    case .panicked: parts.surroundings?.panic()
    case .settingsChanged(.profiles): adoptEditedProfiles()
    case .settingsChanged(.preferences):
      parts.adoptPreferences()
      publish()
    }
  }

  @discardableResult
  func onInputThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    parts.input.perform(work)
  }

  private func monitor(_ event: MonitorEvent) {
    parts.trace?(event)
    for client in monitors { parts.server.send(ControlReply(event: event), to: client) }
  }

  private func updateWatching() {
    parts.inbox.isWatched = parts.trace != nil || !followers.isEmpty || !monitors.isEmpty
  }

  func publish() {
    guard !followers.isEmpty else { return }
    let reply = ControlReply(status: status)
    for client in followers { parts.server.send(reply, to: client) }
  }

  private var status: StatusReport {
    var components = parts.components()
    if let editedProfiles {
      components.removeAll { $0.name == .profiles }
      components.append(editedProfiles)
    }
    return state.report(components: components, activeActions: parts.core.activeActions)
  }
}

extension Runtime {
  // MARK: Requests

  private func answer(_ request: ControlRequest, _ client: ControlServer.Client) {
    switch request.name {
    case .status: parts.server.send(ControlReply(status: status), to: client)
    case .follow:
      followers.insert(client)
      updateWatching()
      parts.server.send(ControlReply(status: status), to: client)
    case .monitor:
      monitors.insert(client)
      updateWatching()
    case .action: reply(to: client) { () throws(ControlFailure) in try command(request) }
    case .useProfile: reply(to: client) { () throws(ControlFailure) in try use(profile: request.profile) }
    case .panic: reply(to: client) { () throws(ControlFailure) in try surroundings.panic() }
    case .resume: reply(to: client) { () throws(ControlFailure) in try resume() }
    case .reloadProfiles: reply(to: client) { () throws(ControlFailure) in try reload() }
    }
  }

  private func reply(to client: ControlServer.Client, _ body: () throws(ControlFailure) -> Void) {
    do throws(ControlFailure) {
      try body()
      parts.server.send(ControlReply(), to: client)
    } catch {
      parts.server.send(ControlReply(error: error), to: client)
    }
  }

  private var surroundings: Surroundings {
    get throws(ControlFailure) {
      if let surroundings = parts.surroundings { return surroundings }
      throw ControlFailure(.notReady, "hwctld plays a recording; there is nothing to let go of.")
    }
  }

  /// The answer says so when something else still stands in the way.
  private func resume() throws(ControlFailure) {
    let surroundings = try surroundings
    surroundings.resume()
    if let obstacle = surroundings.obstacle { throw ControlFailure(.notReady, obstacle) }
  }

  private func command(_ request: ControlRequest) throws(ControlFailure) {
    guard let command = request.verb.flatMap({ ActionCommand(rawValue: $0.rawValue) }),
      request.action == ActionKind.localDictation.rawValue
    else {
      throw ControlFailure(
        .unknownAction,
        "unknown action '\(request.action ?? "")'. Known: \(ActionKind.localDictation.rawValue).")
    }
    if command == .begin || command == .toggle, let obstacle = parts.surroundings?.obstacle {
      throw ControlFailure(.notReady, obstacle)
    }
    let core = parts.core
    guard onInputThread({ core.command(command, .localDictation) }) else {
      throw ControlFailure(
        .notReady,
        "hwctld does not take commands now: its input thread does not run. Try 'systemctl --user restart hwctld'."
      )
    }
  }
}
