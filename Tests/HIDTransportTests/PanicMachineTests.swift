import Domain
import Testing

@testable import HIDTransport

@Suite struct PanicMachineTests {
  private var machine = PanicMachine()

  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test mutating func `all Controls held for 3 s are a panic, once`() {
    machine.changed(allDown: true, at: at(0))
    #expect(machine.deadline == at(3_000))
    let early = machine.isPanic(at: at(2_999))
    let due = machine.isPanic(at: at(3_000))
    let later = machine.isPanic(at: at(3_001))
    #expect((early, due, later) == (false, true, false))
    #expect(machine.deadline == nil)
  }

  @Test mutating func `one Control let go of in time is no panic, and the time begins again`() {
    machine.changed(allDown: true, at: at(0))
    machine.changed(allDown: false, at: at(2_999))
    #expect(machine.deadline == nil)
    machine.changed(allDown: true, at: at(3_000))
    #expect(machine.deadline == at(6_000))
  }

  @Test mutating func `after a panic the chord works again once it was let go of`() {
    machine.changed(allDown: true, at: at(0))
    _ = machine.isPanic(at: at(3_000))
    machine.changed(allDown: false, at: at(4_000))
    machine.changed(allDown: true, at: at(5_000))
    let isPanic = machine.isPanic(at: at(8_000))
    #expect(isPanic)
  }
}
