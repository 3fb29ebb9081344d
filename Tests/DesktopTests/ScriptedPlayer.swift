import BusTesting
import MessageBus
import Synchronization

/// A media player that does what the test says, and writes down what it is told.
final class ScriptedPlayer: Sendable {
  struct Script: Sendable {
    var status = "Stopped"
    var canSeek = true
    var position: Int64 = 10_000_000
    /// Methods that are never answered.
    var silent: Set<String> = []
    var refuses = false
    var positionIsText = false
  }

  let bus: MessageBus
  let told = EventLog<String>()
  private let script: Mutex<Script>
  private let kept = KeptInvocations()

  init(_ address: MessageBus.Address, _ name: String, _ script: Script = Script()) async throws {
    self.script = Mutex(script)
    bus = try MessageBus(address, name: "player")
    await bus.connected()
    try await bus.attempt { [self] connection in
      try connection.export(interface, at: "/org/mpris/MediaPlayer2")
    }
    try await bus.own("org.mpris.MediaPlayer2.\(name)")
  }

  func become(_ status: String) async throws {
    script.withLock { $0.status = status }
    try await bus.attempt { connection in
      try connection.changed(
        ["PlaybackStatus"], of: "org.mpris.MediaPlayer2.Player", at: "/org/mpris/MediaPlayer2")
    }
  }

  private var interface: BusInterface {
    let simple = ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"]
    return BusInterface(
      "org.mpris.MediaPlayer2.Player",
      methods: simple.map { name in BusMethod(name) { [self] in answer($0, name) } } + [
        BusMethod("Seek", takes: "x") { [self] call in
          answer(call, "Seek \(call.call.arguments[0].integer ?? 0)")
        }
      ],
      properties: [
        BusProperty("PlaybackStatus", "s", get: { .string(self.current.status) }),
        BusProperty("CanSeek", "b", get: { .boolean(self.current.canSeek) }),
        BusProperty("CanControl", "b", get: { .boolean(true) }),
        current.positionIsText
          ? BusProperty("Position", "s", get: { .string("middle") })
          : BusProperty("Position", "x", get: { .int64(self.current.position) }),
      ])
  }

  private var current: Script { script.withLock { $0 } }

  private func answer(_ invocation: BusInvocation, _ text: String) {
    told.add(text)
    let script = current
    if script.silent.contains(invocation.call.member ?? "") { return kept.keep(invocation) }
    if script.refuses { return invocation.fail("org.freedesktop.DBus.Error.AccessDenied", "no") }
    invocation.reply()
  }
}
