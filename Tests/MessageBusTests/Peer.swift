import BusTesting
import MessageBus
import Synchronization

/// A peer that answers, refuses, mocks and keeps silent.
struct Peer {
  static let name = "org.hwctl.Test"
  static let path = "/org/hwctl/Test"
  static let interface = "org.hwctl.Test"

  let bus: MessageBus
  let held = HeldInvocations()

  init(_ address: MessageBus.Address) async throws {
    bus = try MessageBus(address, name: "peer")
    await bus.connected()
    let held = held
    try await bus.attempt { connection in try connection.export(Self.interface(held), at: Self.path) }
    try await bus.own(Self.name)
  }

  private static func interface(_ held: HeldInvocations) -> BusInterface {
    BusInterface(
      interface,
      methods: [
        BusMethod("Echo", takes: "v", gives: "v") { $0.reply($0.call.arguments) },
        BusMethod("Shapes", gives: "a(sa{sv})ao") { $0.reply(shapes) },
        BusMethod("Refuse") { $0.fail("org.hwctl.Error.No", "not today") },
        BusMethod("Forget") { _ in },
        BusMethod("Silence") { held.add($0) },
        BusMethod("WrongTypes", gives: "s") { $0.reply([.uint32(7)]) },
        BusMethod("Forbidden") { $0.reply() },
      ],
      signals: [BusSignal("Rang", carries: "u")],
      properties: [
        BusProperty("Volume", "d", get: { held.volume }, set: { held.volume = $0 }),
        BusProperty("Name", "s", get: { .string("peer") }),
      ])
  }

  static let shapes: [BusValue] = [
    .array(
      of: "(sa{sv})",
      [.structure([.string("one"), .properties(["description": .string("däs 1."), "n": .int64(-1)])])]),
    .array(of: "o", [.objectPath("/a"), .objectPath("/b")]),
  ]

  static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(name, path, interface, member, arguments)
  }
}

/// Bus thread only, apart from the lock.
final class HeldInvocations: @unchecked Sendable {
  private var invocations: [BusInvocation] = []
  private let kept = Mutex(BusValue.double(0.5))
  let calls = EventLog<String>()

  var volume: BusValue {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  func add(_ invocation: BusInvocation) {
    invocations.append(invocation)
    calls.add(invocation.call.member ?? "")
  }

  func answerAll() {
    for invocation in invocations { invocation.reply() }
    invocations = []
  }
}

extension Peer {
  func ring(_ number: UInt32) async throws {
    try await bus.attempt { connection in
      try connection.emit(Self.path, Self.interface, "Rang", [.uint32(number)])
    }
  }
}
