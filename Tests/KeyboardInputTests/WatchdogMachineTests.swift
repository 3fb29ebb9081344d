import Domain
import SystemCalls
import Testing

@testable import KeyboardInput

@Suite("Watchdog and readiness")
struct WatchdogMachineTests {
  private var watchdog = WatchdogMachine()

  @Test("A loop that is busy for 1 s has stalled, for 999 ms it has not")
  mutating func busy() {
    #expect(watchdog.isStalled(busySince: .at(0), rounds: 1, isPending: false, at: .at(999)) == false)
    #expect(watchdog.isStalled(busySince: .at(0), rounds: 1, isPending: false, at: .at(1_000)) == true)
  }

  @Test("Input that no round has taken for 1 s is a stall, for 999 ms it is not")
  mutating func starved() {
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(0)) == false)
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(999)) == false)
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(1_000)) == true)
  }

  @Test("A loop that waits for nothing never stalls")
  mutating func idle() {
    for second in 0..<100 as Range<Int64> {
      #expect(
        watchdog.isStalled(busySince: nil, rounds: 7, isPending: false, at: .at(second * 1_000)) == false)
    }
  }

  @Test("A loop that always has input and makes its rounds never stalls")
  mutating func typing() {
    for check in 0..<100 as Range<Int64> {
      #expect(
        watchdog.isStalled(busySince: nil, rounds: UInt64(check), isPending: true, at: .at(check * 250))
          == false)
    }
  }

  @Test("Input that was taken in between begins anew")
  mutating func takenBetween() {
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(0)) == false)
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: false, at: .at(500)) == false)
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(1_000)) == false)
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(1_999)) == false)
    #expect(watchdog.isStalled(busySince: nil, rounds: 7, isPending: true, at: .at(2_000)) == true)
  }

  @Test("A copy is ready 500 ms after the last opening, if somebody stays")
  func readiness() {
    var readiness = CopyReadiness(made: .at(0))
    #expect(readiness.deadline(kernelReads: true) == nil)
    readiness.handle(.nodeOpened, at: .at(60))
    readiness.handle(.nodeClosed, at: .at(80))
    #expect(readiness.deadline(kernelReads: false) == nil)
    #expect(readiness.deadline(kernelReads: true) == .at(580))
    readiness.handle(.nodeOpened, at: .at(100))
    #expect(readiness.deadline(kernelReads: false) == .at(600))
    readiness.handle(.nodeOpened, at: .at(300))
    #expect(readiness.deadline(kernelReads: false) == .at(800))
    readiness.handle(.factsLost, at: .at(400))
    #expect(readiness.deadline(kernelReads: false) == .at(900))
  }
}
