import Domain
import Testing

@testable import Delivery

@Suite struct PasteWatchTests {
  private static let start = MonotonicInstant(nanoseconds: 0)

  private static func at(_ milliseconds: Int) -> MonotonicInstant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private func read(_ reader: ClipboardRead.Reader, type: String = "UTF8_STRING", isFinished: Bool = true)
    -> ClipboardRead
  {
    ClipboardRead(type: type, reader: reader, isFinished: isFinished)
  }

  @Test func `a read counts when nothing has followed for the quiet time, not before`() {
    var watch = PasteWatch(at: Self.start)
    #expect(watch.look([read(.target)], isBehind: false, at: Self.at(10)) == nil)
    #expect(watch.look([read(.target)], isBehind: false, at: Self.at(109)) == nil)
    #expect(watch.look([read(.target)], isBehind: false, at: Self.at(110)) == .read)
  }

  @Test func `a second format begins the quiet time anew`() {
    var watch = PasteWatch(at: Self.start)
    #expect(watch.look([read(.target)], isBehind: false, at: Self.at(10)) == nil)
    #expect(watch.look([read(.target), read(.target)], isBehind: false, at: Self.at(109)) == nil)
    #expect(watch.look([read(.target), read(.target)], isBehind: false, at: Self.at(208)) == nil)
    #expect(watch.look([read(.target), read(.target)], isBehind: false, at: Self.at(209)) == .read)
  }

  @Test func `a read that is not at its end is waited for`() {
    var watch = PasteWatch(at: Self.start)
    #expect(watch.look([read(.target, isFinished: false)], isBehind: false, at: Self.at(2500)) == nil)
    #expect(watch.look([read(.target)], isBehind: false, at: Self.at(2600)) == .read)
  }

  @Test func `a manager's read and a question for the formats are no paste`() {
    let others = [read(.other), read(.target, type: ClipboardContent.managerHint)]
    var watch = PasteWatch(at: Self.start)
    #expect(watch.look(others, isBehind: false, at: Self.at(0)) == nil)
    #expect(watch.look(others, isBehind: false, at: Self.at(1999)) == nil)
    #expect(watch.look(others, isBehind: false, at: Self.at(2000)) == .notRead)
  }

  @Test func `while the program is behind with its events no time counts, up to the limit`() {
    var watch = PasteWatch(at: Self.start)
    #expect(watch.look([], isBehind: true, at: Self.at(5000)) == nil)
    #expect(watch.look([], isBehind: false, at: Self.at(6999)) == nil)
    #expect(watch.look([], isBehind: false, at: Self.at(7000)) == .notRead)
    var stalled = PasteWatch(at: Self.start)
    #expect(stalled.look([], isBehind: true, at: Self.at(9999)) == nil)
    #expect(stalled.look([], isBehind: true, at: Self.at(10000)) == .notRead)
  }
}
