import Domain
import Testing

@testable import Desktop

struct MediaMachineTests {
  typealias Machine = MediaMachine

  /// A connected machine with players that have said nothing but whether they play.
  private func machine(_ players: (name: String, isPlaying: Bool)...) -> Machine {
    var machine = Machine()
    _ = machine.handle(.connected)
    for (index, player) in players.enumerated() {
      let owner = ":1.\(index)"
      _ = machine.handle(.appeared(name: player.name, owner: owner))
      var properties = PlayerProperties()
      properties.isPlaying = player.isPlaying
      _ = machine.handle(.answered(call: index + 1, .properties(properties)))
    }
    return machine
  }

  private func properties(position: Int64, length: Int64? = nil, canSeek: Bool? = true) -> PlayerAnswer {
    var properties = PlayerProperties()
    properties.position = position
    properties.length = length
    properties.canSeek = canSeek
    return .properties(properties)
  }

  @Test func `Without a bus and without a player each command says why`() {
    var machine = Machine()
    #expect(
      machine.handle(.asked(request: 1, .play)).first == .finish(request: 1, .failed(MediaError(.noBus))))
    #expect(
      machine.handle(.held(request: 2, rewindSeconds: 2)).first
        == .finish(request: 2, .failed(MediaError(.noBus))))
    _ = machine.handle(.connected)
    #expect(
      machine.handle(.asked(request: 3, .play)) == [.finish(request: 3, .failed(MediaError(.noPlayer)))])
  }

  @Test func `The only player is meant`() {
    #expect(machine(("mpv", false)).availability == .available(player: "mpv"))
  }

  @Test func `Of several that were never used none is meant`() {
    #expect(
      machine(("vlc", false), ("mpv", false)).availability
        == .unavailable(MediaError(.ambiguous, player: "mpv, vlc")))
  }

  @Test func `The one that plays is meant, before the one used last`() {
    var machine = machine(("vlc", false), ("mpv", false))
    var playing = PlayerProperties()
    playing.isPlaying = true
    _ = machine.handle(.changed(owner: ":1.0", playing))
    #expect(machine.availability == .available(player: "vlc"))
    playing.isPlaying = false
    _ = machine.handle(.changed(owner: ":1.0", playing))
    #expect(machine.availability == .available(player: "vlc"))
    playing.isPlaying = true
    _ = machine.handle(.changed(owner: ":1.1", playing))
    #expect(machine.availability == .available(player: "mpv"))
  }

  @Test func `The preferred one is meant while it runs, whatever plays`() {
    var machine = machine(("vlc", true), ("mpv.instance12", false))
    _ = machine.handle(.preferred("MPV"))
    #expect(machine.availability == .available(player: "mpv.instance12"))
    _ = machine.handle(.vanished(name: "mpv.instance12"))
    #expect(machine.availability == .available(player: "vlc"))
  }

  @Test func `A player that does not let itself be controlled is not meant`() {
    var machine = machine(("vlc", false), ("radio", false))
    var properties = PlayerProperties()
    properties.canControl = false
    _ = machine.handle(.changed(owner: ":1.1", properties))
    #expect(machine.availability == .available(player: "vlc"))
    _ = machine.handle(.changed(owner: ":1.0", properties))
    #expect(machine.availability == .unavailable(MediaError(.refused, player: "radio, vlc")))
  }

  @Test(
    arguments: [
      // wanted s, position ms, length ms, jump ms
      (-5, 10_000, 60_000, -5_000), (-5, 5_000, 60_000, -5_000), (-5, 4_999, 60_000, -4_999),
      (-5, 0, 60_000, 0),
      (5, 10_000, 60_000, 5_000), (5, 54_500, 60_000, 5_000), (5, 54_501, 60_000, 4_999),
      (5, 59_500, 60_000, 0),
      (5, 59_999, 60_000, 0), (5, 59_999, nil, 5_000), (5, 10, 0, 5_000),
    ] as [(Int, Int64, Int64?, Int64)])
  func `A jump passes neither the begin nor the end`(
    _ seconds: Int, _ position: Int64, _ length: Int64?, _ jump: Int64
  ) {
    var machine = machine(("mpv", true))
    #expect(
      machine.handle(.asked(request: 1, .seek(seconds: seconds))) == [
        .send(call: 2, .readProperties, owner: ":1.0")
      ])
    let effects = machine.handle(
      .answered(call: 2, properties(position: position * 1000, length: length.map { $0 * 1000 })))
    if jump == 0 {
      #expect(effects == [.finish(request: 1, .done(player: "mpv"))])
    } else {
      #expect(effects == [.send(call: 3, .seek(jump * 1000), owner: ":1.0")])
    }
  }

  @Test func `What a player says it cannot do it is not told`() {
    var machine = machine(("mpv", true))
    var properties = PlayerProperties()
    properties.canGoNext = false
    properties.canPause = false
    _ = machine.handle(.changed(owner: ":1.0", properties))
    let refused = MediaOutcome.failed(MediaError(.refused, player: "mpv"))
    #expect(machine.handle(.asked(request: 1, .next)) == [.finish(request: 1, refused)])
    #expect(machine.handle(.asked(request: 2, .pause)) == [.finish(request: 2, refused)])
    #expect(machine.handle(.asked(request: 3, .previous)) == [.send(call: 2, .previous, owner: ":1.0")])
  }

  @Test func `Typing along: play, pause, read, back`() {
    var machine = machine(("mpv", false))
    #expect(machine.handle(.held(request: 1, rewindSeconds: 3)) == [.send(call: 2, .play, owner: ":1.0")])
    #expect(machine.handle(.answered(call: 2, .done)) == [.finish(request: 1, .done(player: "mpv"))])
    #expect(
      machine.handle(.released(request: 2, rewindSeconds: 3)) == [.send(call: 3, .pause, owner: ":1.0")])
    #expect(machine.handle(.answered(call: 3, .done)) == [.send(call: 4, .readProperties, owner: ":1.0")])
    #expect(
      machine.handle(.answered(call: 4, properties(position: 2_000_000)))
        == [.send(call: 5, .seek(-2_000_000), owner: ":1.0")])
    #expect(machine.handle(.answered(call: 5, .done)) == [.finish(request: 2, .done(player: "mpv"))])
  }

  @Test func `With no seconds to go back it pauses only`() {
    var machine = playing(rewind: 0)
    _ = machine.handle(.released(request: 2, rewindSeconds: 0))
    #expect(machine.handle(.answered(call: 3, .done)) == [.finish(request: 2, .done(player: "mpv"))])
  }

  @Test func `A release before the answer to play pauses after it`() {
    var machine = machine(("mpv", false))
    _ = machine.handle(.held(request: 1, rewindSeconds: 3))
    #expect(machine.handle(.released(request: 2, rewindSeconds: 3)) == [])
    #expect(
      machine.handle(.answered(call: 2, .done))
        == [.finish(request: 1, .done(player: "mpv")), .send(call: 3, .pause, owner: ":1.0")])
  }

  @Test func `A press while it goes back plays afterwards`() {
    var machine = playing(rewind: 3)
    _ = machine.handle(.released(request: 2, rewindSeconds: 3))
    #expect(machine.handle(.held(request: 3, rewindSeconds: 3)) == [])
    _ = machine.handle(.answered(call: 3, .done))
    _ = machine.handle(.answered(call: 4, properties(position: 9_000_000)))
    #expect(
      machine.handle(.answered(call: 5, .done))
        == [.finish(request: 2, .done(player: "mpv")), .send(call: 6, .play, owner: ":1.0")])
    #expect(machine.handle(.answered(call: 6, .done)) == [.finish(request: 3, .done(player: "mpv"))])
  }

  @Test func `A press and release while it goes back change nothing`() {
    var machine = playing(rewind: 3)
    _ = machine.handle(.released(request: 2, rewindSeconds: 3))
    _ = machine.handle(.held(request: 3, rewindSeconds: 3))
    _ = machine.handle(.released(request: 4, rewindSeconds: 3))
    _ = machine.handle(.answered(call: 3, .done))
    _ = machine.handle(.answered(call: 4, properties(position: 9_000_000)))
    let done = MediaOutcome.done(player: "mpv")
    #expect(
      machine.handle(.answered(call: 5, .done))
        == [.finish(request: 2, done), .finish(request: 4, done), .finish(request: 3, done)])
  }

  @Test func `Two Actions hold one player until the last one lets go`() {
    var machine = playing(rewind: 3)
    #expect(
      machine.handle(.held(request: 2, rewindSeconds: 5)) == [.finish(request: 2, .done(player: "mpv"))])
    #expect(
      machine.handle(.released(request: 3, rewindSeconds: 3)) == [.finish(request: 3, .done(player: "mpv"))])
    #expect(
      machine.handle(.released(request: 4, rewindSeconds: 5)) == [.send(call: 3, .pause, owner: ":1.0")])
  }

  @Test func `When play is not answered it is paused all the same`() {
    var machine = machine(("mpv", false))
    _ = machine.handle(.held(request: 1, rewindSeconds: 3))
    #expect(
      machine.handle(.answered(call: 2, .failed(.noAnswer)))
        == [
          .finish(request: 1, .failed(MediaError(.noAnswer, player: "mpv"))),
          .send(call: 3, .pause, owner: ":1.0"),
        ])
  }

  @Test func `A player that cannot jump is paused, and the reason is told`() {
    var machine = playing(rewind: 3)
    _ = machine.handle(.released(request: 2, rewindSeconds: 3))
    _ = machine.handle(.answered(call: 3, .done))
    #expect(
      machine.handle(.answered(call: 4, properties(position: 9_000_000, canSeek: false)))
        == [.finish(request: 2, .failed(MediaError(.cannotSeek, player: "mpv")))])
  }

  @Test func `A player that is closed while it plays ends the Action, and the release finds nothing to do`() {
    var machine = playing(rewind: 3)
    let gone = MediaError(.playerGone, player: "mpv")
    #expect(machine.handle(.vanished(name: "mpv")).first == .holdFailed(rewindSeconds: 3, gone))
    #expect(
      machine.handle(.released(request: 2, rewindSeconds: 3)) == [.finish(request: 2, .done(player: nil))])
  }

  @Test func `A player that is closed in the middle of a call ends the Action`() {
    var machine = playing(rewind: 3)
    _ = machine.handle(.released(request: 2, rewindSeconds: 3))
    _ = machine.handle(.vanished(name: "mpv"))
    #expect(
      machine.handle(.answered(call: 3, .failed(.playerGone)))
        == [.finish(request: 2, .failed(MediaError(.playerGone, player: "mpv")))])
  }

  @Test func `A stop pauses what we play, and is done at once when we play nothing`() {
    var machine = playing(rewind: 0)
    #expect(machine.handle(.stopped(request: 2)) == [.send(call: 3, .pause, owner: ":1.0")])
    #expect(machine.handle(.answered(call: 3, .done)) == [.finish(request: 2, .done(player: "mpv"))])
    #expect(machine.handle(.stopped(request: 3)) == [.finish(request: 3, .done(player: nil))])
  }

  @Test func `What the user started is not paused by a stop`() {
    var machine = machine(("mpv", false))
    _ = machine.handle(.asked(request: 1, .play))
    _ = machine.handle(.answered(call: 2, .done))
    #expect(machine.handle(.stopped(request: 2)) == [.finish(request: 2, .done(player: nil))])
  }

  @Test(
    arguments: [
      ("org.mpris.MediaPlayer2.mpv", "mpv"), ("org.mpris.MediaPlayer2.vlc.instance7", "vlc.instance7"),
      ("org.mpris.MediaPlayer2.playerctld", nil), ("org.mpris.MediaPlayer2", nil),
      ("org.mpris.MediaPlayer2.", nil),
      ("org.mpris.MediaPlayer2x.mpv", nil), ("org.freedesktop.DBus", nil),
    ] as [(String, String?)])
  func `A player is known by its name on the bus`(_ busName: String, _ name: String?) {
    #expect(MediaPlayer.shortName(busName) == name)
  }

  @Test func `Every error says what to do`() {
    for code in MediaError.Code.allCases {
      let message = MediaError(code, player: "mpv").message
      #expect(message.hasSuffix("."))
      #expect(!message.contains("  "))
    }
  }

  private func playing(rewind: Int) -> Machine {
    var machine = machine(("mpv", false))
    _ = machine.handle(.held(request: 1, rewindSeconds: rewind))
    _ = machine.handle(.answered(call: 2, .done))
    return machine
  }
}
