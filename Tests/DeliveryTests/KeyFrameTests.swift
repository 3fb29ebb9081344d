import Testing

@testable import Delivery

@Suite struct KeyFrameTests {
  private func down(_ code: UInt16) -> KeyTransition { KeyTransition(code: code, isDown: true) }
  private func up(_ code: UInt16) -> KeyTransition { KeyTransition(code: code, isDown: false) }

  @Test func `a key comes up in the frame in which the next goes down`() {
    var packer = KeyFramePacker()
    #expect(packer.frames(for: Keystroke(key: 30)) == [[down(30)]])
    #expect(packer.frames(for: Keystroke(key: 31)) == [[up(30), down(31)]])
    #expect(packer.finish() == [[up(31)]])
    #expect(packer.finish() == [])
  }

  @Test func `a key struck twice comes up in a frame of its own`() {
    var packer = KeyFramePacker()
    _ = packer.frames(for: Keystroke(key: 38))
    #expect(packer.frames(for: Keystroke(key: 38)) == [[up(38)], [down(38)]])
  }

  @Test func `modifiers go down before their key and come up after it`() {
    var packer = KeyFramePacker()
    _ = packer.frames(for: Keystroke(key: 30))
    #expect(
      packer.frames(for: Keystroke(modifiers: [42, 100], key: 16)) == [
        [up(30), down(42), down(100), down(16)], [up(16), up(100), up(42)],
      ])
    #expect(packer.finish() == [])
  }

  @Test func `a key that two chords hold goes down with the first and up with the last`() {
    var ledger = KeyLedger()
    let copy = Keystroke(modifiers: [29], key: 46)
    let paste = Keystroke(modifiers: [29], key: 47)
    #expect(ledger.press(copy) == [down(29), down(46)])
    #expect(ledger.press(paste) == [down(47)])
    #expect(ledger.release(copy) == [up(46)])
    #expect(ledger.release(paste) == [up(47), up(29)])
    #expect(ledger.isEmpty)
  }

  @Test func `releasing what is not down lets nobody else's key go`() {
    var ledger = KeyLedger()
    _ = ledger.press(Keystroke(modifiers: [29], key: 46))
    #expect(ledger.release(Keystroke(modifiers: [29], key: 47)) == [])
    #expect(!ledger.isEmpty)
  }

  @Test func `everything down comes up once`() {
    var ledger = KeyLedger()
    _ = ledger.press(Keystroke(modifiers: [29], key: 46))
    ledger.record([down(30)])
    ledger.record([up(30), down(31)])
    #expect(ledger.releaseAll() == [up(29), up(31), up(46)])
    #expect(ledger.releaseAll() == [])
    #expect(ledger.release(Keystroke(modifiers: [29], key: 46)) == [])
  }
}
