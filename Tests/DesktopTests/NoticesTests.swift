import BusTesting
import MessageBus
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(10)))
struct NoticesTests {
  @Test func `a notice reaches the desktop's service, and the next takes its place`() async throws {
    let daemon = try TestBus()
    let service = try MessageBus(daemon.address, name: "service")
    await service.connected()
    let calls = EventLog<BusMessage>()
    try await service.attempt { connection in
      let method = BusMethod("Notify", takes: "susssasa{sv}i", gives: "u") { invocation in
        calls.add(invocation.call)
        invocation.reply([.uint32(7)])
      }
      try connection.export(
        BusInterface("org.freedesktop.Notifications", methods: [method]), at: "/org/freedesktop/Notifications"
      )
    }
    try await service.own("org.freedesktop.Notifications")
    let bus = try MessageBus(daemon.address, name: "notices")
    await bus.connected()
    let notices = Notices(bus: bus)
    for (summary, body) in [("Kept", "a <b> & c"), ("Kept again", "")] {
      await withCheckedContinuation { continuation in
        notices.show(Notice(summary: summary, body: body)) { continuation.resume() }
      }
    }
    let shown = calls.events
    #expect(shown.map { $0.arguments[3].string } == ["Kept", "Kept again"])
    #expect(shown[0].arguments[4].string == "a &lt;b&gt; &amp; c")
    #expect(shown.map { $0.arguments[1].integer } == [0, 7])
  }
}
