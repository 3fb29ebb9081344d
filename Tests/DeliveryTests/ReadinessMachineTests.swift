import Domain
import SystemCalls
import Testing

@testable import Delivery

@Suite struct ReadinessMachineTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// Made at 0, udev opens at 60 and closes at 70.
  private func afterUdev() -> ReadinessMachine {
    var machine = ReadinessMachine(made: at(0))
    machine.handle(.nodeOpened, at: at(60))
    machine.handle(.nodeClosed, at: at(70))
    return machine
  }

  @Test func `on a desktop nothing but a reader that stays makes it ready`() {
    #expect(afterUdev().readiness(at: at(10_000), kernelReads: false) == .starting)
    #expect(afterUdev().deadline(kernelReads: false) == nil)
  }

  @Test func `a reader makes it ready after the quiet time, not before`() {
    var machine = afterUdev()
    machine.handle(.nodeOpened, at: at(300))
    #expect(machine.readiness(at: at(499), kernelReads: false) == .starting)
    #expect(machine.readiness(at: at(500), kernelReads: false) == .ready)
  }

  @Test func `on a console it is ready after udev and the quiet time`() {
    #expect(ReadinessMachine(made: at(0)).readiness(at: at(1000), kernelReads: true) == .starting)
    #expect(afterUdev().readiness(at: at(269), kernelReads: true) == .starting)
    #expect(afterUdev().readiness(at: at(270), kernelReads: true) == .ready)
  }

  @Test func `others that look at the node later do not disturb`() {
    var machine = afterUdev()
    machine.handle(.nodeOpened, at: at(300))
    machine.handle(.nodeOpened, at: at(900))
    machine.handle(.nodeClosed, at: at(901))
    #expect(machine.readiness(at: at(902), kernelReads: false) == .ready)
  }

  @Test func `when the last reader goes, a new one is waited for`() {
    var machine = afterUdev()
    machine.handle(.nodeOpened, at: at(300))
    machine.handle(.nodeClosed, at: at(5000))
    #expect(machine.readiness(at: at(9000), kernelReads: false) == .starting)
    machine.handle(.nodeOpened, at: at(9000))
    #expect(machine.readiness(at: at(9199), kernelReads: false) == .starting)
    #expect(machine.readiness(at: at(9200), kernelReads: false) == .ready)
  }

  @Test func `after lost notifications it waits again, then trusts that a reader is there`() {
    var machine = afterUdev()
    machine.handle(.factsLost, at: at(400))
    #expect(machine.readiness(at: at(599), kernelReads: false) == .starting)
    #expect(machine.readiness(at: at(600), kernelReads: false) == .ready)
  }
}
