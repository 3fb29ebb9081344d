import Domain
import Drivers
import Testing

@Suite struct LearningMachineTests {
  private var machine = LearningMachine()
  private let key = LearnedKey(scanCode: 0x70005, keyCode: 48)

  private mutating func frame(_ events: RawInputEvent..., at milliseconds: Int64) -> [LearningMachine
    .Observation]
  {
    let instant = MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    return (events + [.report]).compactMap { machine.handle($0, at: instant) }
  }

  private mutating func press(_ milliseconds: Int64) -> [LearningMachine.Observation] {
    frame(.scan(0x70005), .key(48, 1), at: milliseconds)
  }

  private mutating func release(_ milliseconds: Int64) -> [LearningMachine.Observation] {
    frame(.scan(0x70005), .key(48, 0), at: milliseconds)
  }

  @Test(arguments: [(29, true), (30, false)])
  mutating func `a release less than 30 ms after its press is a tap`(held: Int64, isTap: Bool) {
    #expect(press(0) == [.pressed(key)])
    #expect(release(held) == [.released(key, isTapOnly: isTap)])
  }

  @Test mutating func `a key that was held once can be held`() {
    _ = (press(0), release(4))
    _ = (press(1_000), release(1_500))
    #expect(press(2_000) == [.pressed(key)])
    #expect(release(2_004) == [.released(key, isTapOnly: false)])
  }

  @Test mutating func `of a chord the last key is told`() {
    let last = LearnedKey(scanCode: 0x70021, keyCode: 5)
    #expect(
      frame(
        .scan(0x700e0), .key(29, 1), .scan(0x700e2), .key(56, 1), .scan(0x70021), .key(5, 1), at: 0)
        == [.pressed(last)])
    #expect(
      frame(.key(29, 0), .key(56, 0), .key(5, 0), at: 500) == [.released(last, isTapOnly: false)])
  }

  @Test mutating func `repeats and releases of keys that were down before are nothing`() {
    #expect(release(0) == [])
    #expect(press(1) == [.pressed(key)])
    #expect(frame(.key(48, 2), at: 300) == [])
  }

  @Test mutating func `a driver without scan codes is learned by key code`() {
    #expect(frame(.key(0x130, 1), at: 0) == [.pressed(LearnedKey(scanCode: nil, keyCode: 0x130))])
  }
}
