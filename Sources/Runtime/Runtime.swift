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
    /// Where a live trace goes, if anyone wants one on standard output.
    public var trace: (@Sendable (MonitorEvent) -> Void)?

    public init(
      input: any InputPerforming, core: InputCore, inbox: RuntimeInbox, profiles: ProfileStore,
      server: ControlServer, resolveChords: @escaping @Sendable (Profile) -> [KeyChord: ResolvedChord],
      components: @escaping @Sendable () -> [ComponentStatus], trace: (@Sendable (MonitorEvent) -> Void)?
    ) {
      self.input = input
      self.core = core
      self.inbox = inbox
      self.profiles = profiles
      self.server = server
      self.resolveChords = resolveChords
      self.components = components
      self.trace = trace
    }
  }

  private let parts: Parts
  private var state: RuntimeState
  private var followers: Set<ControlServer.Client> = []
  private var monitors: Set<ControlServer.Client> = []

  public init(parts: Parts, envelope: ProfileEnvelope, version: String, processID: Int32) {
    self.parts = parts
    state = RuntimeState(version: version, processID: processID, profile: envelope.activeProfile)
  }

  /// Consumes events until the inbox is finished.
  public func run() async {
    updateWatching()
    for await event in parts.inbox.events { handle(event) }
  }

  private func handle(_ event: RuntimeEvent) {
    switch event {
    case .request(let request, let client):
      answer(request, client)
      parts.server.answered(client)
    case .clientLeft(let client):
      followers.remove(client)
      monitors.remove(client)
      updateWatching()
    case .control(let observed): monitor(MonitorEvent(observed))
    case .session(let report):
      if report.endedByItself { endAction(report.generation) }
      state.note(report)
      monitor(MonitorEvent(report))
      publish()
    case .attached, .detached, .blocked, .unblocked, .activeActionsChanged, .componentsChanged:
      state.note(event)
      publish()
    }
  }

  /// The engine must not go on believing in an Action whose session is over.
  private func endAction(_ generation: Int) {
    let core = parts.core
    onInputThread { core.dictationEnded(generation: generation) }
  }

  @discardableResult
  private func onInputThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    parts.input.perform(work)
  }

  private func monitor(_ event: MonitorEvent) {
    parts.trace?(event)
    for client in monitors { parts.server.send(ControlReply(event: event), to: client) }
  }

  private func updateWatching() {
    parts.inbox.isWatched = parts.trace != nil || !followers.isEmpty || !monitors.isEmpty
  }

  private func publish() {
    guard !followers.isEmpty else { return }
    let reply = ControlReply(status: status)
    for client in followers { parts.server.send(reply, to: client) }
  }

  private var status: StatusReport {
    state.report(components: parts.components(), activeActions: parts.core.activeActions)
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

  private func command(_ request: ControlRequest) throws(ControlFailure) {
    guard let command = request.verb.flatMap({ ActionCommand(rawValue: $0.rawValue) }),
      request.action == ActionKind.localDictation.rawValue
    else {
      throw ControlFailure(
        .unknownAction,
        "unknown action '\(request.action ?? "")'. Known: \(ActionKind.localDictation.rawValue).")
    }
    let core = parts.core
    guard onInputThread({ core.command(command, .localDictation) }) else {
      throw ControlFailure(
        .notReady,
        "hwctld does not take commands now: its input thread does not run. Try 'systemctl --user restart hwctld'."
      )
    }
  }

  /// Goes by the file, not by what was loaded at the start: it may have been edited since.
  private func use(profile id: String?) throws(ControlFailure) {
    let changed: ProfileEnvelope
    do throws(ProfileTransactionError) {
      // One step with the reading: a command may be changing the file at the same time.
      changed = try parts.profiles.change { envelope throws(ProfileChangeError) in
        try envelope.activating(id ?? "")
      }
    } catch {
      switch error {
      case .change(let error): throw ControlFailure(.unknownProfile, error.message + ".")
      case .file(let error):
        let isWriting = error.code == .notWritable || error.code == .busy
        throw ControlFailure(isWriting ? .notSaved : .invalidProfiles, error.message)
      }
    }
    adopt(changed)
  }

  private func reload() throws(ControlFailure) { adopt(try read()) }

  /// A damaged file is an error here, and stays where it is: the profiles in use are not given up for the standard ones.
  private func read() throws(ControlFailure) -> ProfileEnvelope {
    do throws(ProfileError) { return try parts.profiles.inspect() } catch {
      throw ControlFailure(.invalidProfiles, error.message)
    }
  }

  private func adopt(_ changed: ProfileEnvelope) {
    guard let profile = changed.active else { return }
    state.profile = changed.activeProfile
    let chords = parts.resolveChords(profile)
    let core = parts.core
    onInputThread { core.adopt(profile, chords: chords) }
    publish()
  }
}
