import Domain
import Testing

@testable import Refinement

@Suite struct RefinementRacesTests {
  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `an answer before the deadline concludes the race`() {
    var races = RefinementRaces()
    #expect(races.asked(1, deadline: at(3000), at: at(0)) == [.start(1)])
    #expect(races.nextDeadline == at(3000))
    #expect(races.answered(1, at: at(2999)) == [.conclude(1, .answer)])
    #expect(races.nextDeadline == nil)
    #expect(races.openCalls == 0)
  }

  @Test func `an answer at the deadline is late`() {
    var races = RefinementRaces()
    _ = races.asked(1, deadline: at(3000), at: at(0))
    #expect(races.answered(1, at: at(3000)) == [.conclude(1, .fallback(.deadline))])
  }

  @Test
  func `at the deadline and not before it the race ends without its answer, which is dropped when it comes`()
  {
    var races = RefinementRaces()
    _ = races.asked(1, deadline: at(3000), at: at(0))
    #expect(races.timePassed(at(2999)) == [])
    #expect(races.timePassed(at(3000)) == [.cancel(1), .conclude(1, .fallback(.deadline))])
    #expect(races.timePassed(at(4000)) == [])
    #expect(races.openCalls == 1)
    #expect(races.answered(1, at: at(9000)) == [])
    #expect(races.openCalls == 0)
  }

  @Test func `a cancellation concludes once, and nothing after the end`() {
    var races = RefinementRaces()
    _ = races.asked(1, deadline: at(3000), at: at(0))
    #expect(races.cancelled(1) == [.cancel(1), .conclude(1, .fallback(.cancelled))])
    #expect(races.cancelled(1) == [])
    #expect(races.timePassed(at(3000)) == [])
    #expect(races.answered(1, at: at(10)) == [])
    #expect(races.answered(1, at: at(11)) == [])
    #expect(races.cancelled(7) == [])
  }

  @Test func `calls that never end are at most as many as allowed, and one that ends makes room`() {
    var races = RefinementRaces()
    let most = UInt64(RefinementRaces.maximumCalls)
    for id in 1...most { #expect(races.asked(id, deadline: at(10), at: at(0)) == [.start(id)]) }
    _ = races.timePassed(at(10))
    #expect(races.asked(100, deadline: at(30), at: at(20)) == [.conclude(100, .fallback(.overloaded))])
    #expect(races.openCalls == RefinementRaces.maximumCalls)
    #expect(races.answered(2, at: at(25)) == [])
    #expect(races.asked(101, deadline: at(40), at: at(30)) == [.start(101)])
  }

  @Test func `nothing starts after its own deadline, or after the end of everything`() {
    var races = RefinementRaces()
    #expect(races.asked(1, deadline: at(5), at: at(5)) == [.conclude(1, .fallback(.deadline))])
    _ = races.asked(2, deadline: at(50), at: at(5))
    #expect(races.stopped() == [.cancel(2), .conclude(2, .fallback(.stopped))])
    #expect(races.asked(3, deadline: at(50), at: at(6)) == [.conclude(3, .fallback(.stopped))])
  }

  /// Every order of facts, to a depth: a race that began is concluded once and only once, and never by an answer that is
  /// late.
  @Test func `in whatever order things happen each race is concluded exactly once`() {
    enum Fact: CaseIterable { case ask, answerFirst, answerLast, cancelFirst, timePasses, stop }
    var sequences: [[Fact]] = [[]]
    for _ in 0..<6 { sequences = sequences.flatMap { list in Fact.allCases.map { list + [$0] } } }
    for sequence in sequences {
      var races = RefinementRaces()
      var concluded: [UInt64: Int] = [:]
      var asked: UInt64 = 0
      var now: Int64 = 0
      for fact in sequence {
        let effects: [RefinementRaces.Effect]
        switch fact {
        case .ask:
          asked += 1
          effects = races.asked(asked, deadline: at(now + 10), at: at(now))
        case .answerFirst: effects = races.answered(1, at: at(now))
        case .answerLast: effects = races.answered(asked, at: at(now))
        case .cancelFirst: effects = races.cancelled(1)
        case .timePasses:
          now += 10
          effects = races.timePassed(at(now))
        case .stop: effects = races.stopped()
        }
        for case .conclude(let id, _) in effects { concluded[id, default: 0] += 1 }
      }
      let end = races.timePassed(at(now + 10))
      for case .conclude(let id, _) in end { concluded[id, default: 0] += 1 }
      #expect(concluded.values.allSatisfy { $0 == 1 } && concluded.count == Int(asked), "\(sequence)")
    }
  }
}
