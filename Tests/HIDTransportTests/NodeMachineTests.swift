import Domain
import Glibc
import Testing

@testable import HIDTransport

@Suite("Node machine")
struct NodeMachineTests {
  private var machine = NodeMachine()
  private let start = MonotonicInstant(nanoseconds: 0)

  private func after(_ milliseconds: Int64) -> MonotonicInstant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  @Test("A node is opened, taken and attached")
  mutating func normal() {
    #expect(machine.handle(.appeared, at: start) == [.open])
    #expect(machine.handle(.opened, at: start) == [.take])
    #expect(machine.handle(.taken, at: start) == [.attach])
    #expect(machine.deadline == nil)
  }

  @Test(
    "Without permission it is opened again after 50 ms and twice as long each time, up to 2 s, and told once")
  mutating func permission() {
    #expect(machine.handle(.appeared, at: start) == [.open])
    var told: [NodeMachine.Effect] = []
    var waits: [Duration] = []
    var now = start
    for _ in 0..<8 {
      told += machine.handle(.openFailed(EACCES), at: now)
      guard let deadline = machine.deadline else { break }
      waits.append(now.duration(to: deadline))
      if waits.count == 4 { #expect(told == []) }
      now = deadline
      #expect(machine.handle(.deadlinePassed, at: now) == [.open])
    }
    #expect(waits == [50, 100, 200, 400, 800, 1600, 2000, 2000].map { Duration.milliseconds($0) })
    #expect(told == [.block(.permissionDenied)])
    #expect(machine.handle(.opened, at: now) == [.take])
    #expect(machine.handle(.taken, at: now) == [.attach])
  }

  @Test("A change told by udev opens the node at once")
  mutating func changed() {
    _ = machine.handle(.appeared, at: start)
    _ = machine.handle(.openFailed(EACCES), at: start)
    #expect(machine.handle(.changed, at: after(1)) == [.open])
  }

  @Test("A held pedal is taken as soon as it is released, within 5 s without a word")
  mutating func held() {
    open()
    #expect(machine.handle(.keysHeld, at: start) == [])
    #expect(machine.deadline == after(5_000))
    #expect(machine.handle(.stirred, at: after(4_999)) == [.take])
    #expect(machine.handle(.taken, at: after(4_999)) == [.attach])
  }

  @Test("A pedal held for 5 s is told once and looked at every 2 s from then on")
  mutating func heldTooLong() {
    open()
    #expect(machine.handle(.keysHeld, at: start) == [])
    #expect(machine.handle(.deadlinePassed, at: after(5_000)) == [.block(.keysHeld), .take])
    #expect(machine.handle(.keysHeld, at: after(5_000)) == [])
    #expect(machine.deadline == after(7_000))
    #expect(machine.handle(.deadlinePassed, at: after(7_000)) == [.take])
    #expect(machine.handle(.taken, at: after(7_000)) == [.attach])
  }

  @Test("A grabbed node is told once and tried every 2 s")
  mutating func busy() {
    open()
    #expect(machine.handle(.takeFailed(EBUSY), at: start) == [.block(.busy)])
    #expect(machine.handle(.stirred, at: after(10)) == [])
    #expect(machine.deadline == after(2_000))
    #expect(machine.handle(.deadlinePassed, at: after(2_000)) == [.take])
    #expect(machine.handle(.takeFailed(EBUSY), at: after(2_000)) == [])
    #expect(machine.handle(.deadlinePassed, at: after(4_000)) == [.take])
    #expect(machine.handle(.taken, at: after(4_000)) == [.attach])
  }

  @Test("An unplugged node is detached before it is closed, and once")
  mutating func unplugged() {
    open()
    _ = machine.handle(.taken, at: start)
    #expect(machine.handle(.lost, at: after(1)) == [.detach, .close])
    #expect(machine.handle(.removed, at: after(2)) == [.close, .forget])
    #expect(machine.handle(.deadlinePassed, at: after(3)) == [])
    #expect(machine.handle(.lost, at: after(3)) == [])
  }

  @Test("A removal told before the node fails detaches as well")
  mutating func removed() {
    open()
    _ = machine.handle(.taken, at: start)
    #expect(machine.handle(.removed, at: after(1)) == [.detach, .close, .forget])
  }

  @Test("A revoked node that stays is opened again")
  mutating func revoked() {
    open()
    _ = machine.handle(.taken, at: start)
    _ = machine.handle(.lost, at: start)
    #expect(machine.handle(.deadlinePassed, at: after(2_000)) == [.open])
  }

  private mutating func open() {
    _ = machine.handle(.appeared, at: start)
    #expect(machine.handle(.opened, at: start) == [.take])
  }
}
