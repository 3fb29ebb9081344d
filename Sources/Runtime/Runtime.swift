internal import BindingEngine
public import ControlProtocol
public import Dictation
public import Domain
public import HIDTransport
public import Profiles
internal import SystemCalls

/// The one actor above hardware, engine, profiles and dictation: hears every event in order, keeps the state that people
/// see, and answers the control socket. It is never on the way of a press or a word.
public actor Runtime {
  public typealias Redeliver =
    @Sendable (SessionID?, @escaping @Sendable (Result<Redelivery, SessionFailure>) -> Void) -> Void

  /// The parts that a runtime is made of.
  public struct Parts: Sendable {
    public var input: any InputPerforming
    /// Nil in a replay.
    public var thread: InputThread?
    public var core: InputCore
    public var inbox: RuntimeInbox
    public var profiles: ProfileStore
    public var server: ControlServer
    /// Resolves the chords of a profile with the current keymap.
    public var resolveChords: @Sendable (Profile) -> ResolvedChords
    /// The Devices that the user has taught, read anew.
    public var taughtDevices: @Sendable () throws(ProfileError) -> [LearnedDevice]
    /// What is ready and what is not, read anew.
    public var components: @Sendable () -> [ComponentStatus]
    /// Reads preferences.json again and goes by what can change while the daemon runs.
    public var adoptPreferences: @Sendable () -> Void
    /// Brings the text of a session, or of the newest that has one, to what has the focus.
    public var redeliver: Redeliver
    /// Nil in a replay.
    public var surroundings: Surroundings?
    /// Where a live trace goes, if anyone wants one on standard output.
    public var trace: (@Sendable (MonitorEvent) -> Void)?

    public init(
      input: any InputPerforming, thread: InputThread? = nil, core: InputCore, inbox: RuntimeInbox,
      profiles: ProfileStore, server: ControlServer,
      resolveChords: @escaping @Sendable (Profile) -> ResolvedChords,
      taughtDevices: @escaping @Sendable () throws(ProfileError) -> [LearnedDevice] = { [] },
      components: @escaping @Sendable () -> [ComponentStatus],
      adoptPreferences: @escaping @Sendable () -> Void = {},
      redeliver: @escaping Redeliver, surroundings: Surroundings? = nil,
      trace: (@Sendable (MonitorEvent) -> Void)?
    ) {
      self.input = input
      self.thread = thread
      self.core = core
      self.inbox = inbox
      self.profiles = profiles
      self.server = server
      self.resolveChords = resolveChords
      self.taughtDevices = taughtDevices
      self.components = components
      self.adoptPreferences = adoptPreferences
      self.redeliver = redeliver
      self.surroundings = surroundings
      self.trace = trace
    }
  }

  let parts: Parts
  var state: RuntimeState
  /// The profiles that the engine goes by.
  var envelope: ProfileEnvelope
  /// Knows the models that the user has taught.
  var profiles: ProfileStore
  /// Of the active profile.
  var chords: ResolvedChords
  var taught: [LearnedDevice]
  /// What the last look at an edited profiles.json gave; nil before the first edit.
  var editedProfiles: ComponentStatus?
  /// Why an edited devices.json is not in use; nil while it is.
  var editedDevices: ComponentStatus?
  var recordings = Recordings()
  /// Who is teaching hwctl which node.
  var learner: (client: ControlServer.Client, node: String)?
  /// Counts them.
  var lessons = 0
  var followers: Set<ControlServer.Client> = []
  var monitors: Set<ControlServer.Client> = []
  /// Those that want raw input, too.
  var rawMonitors: Set<ControlServer.Client> = []

  public init(
    parts: Parts, envelope: ProfileEnvelope, chords: ResolvedChords = ResolvedChords(),
    taught: [LearnedDevice] = [], taughtProblem: String? = nil, version: String, processID: Int32
  ) {
    self.parts = parts
    self.envelope = envelope
    self.chords = chords
    self.taught = taught
    editedDevices = taughtProblem.map { ComponentStatus(.devices, ready: false, detail: $0) }
    profiles = parts.profiles
    state = RuntimeState(version: version, processID: processID)
  }

  /// Consumes events until the inbox is finished.
  public func run() async {
    updateWatching()
    for await _ in parts.inbox.wakes { handleWaiting() }
    handleWaiting()
  }

  private func handleWaiting() {
    let (events, dropped, droppedRaw) = parts.inbox.take()
    if dropped + droppedRaw > 0 {
      Log.warning(
        "events came faster than they could be shown; some were not",
        ["events": .number(dropped + droppedRaw)])
    }
    if droppedRaw > 0 { send(recordings.missed(droppedRaw)) }
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
      rawMonitors.remove(client)
      recordings.end(client)
      learnerLeft(client)
      parts.server.forget(client)
      updateWatching()
    case .control(let observed): monitor(MonitorEvent(observed))
    case .action(let observed): monitor(MonitorEvent(observed))
    case .chord(let observed): monitor(MonitorEvent(observed))
    case .raw(let record): handle(record)
    case .learning(let report, let lesson): handle(report, lesson: lesson)
    case .session(let report):
      state.note(report)
      monitor(MonitorEvent(report))
      publish()
    case .attached(let device, let instant):
      send(recordings.attached(device, at: instant))
      state.note(event)
      publish()
    case .detached(let device, let instant):
      send(recordings.detached(device, at: instant))
      state.note(event)
      publish()
    case .blocked, .unblocked, .activeActionsChanged, .componentsChanged:
      state.note(event)
      publish()
    case .switchProfile(let change): carryOut(change)
    case .panicked: parts.surroundings?.panic()
    case .settingsChanged(.profiles): adoptEditedProfiles()
    case .settingsChanged(.devices): adoptTaughtDevices()
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

  private func handle(_ record: RawRecord) {
    send(recordings.note(record))
    guard !rawMonitors.isEmpty, let device = state.devices.first(where: { $0.handle == record.device }),
      let event = MonitorEvent(record, of: device)
    else { return }
    for client in rawMonitors { parts.server.send(ControlReply(event: event), to: client) }
  }

  func updateWatching() {
    parts.inbox.isWatched = parts.trace != nil || !followers.isEmpty || !monitors.isEmpty
    if recordings.isEmpty && rawMonitors.isEmpty { parts.thread?.record(nil) }
  }

  func publish() {
    guard !followers.isEmpty else { return }
    let reply = ControlReply(status: status)
    for client in followers { parts.server.send(reply, to: client) }
  }

  var status: StatusReport {
    var components = parts.components()
    if let editedProfiles {
      components.removeAll { $0.name == .profiles }
      components.append(editedProfiles)
    }
    if let editedDevices { components.append(editedDevices) }
    let availability = ActionAvailability(components: components, chords: chords, profiles: envelope)
    return state.report(
      profile: envelope.active, components: components,
      actions: envelope.active.map(availability.statuses) ?? [], activeActions: parts.core.activeActions)
  }
}
