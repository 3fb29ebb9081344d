import Domain
import Testing
import VoiceHistory

@testable import Dictation

@Suite struct RecoveryMachineTests {
  private static let old = VoiceStore.makeSessionID(atUnixMilliseconds: 1000, random: 0)
  private static let new = VoiceStore.makeSessionID(atUnixMilliseconds: 2000, random: 0)
  private static let spoken = VoiceStore.makeSessionID(atUnixMilliseconds: 3000, random: 0)

  /// After a start, and so many events that the newest is being recognised.
  private static func recognising() -> RecoveryMachine {
    var machine = RecoveryMachine()
    for event in [.asked, .listed([new, old], 1), .quietPassed(1), .listed([new, old], 1)]
      as [RecoveryMachine.Event]
    { _ = machine.handle(event) }
    return machine
  }

  @Test func `recordings are counted at once, and recognised one at a time after a quiet while`() {
    var machine = RecoveryMachine()
    #expect(machine.handle(.asked) == [.list(1)])
    #expect(machine.handle(.listed([Self.new, Self.old], 1)) == [.countChanged, .waitForQuiet(1)])
    #expect(machine.waiting == 2)
    #expect(machine.handle(.quietPassed(1)) == [.list(1)])
    #expect(machine.handle(.listed([Self.new, Self.old], 1)) == [.recognise(Self.new, 1)])
    #expect(machine.handle(.concluded(Self.new, .words, 1)) == [.list(1)])
    #expect(machine.handle(.listed([Self.old], 1)) == [.countChanged, .recognise(Self.old, 1)])
    #expect(machine.handle(.concluded(Self.old, .words, 1)) == [.list(1)])
    #expect(machine.handle(.listed([], 1)) == [.countChanged, .finish([Self.new, Self.old])])
    #expect(machine.waiting == 0)
  }

  @Test func `what was told of is not told of again`() {
    var machine = Self.recognising()
    _ = machine.handle(.concluded(Self.new, .words, 1))
    #expect(machine.handle(.listed([], 1)).last == .finish([Self.new]))
    _ = machine.handle(.asked)
    _ = machine.handle(.listed([], 2))
    _ = machine.handle(.quietPassed(2))
    #expect(machine.handle(.listed([], 2)) == [.finish([])])
  }

  @Test func `a dictation interrupts, and what was interrupted is begun again after the last one`() {
    var machine = Self.recognising()
    #expect(machine.handle(.begun(Self.spoken)) == [.interrupt])
    #expect(machine.handle(.begun(Self.old)) == [])
    #expect(machine.handle(.ended(Self.spoken)) == [])
    let look = machine.look + 1
    #expect(machine.handle(.ended(Self.old)) == [.list(look)])
    #expect(machine.handle(.listed([Self.new], look)) == [.countChanged, .waitForQuiet(look)])
    #expect(machine.handle(.quietPassed(look)) == [.list(look)])
    #expect(machine.handle(.listed([Self.new], look)) == [.recognise(Self.new, look)])
  }

  @Test func `between two recordings a dictation ends the worker, too`() {
    var machine = Self.recognising()
    _ = machine.handle(.concluded(Self.new, .words, 1))
    #expect(machine.handle(.begun(Self.spoken)) == [.interrupt])
  }

  @Test func `what arrives of a look that was interrupted begins nothing`() {
    var machine = Self.recognising()
    _ = machine.handle(.begun(Self.spoken))
    #expect(machine.handle(.listed([Self.old], 1)) == [])
    #expect(machine.handle(.quietPassed(1)) == [])
    #expect(machine.handle(.concluded(Self.new, .unavailable, 1)) == [])
  }

  @Test func `words that were stored just when a dictation began are told of later`() {
    var machine = Self.recognising()
    _ = machine.handle(.begun(Self.spoken))
    #expect(machine.handle(.concluded(Self.new, .words, 1)) == [])
    let look = machine.look + 1
    _ = machine.handle(.ended(Self.spoken))
    _ = machine.handle(.listed([], look))
    _ = machine.handle(.quietPassed(look))
    #expect(machine.handle(.listed([], look)) == [.finish([Self.new])])
  }

  @Test func `a recording without words is tried once, and tells nobody`() {
    var machine = Self.recognising()
    #expect(machine.handle(.concluded(Self.new, .noWords, 1)) == [.list(1)])
    // It may still wait: history could not be written.
    #expect(machine.handle(.listed([Self.new, Self.old], 1)) == [.recognise(Self.old, 1)])
    _ = machine.handle(.concluded(Self.old, .noWords, 1))
    #expect(machine.handle(.listed([Self.new], 1)) == [.countChanged, .finish([])])
  }

  @Test func `where nothing can be recognised it ends, and tries again when something has changed`() {
    var machine = Self.recognising()
    #expect(machine.handle(.concluded(Self.new, .unavailable, 1)) == [.finish([])])
    #expect(machine.handle(.asked) == [.list(2)])
    _ = machine.handle(.listed([Self.new, Self.old], 2))
    _ = machine.handle(.quietPassed(2))
    #expect(machine.handle(.listed([Self.new, Self.old], 2)) == [.recognise(Self.new, 2)])
  }

  @Test func `a recogniser that ends is tried once more, for each recording`() {
    var machine = Self.recognising()
    #expect(machine.handle(.concluded(Self.new, .workerLost, 1)) == [.recognise(Self.new, 1)])
    #expect(machine.handle(.concluded(Self.new, .workerLost, 1)) == [.giveUp(Self.new, 1)])
    #expect(machine.handle(.concluded(Self.new, .noWords, 1)) == [.list(1)])
    #expect(machine.handle(.listed([Self.old], 1)).last == .recognise(Self.old, 1))
    #expect(machine.handle(.concluded(Self.old, .workerLost, 1)) == [.recognise(Self.old, 1)])
  }

  @Test func `being asked interrupts no recognition`() {
    var machine = Self.recognising()
    #expect(machine.handle(.asked) == [])
    #expect(machine.handle(.concluded(Self.new, .words, 1)) == [.list(1)])
  }

  @Test func `without a history it ends at once`() {
    var machine = RecoveryMachine()
    _ = machine.handle(.asked)
    #expect(machine.handle(.listed(nil, 1)) == [.finish([])])
  }

  @Test func `once stopped it begins nothing`() {
    var machine = Self.recognising()
    #expect(machine.handle(.stopped) == [.interrupt])
    #expect(machine.handle(.asked) == [])
    #expect(machine.handle(.ended(Self.spoken)) == [])
  }
}
