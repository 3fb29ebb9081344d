import CEvdev
import CSystem
import Domain
import Testing

@testable import KeyboardInput

@Suite("Frame filter")
struct FrameFilterTests {
  /// (type, code, value); the numbers are those of linux/input-event-codes.h.
  private typealias Event = (UInt16, UInt16, Int32)

  private static let report: Event = (0, 0, 0)
  private static let dropped: Event = (0, 3, 0)

  private static func scan(_ code: UInt16) -> Event { (4, 4, 0x70000 + Int32(code)) }
  private static func key(_ code: UInt16, _ value: Int32) -> [Event] {
    let change: Event = (1, code, value)
    // The kernel's own repeats have no scan code, and say so at the end of their frame.
    let repeatEnd: Event = (0, 0, 1)
    return value == 2 ? [change, repeatEnd] : [scan(code), change, report]
  }

  private func filter(_ events: [Event], _ machine: inout ChordMachine) -> (passed: [String], isLossy: Bool) {
    var buffer = events.map { type, code, value in
      var event = input_event()
      (event.type, event.code, event.value) = (type, code, value)
      return event
    }
    return buffer.withUnsafeMutableBufferPointer { frames in
      let result = FrameFilter.filter(frames, &machine)
      return (frames[..<result.passed].map { "\($0.type) \($0.code) \($0.value)" }, result.isLossy)
    }
  }

  private func text(_ events: [Event]) -> [String] { events.map { "\($0.0) \($0.1) \($0.2)" } }

  private var machine = ChordMachine(ChordTable(["ctrl+F9"], keys: Layout.us))

  @Test("Whole frames pass unchanged, repeats and other types too")
  mutating func unchanged() {
    let events: [Event] =
      Self.key(30, 1) + Self.key(30, 2) + Self.key(30, 0) + [
        (2, 8, 1), Self.report, Self.scan(1), Self.report,
      ]
    #expect(filter(events, &machine).passed == text(events))
  }

  @Test("A withheld key goes with its scan code, and a frame that is empty then goes with them")
  mutating func withheld() {
    let events = Self.key(29, 1) + Self.key(67, 1) + Self.key(67, 2) + Self.key(67, 0) + Self.key(29, 0)
    #expect(filter(events, &machine).passed == text(Self.key(29, 1) + Self.key(29, 0)))
    #expect(machine.changes.count == 2)
  }

  @Test("What shares a frame with a withheld key stays in it")
  mutating func shared() {
    let events: [Event] = [
      Self.scan(29), (1, 29, 1), Self.scan(67), (1, 67, 1), Self.scan(30), (1, 30, 1), Self.report,
    ]
    let passed: [Event] = [Self.scan(29), (1, 29, 1), Self.scan(30), (1, 30, 1), Self.report]
    #expect(filter(events, &machine).passed == text(passed))
  }

  @Test("Lights, sounds and repeat settings are not passed on")
  mutating func ownWriting() {
    #expect(
      filter([(17, 1, 1), Self.report, (18, 2, 1), Self.report, (20, 0, 250), Self.report], &machine).passed
        == [])
  }

  @Test("After lost events everything up to the end of the frame is stale")
  mutating func lossy() {
    let events = Self.key(30, 1) + [Self.dropped, (1, 31, 1), Self.report] + Self.key(32, 1)
    let result = filter(events, &machine)
    #expect(result.passed == text(Self.key(30, 1) + Self.key(32, 1)))
    #expect(result.isLossy)
  }
}
