internal import Domain

/// Commands to media players. Pure: facts in, effects out; every wait is the time limit of a call, which ends as an answer.
///
///     1. one command      asked: send   answered: finish
///     2. jump             asked: read   answered(position): send seek, not before the begin or beyond the end   …: finish
///     3. typing along     held: play   answered: finish   released: pause   answered: read   answered(position):
///                         seek back   answered: finish
///     4. short tap        held: play   released   answered: finish(held), pause …as 3
///     5. pressed again    released: pause   held   … once 3 is at its end: play
///     6. play times out   held: play   answered(noAnswer): finish(failed), pause: it may still begin to play
///     7. cannot jump      released: pause … answered(cannot seek): finish(failed): paused, and the user is told
///     8. player closed    playing, vanished: holdFailed; a release afterwards finds nothing to do
///     9. suspend, stop    stopped: as a release of all that is held, then finish
///    10. quiet           quiet: pause what plays   quietOver: play what was paused, unless a person has stopped or closed it
///    11. not handled: the user pauses in the player while the pedal is down; the release pauses again and goes back.
struct MediaMachine: Hashable {
  enum Fact: Hashable {
    case connected
    case busLost
    case preferred(String?)
    case appeared(name: String, owner: String)
    case vanished(name: String)
    /// What a player says of itself, unasked.
    case changed(owner: String, PlayerProperties)
    case asked(request: Int, MediaCommand)
    /// A transcription Action begins.
    case held(request: Int, rewindSeconds: Int)
    case released(request: Int, rewindSeconds: Int)
    /// Everything that we play is paused.
    case stopped(request: Int)
    case answered(call: Int, PlayerAnswer)
    /// Somebody speaks: what plays is paused until the matching `quietOver`.
    case quiet
    case quietOver
  }

  enum Effect: Hashable {
    case send(call: Int, PlayerCall, owner: String)
    case finish(request: Int, MediaOutcome)
    /// An Action that was under way ends by itself.
    case holdFailed(rewindSeconds: Int, MediaError)
    case publish(MediaAvailability)
  }

  /// What an answer belongs to.
  private enum Step: Hashable {
    /// Getting to know a player.
    case look(owner: String)
    case command(request: Int, player: MediaPlayer)
    case measure(request: Int, player: MediaPlayer, seconds: Int)
    case transcription
    /// Nobody waits for it.
    case quiet
  }

  private var isConnected = false
  private var list = PlayerList()
  private var steps: [Int: Step] = [:]
  private var lastCall = 0
  private var transcription = TranscriptionMachine()
  private var published: MediaAvailability?
  private var quiet = QuietMachine()

  var availability: MediaAvailability {
    guard isConnected else { return .unavailable(MediaError(.noBus)) }
    return switch list.meant() {
    case .success(let player): .available(player: player.name)
    case .failure(let error): .unavailable(error)
    }
  }

  mutating func handle(_ fact: Fact) -> [Effect] {
    let effects = respond(fact)
    let availability = availability
    guard availability != published else { return effects }
    published = availability
    return effects + [.publish(availability)]
  }

  private mutating func respond(_ fact: Fact) -> [Effect] {
    switch fact {
    case .connected:
      isConnected = true
      return []
    case .busLost:
      isConnected = false
      list.removeAll()
      return carryOut(transcription.playerGone(MediaError(.noBus)))
    case .preferred(let preference):
      list.preference = preference
      return []
    case .appeared(let name, let owner):
      list.add(name, owner: owner)
      return [send(.readProperties, owner, .look(owner: owner))]
    case .vanished(let name):
      guard let player = list.remove(name), transcription.player?.owner == player.owner else { return [] }
      return carryOut(transcription.playerGone(MediaError(.playerGone, player: name)))
    case .changed(let owner, let properties):
      list.change(owner: owner, properties)
      return []
    case .asked(let request, let command): return asked(request, command)
    case .held(let request, let seconds):
      return carryOut(transcription.held(request, seconds: seconds, choose: meant))
    case .released(let request, let seconds):
      return carryOut(transcription.released(request, seconds: seconds))
    case .stopped(let request): return carryOut(transcription.stopped(request))
    case .answered(let call, let answer): return answered(call, answer)
    case .quiet: return quiet.begin(list.players).map { send(.pause, $0, .quiet) }
    case .quietOver: return quiet.end(list.players).map { send(.play, $0, .quiet) }
    }
  }

  private func meant() -> Result<MediaPlayer, MediaError> {
    isConnected ? list.meant() : .failure(MediaError(.noBus))
  }

  private mutating func asked(_ request: Int, _ command: MediaCommand) -> [Effect] {
    let player: MediaPlayer
    switch meant() {
    case .success(let meant): player = meant
    case .failure(let error): return [.finish(request: request, .failed(error))]
    }
    let properties = player.properties
    list.use(player)
    return switch command {
    case .playPause:
      tell(.playPause, player, request, unless: properties.canPlay == false && properties.canPause == false)
    case .play: tell(.play, player, request, unless: properties.canPlay == false)
    case .pause: tell(.pause, player, request, unless: properties.canPause == false)
    case .stop: tell(.stop, player, request, unless: false)
    case .next: tell(.next, player, request, unless: properties.canGoNext == false)
    case .previous: tell(.previous, player, request, unless: properties.canGoPrevious == false)
    case .seek(let seconds):
      [send(.readProperties, player.owner, .measure(request: request, player: player, seconds: seconds))]
    case .transcription: preconditionFailure("a transcription is held and released, never asked for")
    }
  }

  private mutating func tell(
    _ call: PlayerCall, _ player: MediaPlayer, _ request: Int, unless isRefused: Bool
  ) -> [Effect] {
    if isRefused { return [.finish(request: request, .failed(MediaError(.refused, player: player.name)))] }
    return [send(call, player.owner, .command(request: request, player: player))]
  }

  private mutating func send(_ call: PlayerCall, _ owner: String, _ step: Step) -> Effect {
    lastCall += 1
    steps[lastCall] = step
    return .send(call: lastCall, call, owner: owner)
  }

  private mutating func answered(_ call: Int, _ answer: PlayerAnswer) -> [Effect] {
    guard let step = steps.removeValue(forKey: call) else { return [] }
    switch step {
    case .look(let owner):
      if case .properties(let properties) = answer { list.change(owner: owner, properties) }
      return []
    case .command(let request, let player):
      return [.finish(request: request, Self.outcome(answer, player))]
    case .measure(let request, let player, let seconds): return measured(answer, request, player, seconds)
    case .transcription: return carryOut(transcription.answered(answer))
    case .quiet: return []
    }
  }

  private mutating func measured(
    _ answer: PlayerAnswer, _ request: Int, _ player: MediaPlayer, _ seconds: Int
  ) -> [Effect] {
    guard case .properties(let properties) = answer else {
      return [.finish(request: request, Self.outcome(answer, player))]
    }
    guard properties.canSeek != false else {
      return [.finish(request: request, .failed(MediaError(.cannotSeek, player: player.name)))]
    }
    let offset = properties.offset(seeking: Int64(seconds) * 1_000_000)
    guard offset != 0 else { return [.finish(request: request, .done(player: player.name))] }
    return [send(.seek(offset), player.owner, .command(request: request, player: player))]
  }

  static func outcome(_ answer: PlayerAnswer, _ player: MediaPlayer) -> MediaOutcome {
    switch answer {
    case .done, .properties: .done(player: player.name)
    case .failed(let code): .failed(MediaError(code, player: player.name))
    }
  }

  private mutating func carryOut(_ effects: [TranscriptionMachine.Effect]) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .send(let call, let player):
        list.use(player)
        return send(call, player.owner, .transcription)
      case .finish(let request, let outcome): return .finish(request: request, outcome)
      case .holdFailed(let seconds, let error): return .holdFailed(rewindSeconds: seconds, error)
      }
    }
  }
}
