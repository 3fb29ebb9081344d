internal import BindingEngine
internal import ControlProtocol
internal import Dictation
internal import Domain

// What clients of the control socket ask for.

extension Runtime {
  func answer(_ request: ControlRequest, _ client: ControlServer.Client) {
    switch request.name {
    case .status: parts.server.send(ControlReply(status: status), to: client)
    case .follow:
      followers.insert(client)
      updateWatching()
      parts.server.send(ControlReply(status: status), to: client)
    case .monitor:
      monitors.insert(client)
      if request.raw == true, let thread = parts.thread {
        rawMonitors.insert(client)
        startRecorder(thread)
      }
      updateWatching()
    case .record:
      refuse(client) { () throws(ControlFailure) in try record(request.device, for: client) }
    case .learn:
      refuse(client) { () throws(ControlFailure) in try learn(request.node, for: client) }
    case .action: reply(to: client) { () throws(ControlFailure) in try command(request) }
    case .useProfile: reply(to: client) { () throws(ControlFailure) in try use(profile: request.profile) }
    case .panic: reply(to: client) { () throws(ControlFailure) in try surroundings.panic() }
    case .resume: reply(to: client) { () throws(ControlFailure) in try resume() }
    case .redeliver:
      refuse(client) { () throws(ControlFailure) in try redeliver(request.session, for: client) }
    case .reloadProfiles: reply(to: client) { () throws(ControlFailure) in try reload() }
    }
  }

  private func reply(to client: ControlServer.Client, _ body: () throws(ControlFailure) -> Void) {
    refuse(client) { () throws(ControlFailure) in
      try body()
      parts.server.send(ControlReply(), to: client)
    }
  }

  /// Answers only where the body fails.
  private func refuse(_ client: ControlServer.Client, _ body: () throws(ControlFailure) -> Void) {
    do throws(ControlFailure) { try body() } catch {
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

  /// Answers when the text has arrived, or is known not to.
  private func redeliver(_ name: String?, for client: ControlServer.Client) throws(ControlFailure) {
    if let obstacle = parts.surroundings?.obstacle { throw ControlFailure(.notReady, obstacle) }
    let id = name.flatMap(SessionID.init(rawValue:))
    if let name, id == nil {
      throw ControlFailure(.badRequest, "'\(name)' is no session id. 'hwctl history list' shows them.")
    }
    let server = parts.server
    parts.redeliver(id) { result in
      switch result {
      case .success(let redelivery):
        let text = RedeliveredText(
          session: redelivery.session.rawValue, route: redelivery.route, characters: redelivery.characters)
        server.send(ControlReply(redelivered: text), to: client)
      case .failure(let failure):
        server.send(ControlReply(error: ControlFailure(.notDelivered, failure.message)), to: client)
      }
    }
  }

  /// What commands can begin and end: the Actions that a desktop does not have of its own.
  static let commandable = [Action.localDictation, .localAIDictation]

  private func command(_ request: ControlRequest) throws(ControlFailure) {
    guard let command = request.verb.flatMap({ ActionCommand(rawValue: $0.rawValue) }),
      let action = Self.commandable.first(where: { $0.kind.rawValue == request.action })
    else {
      let known = Self.commandable.map(\.kind.rawValue).joined(separator: ", ")
      throw ControlFailure(.unknownAction, "unknown action '\(request.action ?? "")'. Known: \(known).")
    }
    if command == .begin || command == .toggle, let obstacle = parts.surroundings?.obstacle {
      throw ControlFailure(.notReady, obstacle)
    }
    let core = parts.core
    guard onInputThread({ core.command(command, action) }) else {
      throw ControlFailure(
        .notReady,
        "hwctld does not take commands now: its input thread does not run. Try 'systemctl --user restart hwctld'."
      )
    }
  }
}
