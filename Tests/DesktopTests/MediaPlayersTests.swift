import BusTesting
import Desktop
import Domain
import MessageBus
import Testing

final class MediaListener: MediaPlayersDelegate {
  let availability = EventLog<MediaAvailability>()
  let failures = EventLog<MediaError>()

  func mediaChanged(_ availability: MediaAvailability) { self.availability.add(availability) }
  func mediaFailed(_ command: MediaCommand, _ error: MediaError) { failures.add(error) }
}

extension MediaPlayers {
  func begin(_ command: MediaCommand) async -> MediaOutcome {
    await withCheckedContinuation { continuation in begin(command) { continuation.resume(returning: $0) } }
  }

  func end(_ command: MediaCommand) async -> MediaOutcome {
    await withCheckedContinuation { continuation in end(command) { continuation.resume(returning: $0) } }
  }

  func stopAll() async {
    await withCheckedContinuation { continuation in stopAll { continuation.resume() } }
  }
}

struct MediaWorld {
  let daemon: TestBus
  let bus: MessageBus
  let listener = MediaListener()
  let media: MediaPlayers

  init() throws {
    daemon = try TestBus()
    bus = try MessageBus(
      daemon.address, name: "media",
      reconnection: Backoff(first: .milliseconds(5), last: .milliseconds(50)))
    media = MediaPlayers(bus: bus, delegate: listener)
    media.start()
  }

  func player(_ name: String, _ script: ScriptedPlayer.Script = ScriptedPlayer.Script()) async throws
    -> ScriptedPlayer
  {
    try await ScriptedPlayer(daemon.address, name, script)
  }

  func wait(_ availability: MediaAvailability) async {
    await listener.availability.wait { $0.last == availability }
  }
}

@Suite(.timeLimit(.minutes(10)))
struct MediaPlayersTests {
  private static let typing = MediaCommand.transcription(rewindSeconds: 3)

  @Test func `A pedal held and released plays, pauses and goes back, in this order`() async throws {
    let world = try MediaWorld()
    let player = try await world.player("one")
    await world.wait(.available(player: "one"))
    #expect(await world.media.begin(Self.typing) == .done(player: "one"))
    #expect(await world.media.end(Self.typing) == .done(player: "one"))
    #expect(player.told.events == ["Play", "Pause", "Seek -3000000"])
    await player.bus.closed()
    await world.bus.closed()
  }

  @Test func `Each command is what the player is told`() async throws {
    let world = try MediaWorld()
    let player = try await world.player("one")
    await world.wait(.available(player: "one"))
    let commands: [MediaCommand] = [
      .playPause, .play, .pause, .stop, .next, .previous, .seek(seconds: 5), .seek(seconds: -20),
    ]
    for command in commands {
      #expect(await world.media.begin(command) == .done(player: "one"))
      #expect(await world.media.end(command) == .done(player: nil))
    }
    #expect(
      player.told.events
        == ["PlayPause", "Play", "Pause", "Stop", "Next", "Previous", "Seek 5000000", "Seek -10000000"])
    await player.bus.closed()
    await world.bus.closed()
  }

  @Test func `Of two players the one that plays is told`() async throws {
    let world = try MediaWorld()
    let (first, second) = (try await world.player("first"), try await world.player("second"))
    await world.wait(.unavailable(MediaError(.ambiguous, player: "first, second")))
    #expect(await world.media.begin(.pause) == .failed(MediaError(.ambiguous, player: "first, second")))
    try await second.become("Playing")
    await world.wait(.available(player: "second"))
    #expect(await world.media.begin(.pause) == .done(player: "second"))
    world.media.prefer("first")
    await world.wait(.available(player: "first"))
    #expect(await world.media.begin(.pause) == .done(player: "first"))
    #expect(first.told.events == ["Pause"] && second.told.events == ["Pause"])
    await first.bus.closed()
    await world.wait(.available(player: "second"))
    await second.bus.closed()
    await world.wait(.unavailable(MediaError(.noPlayer)))
    await world.bus.closed()
  }

  @Test func `A player that was there before hwctl is known`() async throws {
    let daemon = try TestBus()
    let player = try await ScriptedPlayer(daemon.address, "early")
    let bus = try MessageBus(daemon.address, name: "media")
    let listener = MediaListener()
    let media = MediaPlayers(bus: bus, delegate: listener)
    media.start()
    await listener.availability.wait { $0.last == .available(player: "early") }
    #expect(media.availability == .available(player: "early"))
    await player.bus.closed()
    await bus.closed()
  }

  @Test func `A player that never answers costs a second, and is paused in case it plays after all`()
    async throws
  {
    let world = try MediaWorld()
    var script = ScriptedPlayer.Script()
    script.silent = ["Play"]
    let player = try await world.player("deaf", script)
    await world.wait(.available(player: "deaf"))
    let clock = ContinuousClock()
    let start = clock.now
    #expect(await world.media.begin(Self.typing) == .failed(MediaError(.noAnswer, player: "deaf")))
    #expect(start.duration(to: clock.now) >= MediaPlayers.timeLimit)
    await player.told.wait { $0 == ["Play", "Pause", "Seek -3000000"] || $0 == ["Play", "Pause"] }
    await player.bus.closed()
    await world.bus.closed()
  }

  @Test func `Each fault of a player has its own reason`() async throws {
    var refusing = ScriptedPlayer.Script()
    refusing.refuses = true
    var fixed = ScriptedPlayer.Script()
    fixed.canSeek = false
    let table: [(String, ScriptedPlayer.Script, MediaCommand, MediaOutcome)] = [
      ("refusing", refusing, .play, .failed(MediaError(.refused, player: "refusing"))),
      ("fixed", fixed, .seek(seconds: 5), .failed(MediaError(.cannotSeek, player: "fixed"))),
    ]
    for (name, script, command, outcome) in table {
      let world = try MediaWorld()
      let player = try await world.player(name, script)
      await world.wait(.available(player: name))
      #expect(await world.media.begin(command) == outcome)
      await player.bus.closed()
      await world.bus.closed()
    }
  }

  @Test func `A player that cannot go back is paused all the same`() async throws {
    let world = try MediaWorld()
    var script = ScriptedPlayer.Script()
    script.canSeek = false
    let player = try await world.player("radio", script)
    await world.wait(.available(player: "radio"))
    _ = await world.media.begin(Self.typing)
    #expect(await world.media.end(Self.typing) == .failed(MediaError(.cannotSeek, player: "radio")))
    #expect(player.told.events == ["Play", "Pause"])
    await player.bus.closed()
    await world.bus.closed()
  }

  @Test func `A position that is no number does not hinder going back`() async throws {
    let world = try MediaWorld()
    var script = ScriptedPlayer.Script()
    script.positionIsText = true
    let player = try await world.player("odd", script)
    await world.wait(.available(player: "odd"))
    _ = await world.media.begin(Self.typing)
    #expect(await world.media.end(Self.typing) == .done(player: "odd"))
    #expect(player.told.events == ["Play", "Pause", "Seek -3000000"])
    await player.bus.closed()
    await world.bus.closed()
  }

  @Test func `A player that vanishes in the middle of a call ends the Action`() async throws {
    let world = try MediaWorld()
    var script = ScriptedPlayer.Script()
    script.silent = ["Pause"]
    let player = try await world.player("brief", script)
    await world.wait(.available(player: "brief"))
    _ = await world.media.begin(Self.typing)
    async let outcome = world.media.end(Self.typing)
    await player.told.wait { $0.last == "Pause" }
    await player.bus.closed()
    #expect(await outcome == .failed(MediaError(.playerGone, player: "brief")))
    await world.bus.closed()
  }

  @Test func `A player that is closed while it plays is told, and the next press finds another`() async throws
  {
    let world = try MediaWorld()
    let player = try await world.player("brief")
    await world.wait(.available(player: "brief"))
    _ = await world.media.begin(Self.typing)
    await player.bus.closed()
    await world.listener.failures.wait { $0 == [MediaError(.playerGone, player: "brief")] }
    let next = try await world.player("next")
    await world.wait(.available(player: "next"))
    #expect(await world.media.begin(Self.typing) == .done(player: "next"))
    await world.media.stopAll()
    #expect(next.told.events == ["Play", "Pause", "Seek -3000000"])
    await next.bus.closed()
    await world.bus.closed()
  }

  @Test func `A bus that dies while a player plays is told, and is used again when it is back`() async throws
  {
    let world = try MediaWorld()
    let player = try await world.player("one")
    await world.wait(.available(player: "one"))
    _ = await world.media.begin(Self.typing)
    world.daemon.kill()
    await world.listener.failures.wait { $0 == [MediaError(.noBus)] }
    #expect(await world.media.begin(.play) == .failed(MediaError(.noBus)))
    await player.bus.closed()
    try world.daemon.start()
    let again = try await world.player("again")
    await world.wait(.available(player: "again"))
    await again.bus.closed()
    await world.bus.closed()
    #expect(await world.media.begin(.play) == .failed(MediaError(.noBus)))
  }
}
