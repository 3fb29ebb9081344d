import Domain
import Drivers
import Testing

@testable import HIDTransport

@Suite struct GroupMachineTests {
  private var machine = GroupMachine(isSuspended: false)
  private let start = MonotonicInstant(nanoseconds: 0)

  private mutating func handle(
    _ fact: GroupMachine.Fact, after milliseconds: Int64 = 0
  ) -> [GroupMachine.Effect] {
    machine.handle(fact, at: start.advanced(by: .milliseconds(milliseconds)))
  }

  private mutating func attachTwo() {
    _ = handle(.appeared(1, .reads))
    _ = handle(.appeared(2, .silences))
    _ = handle(.ready(1))
    #expect(handle(.ready(2)) == [.attach])
  }

  @Test mutating func `a Device is attached when all of its nodes are ours`() {
    #expect(handle(.appeared(1, .reads)) == [.start(1)])
    #expect(handle(.appeared(2, .reads)) == [.start(2)])
    #expect(handle(.ready(1)) == [])
    #expect(handle(.ready(2)) == [.attach])
    #expect(machine.isAttached)
  }

  @Test mutating func `a Device of one node is attached at once`() {
    #expect(handle(.appeared(1, .reads)) == [.start(1)])
    #expect(handle(.ready(1)) == [.attach])
  }

  @Test mutating func `a node that is only silenced makes no Device`() {
    _ = handle(.appeared(1, .silences))
    #expect(handle(.ready(1)) == [])
    #expect(handle(.appeared(2, .reads)) == [.start(2)])
    #expect(handle(.ready(2)) == [.attach])
  }

  @Test mutating func `while one node is busy the others are let go of, and taken when it is free`() {
    _ = handle(.appeared(1, .reads))
    _ = handle(.appeared(2, .reads))
    _ = handle(.ready(1))
    #expect(handle(.unready(2)) == [.pause(1)])
    #expect(handle(.ready(2)) == [.resume(1)])
    #expect(handle(.ready(1)) == [.attach])
  }

  @Test mutating func `two busy nodes both go on trying, and the first that is free waits for the other`() {
    _ = handle(.appeared(1, .reads))
    _ = handle(.appeared(2, .reads))
    #expect(handle(.unready(1)) == [.pause(2)])
    #expect(handle(.ready(1)) == [.resume(2)])
    #expect(handle(.unready(2)) == [.pause(1)])
    #expect(handle(.ready(2)) == [.resume(1)])
    #expect(handle(.ready(1)) == [.attach])
  }

  @Test mutating func `a sibling that comes late joins, and takes the Device away where it cannot be had`() {
    attachTwo()
    #expect(handle(.appeared(3, .reads)) == [.start(3)])
    #expect(machine.isAttached)
    #expect(handle(.ready(3)) == [.join(3)])
    #expect(handle(.appeared(4, .reads)) == [.start(4)])
    #expect(handle(.unready(4)) == [.detach, .pause(1), .pause(2), .pause(3)])
    #expect(!machine.isAttached)
  }

  @Test mutating func `unplugging detaches once and takes nothing again`() {
    attachTwo()
    #expect(handle(.unready(1)) == [.detach, .pause(2)])
    #expect(handle(.removed(1)) == [])
    #expect(handle(.removed(2)) == [])
    #expect(machine.isEmpty)
  }

  @Test mutating func `when one node has gone alone the others are taken again after 1 s`() {
    attachTwo()
    #expect(handle(.removed(2)) == [.detach, .pause(1)])
    #expect(machine.deadline == start.advanced(by: GroupMachine.settling))
    #expect(handle(.deadlinePassed, after: 1_000) == [.resume(1)])
    #expect(handle(.ready(1), after: 1_001) == [.attach])
    #expect(machine.deadline == nil)
  }

  @Test mutating func `a node that comes while an unplug settles waits for it`() {
    attachTwo()
    _ = handle(.removed(2))
    #expect(handle(.appeared(3, .silences), after: 10) == [.pause(3)])
    #expect(handle(.deadlinePassed, after: 1_000) == [.resume(1), .resume(3)])
  }

  @Test mutating func `suspending lets go of everything until it is over, new nodes and failing ones too`() {
    attachTwo()
    #expect(handle(.suspended) == [.detach, .pause(1), .pause(2)])
    #expect(handle(.appeared(3, .reads)) == [.pause(3)])
    #expect(handle(.unready(3)) == [])
    #expect(handle(.resumed) == [.resume(1), .resume(2), .resume(3)])
    #expect(handle(.ready(1)) == [])
    #expect(handle(.ready(2)) == [])
    #expect(handle(.ready(3)) == [.attach])
  }

  @Test mutating func `a busy Device that is suspended is tried again when that is over`() {
    _ = handle(.appeared(1, .reads))
    _ = handle(.unready(1))
    #expect(handle(.suspended) == [.pause(1)])
    #expect(handle(.resumed) == [.resume(1)])
    #expect(handle(.ready(1)) == [.attach])
  }

  @Test mutating func `a Device that comes while everything is suspended is not opened`() {
    machine = GroupMachine(isSuspended: true)
    #expect(handle(.appeared(1, .reads)) == [.pause(1)])
    #expect(handle(.resumed) == [.resume(1)])
  }

  @Test mutating func `whatever happens in whatever order, nodes that are ours and a Device go together`() {
    // A node is grabbed from its `ready` until its `pause`, `unready` or `removed`.
    for seed in 1...2_000 {
      var generator = Generator(state: UInt64(seed))
      machine = GroupMachine(isSuspended: false)
      var present: Set<UInt64> = []
      var grabbed: Set<UInt64> = []
      var attached = false
      var trace: [GroupMachine.Fact] = []
      for step in 0..<30 {
        let member = UInt64.random(in: 1...3, using: &generator)
        let fact: GroupMachine.Fact =
          switch Int.random(in: 0..<8, using: &generator) {
          case 0, 1: present.contains(member) ? .ready(member) : .appeared(member, .reads)
          case 2, 3, 4: .ready(member)
          case 5: .unready(member)
          case 6: .removed(member)
          default: [.suspended, .resumed, .deadlinePassed].randomElement(using: &generator) ?? .resumed
          }
        switch fact {
        case .appeared(let member, _): present.insert(member)
        case .ready(let member) where present.contains(member): grabbed.insert(member)
        case .ready: continue
        case .unready(let member): grabbed.remove(member)
        case .removed(let member):
          present.remove(member)
          grabbed.remove(member)
        case .suspended, .resumed, .deadlinePassed: break
        }
        trace.append(fact)
        for effect in handle(fact, after: Int64(step)) {
          switch effect {
          case .pause(let member): grabbed.remove(member)
          case .attach:
            #expect(!attached && grabbed == present, "seed \(seed): \(trace)")
            attached = true
          case .detach:
            #expect(attached, "seed \(seed): \(trace)")
            attached = false
          case .start, .resume, .join: break
          }
        }
        #expect(attached == machine.isAttached, "seed \(seed): \(trace)")
      }
    }
  }

  /// SplitMix64: the same steps for the same seed.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}
