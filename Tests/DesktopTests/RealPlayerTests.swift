import BusTesting
import Desktop
import Domain
import Glibc
import MessageBus
import Testing

/// mpv with mpv-mpris on a private bus: the player that people use with hwctl.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct RealPlayerTests {
  private static let mpris = "/usr/lib/mpv-mpris/mpris.so"
  private static let name = "org.mpris.MediaPlayer2.mpv"

  let world: MediaWorld
  let player: TestProcess

  /// 60 s of a quiet tone, played into nothing, paused at its begin.
  init() async throws {
    world = try MediaWorld()
    let file = "\(world.daemon.folder)/tone.wav"
    try Self.writeTone(file)
    player = try TestProcess(
      [
        "/usr/bin/mpv", "--no-config", "--no-video", "--ao=null", "--pause", "--idle=no", "--no-terminal",
        "--load-scripts=no", "--script=\(Self.mpris)", file,
      ],
      environment: ["DBUS_SESSION_BUS_ADDRESS": world.daemon.text, "HOME": world.daemon.folder])
    await world.wait(.available(player: "mpv"))
    // It has its name before it has its file.
    await until("Metadata") { $0.properties?["mpris:length"]?.integer ?? 0 > 0 }
  }

  @Test func `Held it plays; released it pauses and goes back, never before the begin`() async throws {
    let typing = MediaCommand.transcription(rewindSeconds: 3)
    var began = ContinuousClock.now
    #expect(await world.media.begin(typing) == .done(player: "mpv"))
    await until("PlaybackStatus") { $0.string == "Playing" }
    await until("Position") { $0.integer ?? 0 > 300_000 }
    #expect(await world.media.end(typing) == .done(player: "mpv"))
    await until("PlaybackStatus") { $0.string == "Paused" }
    // Less than 3 s were played, unless this machine is very busy: the begin. mpv counts what its audio buffer still holds, so
    // it says up to 0.3 s less.
    var played = Self.microseconds(since: began)
    await until("Position") { abs($0.integer ?? .max) < max(0, played - 3_000_000) + 300_000 }

    #expect(await world.media.begin(.seek(seconds: 30)) == .done(player: "mpv"))
    await until("Position") { abs(($0.integer ?? 0) - 30_000_000) < 500_000 }
    began = ContinuousClock.now
    #expect(await world.media.begin(typing) == .done(player: "mpv"))
    await until("Position") { $0.integer ?? 0 > 30_600_000 }
    #expect(await world.media.end(typing) == .done(player: "mpv"))
    played = Self.microseconds(since: began)
    await until("Position") { (27_000_000..<28_000_000 + played).contains($0.integer ?? 0) }
    #expect(await read("PlaybackStatus").string == "Paused")
    await end()
  }

  @Test func `A jump beyond the end stops before it`() async throws {
    #expect(await world.media.begin(.seek(seconds: 600)) == .done(player: "mpv"))
    await until("Position") { (59_000_000..<60_000_000).contains($0.integer ?? 0) }
    #expect(await world.media.begin(.seek(seconds: -600)) == .done(player: "mpv"))
    await until("Position") { abs($0.integer ?? .max) < 300_000 }
    await end()
  }

  @Test func `Play, pause and play-pause change what it does`() async throws {
    for (command, status) in [
      (.play, "Playing"), (.pause, "Paused"), (.playPause, "Playing"), (.playPause, "Paused"),
    ] as [(MediaCommand, String)] {
      #expect(await world.media.begin(command) == .done(player: "mpv"))
      await until("PlaybackStatus") { $0.string == status }
    }
    await end()
  }

  @Test func `Stopped by the daemon's end it is paused`() async throws {
    _ = await world.media.begin(.transcription(rewindSeconds: 0))
    await until("PlaybackStatus") { $0.string == "Playing" }
    await world.media.stopAll()
    await until("PlaybackStatus") { $0.string == "Paused" }
    await end()
  }

  @Test func `A player that hangs is told apart from one that was closed`() async throws {
    player.signal(SIGSTOP)
    #expect(await world.media.begin(.play) == .failed(MediaError(.noAnswer, player: "mpv")))
    player.kill()
    await world.wait(.unavailable(MediaError(.noPlayer)))
    await end()
  }

  private static func microseconds(since instant: ContinuousClock.Instant) -> Int64 {
    (ContinuousClock.now - instant).wholeNanoseconds / 1_000
  }

  private func end() async {
    player.kill()
    await world.bus.closed()
  }

  private func read(_ property: String) async -> BusValue {
    let call = BusCall.get(
      property, of: "org.mpris.MediaPlayer2.Player", Self.name, "/org/mpris/MediaPlayer2")
    return (try? await world.bus.call(call).get().argument(0) { $0.unwrapped }) ?? .string("")
  }

  /// Asks the player until it is so: what it has answered it carries out a little later, and Position has no signal.
  private func until(_ property: String, _ isMet: (BusValue) -> Bool) async {
    while !isMet(await read(property)), !Task.isCancelled {}
  }

  private static func writeTone(_ path: String) throws {
    let (rate, seconds) = (8_000, 60)
    var bytes = Array("RIFF".utf8) + little(36 + rate * seconds) + Array("WAVEfmt ".utf8)
    bytes += little(16) + [1, 0, 1, 0] + little(rate) + little(rate) + [1, 0, 8, 0] + Array("data".utf8)
    bytes += little(rate * seconds)
    bytes += (0..<rate * seconds).map { UInt8(128 + ($0 / 10 % 2) * 2) }
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw TestBus.Failure(reason: "no sound file") }
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count else {
      throw TestBus.Failure(reason: "short sound file")
    }
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
