import BusTesting
import Glibc
import MessageBus
import SystemCalls
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
struct MessageBusLimitTests {
  let daemon: TestBus
  let bus: MessageBus

  init() async throws {
    daemon = try TestBus()
    bus = try MessageBus(daemon.address, name: "test")
    await bus.connected()
  }

  @Test func `100 calls wait for an answer, the next one is refused`() async throws {
    let peer = try await Peer(daemon.address)
    let results = EventLog<BusError.Code>()
    await bus.run { connection in
      for _ in 0...BusConnection.maximumPendingCalls {
        connection.call(Peer.call("Silence"), timeLimit: .seconds(30)) {
          if case .failure(let error) = $0 { results.add(error.code) }
        }
      }
    }
    await results.wait { !$0.isEmpty }
    #expect(results.events == [.overloaded])
    await peer.held.calls.wait { $0.count == BusConnection.maximumPendingCalls }
    await peer.bus.closed()
    await results.wait { $0.count == BusConnection.maximumPendingCalls + 1 }
    #expect(results.events.dropFirst().allSatisfy { $0 == .peerGone })
    await bus.closed()
  }

  @Test func `A cancelled call is never answered`() async throws {
    let peer = try await Peer(daemon.address)
    let log = EventLog<String>()
    await bus.run { connection in
      let token = connection.call(Peer.call("Silence"), timeLimit: .milliseconds(1)) { _ in
        log.add("cancelled")
      }
      connection.cancel(token)
      connection.after(.milliseconds(20)) { log.add("after") }
    }
    await log.wait { !$0.isEmpty }
    #expect(log.events == ["after"])
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `Timers fire in the order of their instants, and not when cancelled`() async throws {
    let log = EventLog<Int>()
    await bus.run { connection in
      connection.after(.milliseconds(20)) { log.add(3) }
      let cancelled = connection.after(.milliseconds(10)) { log.add(2) }
      connection.after(.milliseconds(5)) {
        log.add(1)
        connection.cancel(cancelled)
      }
    }
    await log.wait { $0.last == 3 }
    #expect(log.events == [1, 3])
    await bus.closed()
  }

  @Test func `A bus that stands still costs no more than the time limit, and goes on afterwards`()
    async throws
  {
    daemon.hold(true)
    let result = await bus.call(.toBus("ListNames"), timeLimit: .milliseconds(50))
    #expect(result == .failure(BusError(.timedOut)))
    daemon.hold(false)
    #expect((try? await bus.call(.toBus("ListNames")).get()) != nil)
    await bus.closed()
  }

  @Test func `What was sent last leaves before the connection is closed`() async throws {
    let log = EventLog<Int64>()
    try await bus.attempt { connection in
      try connection.subscribe(BusMatch(interface: Peer.interface, member: "Rang")) {
        log.add($0.arguments[0].integer ?? -1)
      }
    }
    _ = await bus.call(.toBus("GetId"))
    let other = try MessageBus(daemon.address, name: "other")
    await other.connected()
    other.perform { connection in
      for number in UInt32(1)...200 {
        try? connection.emit(Peer.path, Peer.interface, "Rang", [.uint32(number)])
      }
    }
    await other.closed()
    await log.wait { $0.count == 200 }
    #expect(log.events == Array(1...200))
    await bus.closed()
  }

  @Test func `A descriptor that comes over the bus is ours to keep, and another than the one that was sent`()
    async throws
  {
    let peer = try await Peer(daemon.address)
    let sent = BusDescriptor(try FileDescriptor.open("/dev/null", O_RDONLY))
    let reply = try await bus.call(Peer.call("Echo", [.variant(.descriptor(sent))])).get()
    let received = try #require(reply.arguments.first?.descriptor)
    #expect(fcntl(received.descriptor.rawValue, F_GETFD) == FD_CLOEXEC)
    #expect(received.descriptor.rawValue != sent.descriptor.rawValue)
    await peer.bus.closed()
    await bus.closed()
  }

  @Test func `A call made in answer to a closed bus is told too`() async throws {
    let peer = try await Peer(daemon.address)
    let log = EventLog<Int>()
    await bus.run { connection in
      connection.call(Peer.call("Silence"), timeLimit: .seconds(30)) { [unowned connection] _ in
        log.add(1)
        connection.call(Peer.call("Silence"), timeLimit: .seconds(30)) { _ in log.add(2) }
      }
    }
    await peer.held.calls.wait { !$0.isEmpty }
    await bus.closed()
    #expect(log.events == [1, 2])
    await peer.bus.closed()
  }
}

/// In a process of its own: other suites take memory and descriptors beside.
@Suite(.timeLimit(.minutes(10)))
struct MessageBusLeakTests {
  @Test func `A thousand calls, time-outs and signals leave no descriptor and no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let daemon = try TestBus()
      let bus = try MessageBus(daemon.address, name: "test")
      await bus.connected()
      let peer = try await Peer(daemon.address)
      try await bus.attempt { try $0.subscribe(BusMatch(interface: Peer.interface, member: "Rang")) { _ in } }
      try await Self.exercise(bus, peer, rounds: 200)
      let (descriptors, pages) = (Self.descriptors(), Self.residentPages())
      try await Self.exercise(bus, peer, rounds: 1_000)
      #expect(Self.descriptors() <= descriptors)
      // 4 KB pages: 1 MB for what the allocator keeps. One lost message a round would be more.
      #expect(Self.residentPages() <= pages + 256)
      await peer.bus.closed()
      await bus.closed()
    }
  }

  private static func exercise(_ bus: MessageBus, _ peer: Peer, rounds: Int) async throws {
    let null = BusDescriptor(try FileDescriptor.open("/dev/null", O_RDONLY))
    for round in 0..<rounds {
      _ = try await bus.call(Peer.call("Echo", [.variant(.descriptor(null))])).get()
      _ = await bus.call(Peer.call("Refuse"))
      try await peer.ring(UInt32(round))
      if round.isMultiple(of: 10) {
        _ = await bus.call(Peer.call("Silence"), timeLimit: .milliseconds(1))
        let held = peer.held
        await peer.bus.run { _ in held.answerAll() }
      }
    }
    // The bus answers in order: nothing is on its way after this.
    _ = await bus.call(.toBus("GetId"))
    _ = await peer.bus.call(.toBus("GetId"))
  }

  private static func descriptors() -> Int { (try? Files.names(in: "/proc/self/fd"))?.count ?? 0 }

  private static func residentPages() -> Int {
    // Files in /proc have no size: read(2) them plainly.
    guard let file = try? FileDescriptor.open("/proc/self/statm", O_RDONLY) else { return 0 }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) ?? 0 : 0
  }
}
