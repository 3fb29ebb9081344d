import Domain
import Glibc
import Testing

@testable import KeyboardInput

@Suite("Keyboard machine")
struct KeyboardMachineTests {
  private typealias Effect = KeyboardMachine.Effect

  private var grabbed = KeyboardMachine(mode: .grab)
  private var observed = KeyboardMachine(mode: .observe)

  @Test("An observed keyboard is opened and ready")
  mutating func observe() {
    #expect(observed.handle(.appeared, at: .at(0)) == [.open])
    #expect(observed.handle(.opened, at: .at(0)) == [.attach, .tell])
    #expect(observed.isReady)
    #expect(observed.deadline == nil)
  }

  @Test("A grabbed keyboard is taken when its copy is read")
  mutating func grab() {
    #expect(grabbed.handle(.appeared, at: .at(0)) == [.open])
    #expect(grabbed.handle(.opened, at: .at(0)) == [.copy])
    #expect(grabbed.handle(.stirred, at: .at(1)) == [])
    #expect(grabbed.handle(.copyIsRead, at: .at(600)) == [.take])
    #expect(grabbed.handle(.taken, at: .at(600)) == [.attach, .tell])
    #expect(grabbed.isReady)
  }

  @Test(
    "Without permission it is opened again after 50 ms and twice as long each time, up to 2 s, and told once")
  mutating func permission() {
    let denied = KeyboardBlock.permissionDenied(.keyboard)
    #expect(grabbed.handle(.appeared, at: .at(0)) == [.open])
    var now = MonotonicInstant.at(0)
    var waits: [Duration] = []
    var told: [Effect] = []
    for _ in 0..<8 {
      told += grabbed.handle(.openFailed(denied), at: now)
      guard let deadline = grabbed.deadline else { break }
      waits.append(now.duration(to: deadline))
      if waits.count == 4 { #expect(told == []) }
      now = deadline
      #expect(grabbed.handle(.deadlinePassed, at: now) == [.open])
    }
    #expect(waits == [50, 100, 200, 400, 800, 1600, 2000, 2000].map { Duration.milliseconds($0) })
    #expect(told == [.tell])
    #expect(grabbed.told == denied)
  }

  @Test("Without /dev/uinput the keyboard is closed again, told at once, and tried again")
  mutating func noCopy() {
    _ = grabbed.handle(.appeared, at: .at(0))
    _ = grabbed.handle(.opened, at: .at(0))
    #expect(grabbed.handle(.openFailed(.permissionDenied(.uinput)), at: .at(0)) == [.close, .tell])
    #expect(grabbed.deadline == .at(800))
    #expect(grabbed.handle(.deadlinePassed, at: .at(800)) == [.open])
  }

  @Test("A copy that nobody reads for 3 s is told once; the keyboard is taken when it is read")
  mutating func notRead() {
    copy()
    #expect(grabbed.deadline == .at(3_000))
    #expect(grabbed.handle(.deadlinePassed, at: .at(3_000)) == [.tell])
    #expect(grabbed.told == .notRead)
    #expect(grabbed.handle(.deadlinePassed, at: .at(5_000)) == [])
    #expect(grabbed.handle(.copyIsRead, at: .at(6_000)) == [.take])
    #expect(grabbed.handle(.taken, at: .at(6_000)) == [.attach, .tell])
    #expect(grabbed.told == nil)
  }

  @Test("A held key keeps the keyboard from being taken; after 5 s that is told once")
  mutating func held() {
    copy()
    #expect(grabbed.handle(.copyIsRead, at: .at(0)) == [.take])
    #expect(grabbed.handle(.keysHeld, at: .at(0)) == [])
    #expect(grabbed.handle(.stirred, at: .at(4_999)) == [.take])
    #expect(grabbed.handle(.keysHeld, at: .at(4_999)) == [])
    #expect(grabbed.told == nil)
    #expect(grabbed.handle(.deadlinePassed, at: .at(5_000)) == [.tell, .take])
    #expect(grabbed.told == .keysHeld)
    #expect(grabbed.handle(.keysHeld, at: .at(5_000)) == [])
    #expect(grabbed.deadline == .at(7_000))
    #expect(grabbed.handle(.stirred, at: .at(6_000)) == [.take])
    #expect(grabbed.handle(.taken, at: .at(6_000)) == [.attach, .tell])
  }

  @Test("A keyboard that another program has is told once and tried every 2 s")
  mutating func busy() {
    copy()
    _ = grabbed.handle(.copyIsRead, at: .at(0))
    #expect(grabbed.handle(.takeFailed(EBUSY), at: .at(0)) == [.tell])
    #expect(grabbed.told == .busy)
    #expect(grabbed.deadline == .at(2_000))
    #expect(grabbed.handle(.deadlinePassed, at: .at(2_000)) == [.take])
    #expect(grabbed.handle(.takeFailed(EBUSY), at: .at(2_000)) == [])
    #expect(grabbed.handle(.deadlinePassed, at: .at(4_000)) == [.take])
    #expect(grabbed.handle(.taken, at: .at(4_000)) == [.attach, .tell])
  }

  @Test("After the watchdog has ended the grab the keyboard is closed, and taken again 2 s later")
  mutating func stalled() {
    take()
    #expect(grabbed.handle(.grabEnded, at: .at(10)) == [.detach, .close, .tell])
    #expect(grabbed.deadline == .at(2_010))
    #expect(grabbed.handle(.deadlinePassed, at: .at(2_010)) == [.open])
  }

  @Test("Suspended it is let go of, whatever happens to it, until it is resumed")
  mutating func suspended() {
    take()
    #expect(grabbed.handle(.suspended, at: .at(0)) == [.detach, .close, .tell])
    for fact in [.appeared, .changed, .deadlinePassed, .lost, .suspended] as [KeyboardMachine.Fact] {
      #expect(grabbed.handle(fact, at: .at(1)) == [])
    }
    #expect(grabbed.isSuspended)
    #expect(grabbed.handle(.resumed, at: .at(2)) == [.tell, .open])
    #expect(grabbed.handle(.opened, at: .at(2)) == [.copy])
  }

  @Test("Unplugged it is detached once, and forgotten when udev tells")
  mutating func unplugged() {
    take()
    #expect(grabbed.handle(.lost, at: .at(1)) == [.detach, .close, .tell])
    #expect(grabbed.handle(.removed, at: .at(2)) == [.close, .forget])
    for fact in [.deadlinePassed, .lost, .resumed, .suspended, .removed] as [KeyboardMachine.Fact] {
      #expect(grabbed.handle(fact, at: .at(3)) == [])
    }
  }

  private mutating func copy() {
    _ = grabbed.handle(.appeared, at: .at(0))
    #expect(grabbed.handle(.opened, at: .at(0)) == [.copy])
  }

  private mutating func take() {
    copy()
    _ = grabbed.handle(.copyIsRead, at: .at(0))
    _ = grabbed.handle(.taken, at: .at(0))
  }
}
