import BusTesting
import Domain
import Glibc
import MessageBus
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct MessageBusTests {
  let daemon: TestBus
  let bus: MessageBus

  init() async throws {
    daemon = try TestBus()
    bus = try MessageBus(daemon.address, name: "test")
    await bus.connected()
  }

  @Test(
    arguments: [
      .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max),
      .int64(.min), .uint64(.max), .double(-0.25), .string(""), .string("Grüße 👋"), .objectPath("/"),
      .signature("a{sv}"), .bytes([]), .bytes([0, 255]), .strings([]), .strings(["a", "b"]), .properties([:]),
      .properties(["x": .strings(["y"]), "z": .variant(.int32(1))]),
      .structure([.string("s"), .variant(.double(1))]),
      .array(of: "ay", [.bytes([1]), .bytes([])]),
      .array(of: "{ua(so)}", [.entry(.uint32(1), .array(of: "(so)", []))]),
    ] as [BusValue])
  func `A value comes back from another program as it was`(_ value: BusValue) async throws {
    let peer = try await Peer(daemon.address)
    let reply = try await bus.call(Peer.call("Echo", [.variant(value)])).get()
    #expect(reply.arguments == [.variant(value)])
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `Structures in arrays are read with their types`() async throws {
    let peer = try await Peer(daemon.address)
    let reply = try await bus.call(Peer.call("Shapes")).get()
    #expect(reply.arguments == Peer.shapes)
    #expect(reply.signature == "a(sa{sv})ao")
    let first = try reply.argument(0, \.elements).first?.fields
    #expect(first?.last?.properties?["n"]?.integer == -1)
    #expect(try reply.argument(1, \.strings) == ["/a", "/b"])
    #expect(
      throws: BusError(.malformed, detail: "the reply carries \"a(sa{sv})ao\"; argument 1 does not fit")
    ) {
      try reply.argument(1, \.integer)
    }
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `Each way to fail has its own code`() async throws {
    let peer = try await Peer(daemon.address)
    let table: [(BusCall, BusError.Code, String?)] = [
      (Peer.call("Refuse"), .remote, "org.hwctl.Error.No"),
      (Peer.call("Forget"), .remote, "org.freedesktop.DBus.Error.Failed"),
      (Peer.call("WrongTypes"), .remote, "org.freedesktop.DBus.Error.Failed"),
      (Peer.call("Nothing"), .unknownMember, "org.freedesktop.DBus.Error.UnknownMethod"),
      (Peer.call("Echo", [.string("no variant")]), .remote, "org.freedesktop.DBus.Error.InvalidArgs"),
      (Peer.call("Forbidden"), .accessDenied, "org.freedesktop.DBus.Error.AccessDenied"),
      (
        BusCall("org.hwctl.Absent", "/", "a.b", "C"), .unknownName,
        "org.freedesktop.DBus.Error.ServiceUnknown"
      ),
      (BusCall("no name", "/", "a.b", "C"), .invalidMessage, nil),
      (Peer.call("Echo", [.variant(.string("a\0b"))]), .invalidMessage, nil),
      (Peer.call("Echo", [.variant(.objectPath("no path"))]), .invalidMessage, nil),
      (Peer.call("Echo", [.variant(.array(of: "s", [.uint32(1)]))]), .invalidMessage, nil),
    ]
    for (call, code, name) in table {
      guard case .failure(let error) = await bus.call(call) else {
        Issue.record("\(call.member) succeeded")
        continue
      }
      #expect(error.code == code, "\(call.member): \(error)")
      #expect(error.name == name, "\(call.member): \(error)")
      #expect(!error.message.isEmpty)
    }
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `A peer that never answers costs no more than the time limit`() async throws {
    let peer = try await Peer(daemon.address)
    let clock = ContinuousClock()
    let start = clock.now
    let result = await bus.call(Peer.call("Silence"), timeLimit: .milliseconds(50))
    #expect(result == .failure(BusError(.timedOut)))
    #expect(start.duration(to: clock.now) >= .milliseconds(50))
    // A late answer belongs to nobody.
    let held = peer.held
    await peer.bus.run { _ in held.answerAll() }
    #expect((try? await bus.call(Peer.call("Echo", [.variant(.int32(1))])).get()) != nil)
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `A peer that leaves in the middle of a call ends it at once`() async throws {
    let peer = try await Peer(daemon.address)
    async let result = bus.call(Peer.call("Silence"))
    await peer.held.calls.wait { !$0.isEmpty }
    await peer.bus.closed()
    guard case .failure(let error) = await result else {
      Issue.record("it was answered")
      return
    }
    #expect(error.code == .peerGone)
    await bus.closed()
  }

  @Test
  func `When the bus dies every call that waits fails as disconnected, and later the bus is found again`()
    async throws
  {
    let bus = try MessageBus(
      daemon.address, name: "again",
      reconnection: Backoff(first: .milliseconds(5), last: .milliseconds(20)))
    let events = EventLog<BusEvent>()
    bus.observe { event, _ in events.add(event) }
    await events.wait { $0 == [.connected] }
    let peer = try await Peer(daemon.address)
    async let first = bus.call(Peer.call("Silence"))
    async let second = bus.call(Peer.call("Silence"))
    await peer.held.calls.wait { $0.count == 2 }
    daemon.kill()
    let results = await [first, second]
    for result in results {
      guard case .failure(let error) = result else {
        Issue.record("a dead bus answered")
        continue
      }
      #expect(error.code == .disconnected)
    }
    await events.wait { $0.count == 2 }
    guard case .failure(let refused) = await bus.call(.toBus("ListNames")) else {
      Issue.record("a dead bus answered")
      return
    }
    #expect(refused.code == .disconnected)
    try daemon.start()
    await events.wait { $0.count == 3 }
    #expect(events.events.first == .connected && events.events.last == .connected)
    guard case .lost = events.events[1] else {
      Issue.record("the loss was not told: \(events.events)")
      return
    }
    #expect((try? await bus.call(.toBus("ListNames")).get()) != nil)
    await peer.bus.closed()
    await bus.closed()
    await self.bus.closed()
  }

  @Test func `Without a bus the loss is told once and a call fails at once`() async throws {
    let bus = try MessageBus(
      .at("unix:path=/nonexistent/bus"), name: "none",
      reconnection: Backoff(first: .milliseconds(1), last: .milliseconds(1)))
    let events = EventLog<BusEvent>()
    bus.observe { event, _ in events.add(event) }
    let fired = EventLog<Int>()
    // More than a few attempts pass in this time.
    await bus.run { connection in connection.after(.milliseconds(50)) { fired.add(1) } }
    await fired.wait { !$0.isEmpty }
    #expect(events.events.count <= 1)
    let late = EventLog<BusEvent>()
    bus.observe { event, _ in late.add(event) }
    await late.wait { !$0.isEmpty }
    guard case .lost = late.events[0] else {
      Issue.record("who came late was told \(late.events)")
      return
    }
    let result = await bus.call(.toBus("ListNames"))
    #expect(result == .failure(BusError(.disconnected, detail: "there is no connection")))
    await bus.closed()
    #expect(!bus.perform { _ in })
    await self.bus.closed()
  }

  @Test func `A signal reaches every subscription that asks for it, and none after it was cancelled`()
    async throws
  {
    let peer = try await Peer(daemon.address)
    let log = EventLog<String>()
    let match = BusMatch(sender: Peer.name, path: Peer.path, interface: Peer.interface, member: "Rang")
    let first = try await bus.attempt { connection in
      _ = try connection.subscribe(match) { log.add("a\($0.arguments[0].integer ?? -1)") }
      return try connection.subscribe(match) { log.add("b\($0.arguments[0].integer ?? -1)") }
    }
    // The bus answers in order: after this the rules are in force.
    _ = await bus.call(.toBus("GetId"))
    try await peer.ring(1)
    await log.wait { $0.count == 2 }
    #expect(Set(log.events) == ["a1", "b1"])
    await bus.run { $0.cancel(first) }
    _ = await bus.call(.toBus("GetId"))
    try await peer.ring(2)
    await log.wait { $0.contains("a2") }
    #expect(!log.events.contains("b2"))
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `Properties are read, written and announced`() async throws {
    let peer = try await Peer(daemon.address)
    let log = EventLog<[String: BusValue]>()
    let match = BusMatch(
      path: Peer.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
    try await bus.attempt { connection in
      try connection.subscribe(match) { log.add($0.arguments[1].properties ?? [:]) }
    }
    _ = try await bus.call(.set("Volume", of: Peer.interface, Peer.name, Peer.path, to: .double(0.75))).get()
    let all = try await bus.call(.getAll(of: Peer.interface, Peer.name, Peer.path)).get()
    #expect(try all.argument(0, \.properties) == ["Volume": .double(0.75), "Name": .string("peer")])
    try await peer.bus.attempt { connection in
      try connection.changed(["Volume"], of: Peer.interface, at: Peer.path)
    }
    await log.wait { !$0.isEmpty }
    #expect(log.events == [["Volume": .double(0.75)]])
    guard
      case .failure(let error) = await bus.call(
        .set("Name", of: Peer.interface, Peer.name, Peer.path, to: .string("x")))
    else {
      Issue.record("a read-only property was written")
      return
    }
    #expect(error.name == "org.freedesktop.DBus.Error.PropertyReadOnly")
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `A name that another program has is refused`() async throws {
    let peer = try await Peer(daemon.address)
    await #expect(throws: BusError(.accessDenied, detail: "another program has the name \(Peer.name)")) {
      try await bus.own(Peer.name)
    }
    await peer.bus.closed()
    await bus.closed()
  }
}
