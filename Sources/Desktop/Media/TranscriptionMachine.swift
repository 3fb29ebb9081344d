/// Typing along: plays while held; then pauses, and goes back some seconds. The timelines are in `MediaMachine`.
///
/// It has at most one call under way; what is wanted meanwhile is remembered as who holds.
struct TranscriptionMachine: Hashable {
  enum Effect: Hashable {
    case send(PlayerCall, MediaPlayer)
    case finish(request: Int, MediaOutcome)
    case holdFailed(seconds: Int, MediaError)
  }

  private enum State: Hashable {
    case idle
    case starting, playing
    /// On the way to idle.
    case pausing, measuring, seeking
  }

  private var state = State.idle
  private(set) var player: MediaPlayer?
  /// The rewinds of the Actions that hold; equal Actions are one.
  private var holders: Set<Int> = []
  private var rewindSeconds = 0
  /// Begins that wait for the answer to Play.
  private var begins: [Int] = []
  /// Ends and stops that wait until the player is paused and back.
  private var ends: [Int] = []

  mutating func held(
    _ request: Int, seconds: Int, choose: () -> Result<MediaPlayer, MediaError>
  ) -> [Effect] {
    holders.insert(seconds)
    switch state {
    case .idle:
      switch choose() {
      case .success(let meant):
        player = meant
        begins.append(request)
        return start()
      case .failure(let error):
        holders.remove(seconds)
        return [.finish(request: request, .failed(error))]
      }
    case .starting, .pausing, .measuring, .seeking:
      begins.append(request)
      return []
    case .playing: return [.finish(request: request, .done(player: player?.name))]
    }
  }

  mutating func released(_ request: Int, seconds: Int) -> [Effect] {
    guard holders.remove(seconds) != nil, holders.isEmpty else {
      return [.finish(request: request, .done(player: player?.name))]
    }
    rewindSeconds = seconds
    ends.append(request)
    return state == .playing ? pause() : []
  }

  mutating func stopped(_ request: Int) -> [Effect] {
    rewindSeconds = holders.max() ?? rewindSeconds
    holders = []
    guard state != .idle else { return [.finish(request: request, .done(player: nil))] }
    ends.append(request)
    return state == .playing ? pause() : []
  }

  /// The player, or the way to it, is no more. A call that is under way is still answered, and ends what waits for it.
  mutating func playerGone(_ error: MediaError) -> [Effect] {
    guard state == .playing else { return [] }
    let failed = holders.sorted().map { Effect.holdFailed(seconds: $0, error) }
    holders = []
    return failed + becomeIdle(.failed(error))
  }

  mutating func answered(_ answer: PlayerAnswer) -> [Effect] {
    guard let player else { preconditionFailure("a call is under way, so it has a player") }
    switch state {
    case .idle, .playing: preconditionFailure("no call is under way in this state")
    case .starting: return started(answer, player)
    case .pausing:
      if case .failed = answer { return becomeIdle(MediaMachine.outcome(answer, player)) }
      guard rewindSeconds > 0 else { return becomeIdle(.done(player: player.name)) }
      state = .measuring
      return [.send(.readProperties, player)]
    case .measuring: return measured(answer, player)
    case .seeking: return becomeIdle(MediaMachine.outcome(answer, player))
    }
  }

  private mutating func start() -> [Effect] {
    guard let player else { preconditionFailure("a player was chosen before") }
    guard player.properties.canPlay != false else {
      return failStart(MediaError(.refused, player: player.name))
    }
    state = .starting
    return [.send(.play, player)]
  }

  private mutating func started(_ answer: PlayerAnswer, _ player: MediaPlayer) -> [Effect] {
    switch answer {
    case .done, .properties:
      state = .playing
      let finished = finishBegins(.done(player: player.name))
      return finished + (holders.isEmpty ? pause() : [])
    case .failed(.noAnswer):
      // It may still play, after everybody who could pause it was told that it does not.
      let finished = finishBegins(.failed(MediaError(.noAnswer, player: player.name)))
      holders = []
      return finished + pause()
    case .failed(let code):
      return failStart(MediaError(code, player: player.name))
    }
  }

  private mutating func failStart(_ error: MediaError) -> [Effect] {
    holders = []
    let finished = finishBegins(.failed(error))
    return finished + becomeIdle(.failed(error))
  }

  private mutating func pause() -> [Effect] {
    guard let player else { preconditionFailure("what plays has a player") }
    state = .pausing
    return [.send(.pause, player)]
  }

  private mutating func measured(_ answer: PlayerAnswer, _ player: MediaPlayer) -> [Effect] {
    guard case .properties(let properties) = answer else {
      return becomeIdle(MediaMachine.outcome(answer, player))
    }
    guard properties.canSeek != false else {
      return becomeIdle(.failed(MediaError(.cannotSeek, player: player.name)))
    }
    let offset = properties.offset(seeking: -Int64(rewindSeconds) * 1_000_000)
    guard offset != 0 else { return becomeIdle(.done(player: player.name)) }
    state = .seeking
    return [.send(.seek(offset), player)]
  }

  private mutating func finishBegins(_ outcome: MediaOutcome) -> [Effect] {
    defer { begins = [] }
    return begins.map { .finish(request: $0, outcome) }
  }

  /// The end of a round; somebody may hold again already, or may have held and released meanwhile.
  private mutating func becomeIdle(_ outcome: MediaOutcome) -> [Effect] {
    state = .idle
    let finished = ends.map { Effect.finish(request: $0, outcome) }
    ends = []
    if holders.isEmpty {
      let blips = finishBegins(.done(player: player?.name))
      player = nil
      return finished + blips
    }
    return finished + start()
  }
}
