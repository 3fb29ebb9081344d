public import Domain
public import MessageBus
internal import Synchronization

/// Hears of players. Calls come on the session bus's thread and must not block.
public protocol MediaPlayersDelegate: AnyObject, Sendable {
  func mediaChanged(_ availability: MediaAvailability)
  /// A transcription Action that was under way has ended by itself: its player was closed, or the bus is gone.
  func mediaFailed(_ command: MediaCommand, _ error: MediaError)
}

/// Steers media players over MPRIS. Nothing here blocks: what it takes is carried out on the session bus's thread.
///
/// `@unchecked Sendable`: everything mutable is touched on the bus's thread only; the snapshot has a lock.
public final class MediaPlayers: @unchecked Sendable {
  /// For each call to a player. A person waits; a player that needs longer hangs.
  public static let timeLimit = Duration.seconds(1)

  public typealias Completion = @Sendable (MediaOutcome) -> Void

  private let bus: MessageBus
  private weak var delegate: (any MediaPlayersDelegate)?
  private let snapshot = Mutex(MediaAvailability.unavailable(MediaError(.noBus)))

  private var machine = MediaMachine()
  private var completions: [Int: Completion] = [:]
  private var lastRequest = 0

  /// - Parameters:
  ///   - bus: the session bus.
  ///   - preferred: "mpv": used whenever it runs.
  ///   - delegate: not kept alive.
  public init(bus: MessageBus, preferred: String? = nil, delegate: (any MediaPlayersDelegate)? = nil) {
    self.bus = bus
    self.delegate = delegate
    _ = machine.handle(.preferred(preferred))
  }

  /// Once.
  public func start() {
    bus.observe { [self] event, connection in
      switch event {
      case .connected:
        listen(connection)
        handle(.connected, connection)
        list(connection)
      case .lost: handle(.busLost, connection)
      }
    }
  }

  /// Whether a command would find a player now. From any thread.
  public var availability: MediaAvailability { snapshot.withLock { $0 } }

  public func prefer(_ name: String?) {
    bus.perform { [self] in handle(.preferred(name), $0) }
  }

  /// Begins a media Action. One that is over at once (all but `transcription`) needs no `end`.
  ///
  /// - Parameter completion: called once, on the bus's thread, within some time limits. A transcription that fails has
  ///   ended: it is not to be ended again.
  public func begin(_ command: MediaCommand, _ completion: @escaping Completion = { _ in }) {
    request(completion) { request in
      switch command {
      case .transcription(let seconds): .held(request: request, rewindSeconds: seconds)
      case .playPause, .play, .pause, .stop, .next, .previous, .seek: .asked(request: request, command)
      }
    }
  }

  /// Ends a media Action, also one that was cancelled: a transcription pauses the player that it started, then goes back.
  public func end(_ command: MediaCommand, _ completion: @escaping Completion = { _ in }) {
    switch command {
    case .transcription(let seconds):
      request(completion) { .released(request: $0, rewindSeconds: seconds) }
    case .playPause, .play, .pause, .stop, .next, .previous, .seek: completion(.done(player: nil))
    }
  }

  /// Pauses whatever plays, until `quietIsOver` has been called as often.
  public func beQuiet() {
    bus.perform { [self] in handle(.quiet, $0) }
  }

  public func quietIsOver() {
    bus.perform { [self] in handle(.quietOver, $0) }
  }

  /// Before a suspend and at the daemon's end: pauses what transcription Actions play.
  ///
  /// - Parameter done: called once the player has answered, at the latest after four time limits, or at once.
  public func stopAll(_ done: @escaping @Sendable () -> Void) {
    request({ _ in done() }, { .stopped(request: $0) })
  }

  private func request(
    _ completion: @escaping Completion, _ fact: @escaping @Sendable (Int) -> MediaMachine.Fact
  ) {
    let isTaken = bus.perform { [self] connection in
      lastRequest += 1
      completions[lastRequest] = completion
      handle(fact(lastRequest), connection)
    }
    if !isTaken { completion(.failed(MediaError(.noBus))) }
  }

  private func handle(_ fact: MediaMachine.Fact, _ connection: BusConnection) {
    for effect in machine.handle(fact) { perform(effect, connection) }
  }

  private func perform(_ effect: MediaMachine.Effect, _ connection: BusConnection) {
    switch effect {
    case .send(let number, let call, let owner):
      connection.call(call.busCall(to: owner), timeLimit: Self.timeLimit) { [self] result in
        handle(.answered(call: number, Self.answer(to: call, result)), connection)
      }
    case .finish(let request, let outcome):
      completions.removeValue(forKey: request)?(outcome)
    case .holdFailed(let seconds, let error):
      delegate?.mediaFailed(.transcription(rewindSeconds: seconds), error)
    case .publish(let availability):
      snapshot.withLock { $0 = availability }
      delegate?.mediaChanged(availability)
    }
  }

  private func listen(_ connection: BusConnection) {
    // They fail only for a connection that is already lost, and the loss is told.
    _ = try? connection.subscribe(.ownerChanges(below: MediaPlayer.namespace)) { [self] signal in
      guard let name = (try? signal.argument(0, \.string)).flatMap(MediaPlayer.shortName),
        let owner = try? signal.argument(2, \.string)
      else { return }
      handle(owner.isEmpty ? .vanished(name: name) : .appeared(name: name, owner: owner), connection)
    }
    let changes = BusMatch(
      path: MediaPlayer.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
      arguments: [0: MediaPlayer.interface])
    _ = try? connection.subscribe(changes) { [self] signal in
      guard let owner = signal.sender, let values = try? signal.argument(1, \.properties) else { return }
      handle(.changed(owner: owner, PlayerProperties(values)), connection)
    }
  }

  /// The players that were there before us.
  private func list(_ connection: BusConnection) {
    connection.call(.toBus("ListNames"), timeLimit: Self.timeLimit) { [self] result in
      let names = (try? result.get().argument(0, \.strings)) ?? []
      for busName in names {
        guard let name = MediaPlayer.shortName(busName) else { continue }
        connection.owner(of: busName, timeLimit: Self.timeLimit) { [self] result in
          guard case .success(let owner?) = result else { return }
          handle(.appeared(name: name, owner: owner), connection)
        }
      }
    }
  }

  private static func answer(to call: PlayerCall, _ result: Result<BusMessage, BusError>) -> PlayerAnswer {
    switch result {
    case .success(let reply):
      guard call == .readProperties else { return .done }
      guard let values = try? reply.argument(0, \.properties) else { return .failed(.failed) }
      return .properties(PlayerProperties(values))
    case .failure(let error):
      return .failed(error.code.mediaCode)
    }
  }
}

extension BusError.Code {
  fileprivate var mediaCode: MediaError.Code {
    switch self {
    case .noBus, .disconnected: .noBus
    case .timedOut: .noAnswer
    case .peerGone, .unknownName, .startFailed: .playerGone
    case .accessDenied: .refused
    case .unknownMember, .remote, .malformed, .invalidMessage, .overloaded: .failed
    }
  }
}
