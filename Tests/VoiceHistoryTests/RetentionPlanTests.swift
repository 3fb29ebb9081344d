import Domain
import Testing

@testable import VoiceHistory

@Suite struct RetentionPlanTests {
  /// Day 100 of the world, in milliseconds.
  static let now: Int64 = 100 * 86_400_000
  static let open = RetentionPolicy(mostBytes: nil, freeSpaceReserve: 0)

  /// A recording so many days old.
  static func audio(_ number: Int, days: Int64, bytes: Int64 = 10) -> RetentionCandidate {
    RetentionCandidate(id: sessionID(number), startedAt: now - days * 86_400_000, bytes: bytes)
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var candidates: [RetentionCandidate]
    var policy: RetentionPolicy
    var free: Int64 = .max / 2
    /// The numbers of the sessions, in order.
    var goes: [(Int, AudioExpiryReason)]
  }

  static let cases: [Case] = {
    let three = [audio(1, days: 3), audio(2, days: 2), audio(3, days: 1)]
    func changed(_ number: Int, _ body: (inout RetentionCandidate) -> Void) -> [RetentionCandidate] {
      var all = three
      body(&all[number - 1])
      return all
    }
    func policy(_ body: (inout RetentionPolicy) -> Void) -> RetentionPolicy {
      var policy = open
      body(&policy)
      return policy
    }
    let day: Int64 = 86_400_000
    return [
      Case(testDescription: "no limit, nothing goes", candidates: three, policy: open, goes: []),
      Case(
        testDescription: "as old as the limit stays", candidates: three,
        policy: policy { $0.longestAge = .seconds(3 * 86_400) }, goes: []),
      Case(
        testDescription: "a millisecond older goes", candidates: changed(1) { $0.startedAt -= 1 },
        policy: policy { $0.longestAge = .seconds(3 * 86_400) }, goes: [(1, .age)]),
      Case(
        testDescription: "as many as the limit stay", candidates: three,
        policy: policy { $0.mostRecordings = 3 }, goes: []),
      Case(
        testDescription: "of one too many the oldest goes", candidates: three,
        policy: policy { $0.mostRecordings = 2 }, goes: [(1, .count)]),
      Case(
        testDescription: "a pinned one counts and stays", candidates: changed(1) { $0.isPinned = true },
        policy: policy { $0.mostRecordings = 2 }, goes: [(2, .count)]),
      Case(
        testDescription: "an active one stays", candidates: changed(1) { $0.isActive = true },
        policy: policy { $0.mostRecordings = 0 }, goes: [(2, .count), (3, .count)]),
      Case(
        testDescription: "the only audio of a recovered session stays",
        candidates: changed(1) { $0.isSoleRecovery = true },
        policy: policy { $0.mostRecordings = 0 }, goes: [(2, .count), (3, .count)]),
      Case(
        testDescription: "also when a time was set for it, a year ago",
        candidates: changed(1) {
          $0.isSoleRecovery = true
          $0.expiry = AudioExpiry(time: now - 365 * day, reason: .recovery)
        }, policy: open, goes: []),
      Case(
        testDescription: "and when the disk is full and it is the oldest",
        candidates: changed(1) { $0.isSoleRecovery = true }, policy: policy { $0.freeSpaceReserve = 1000 },
        free: 0, goes: [(2, .freeSpace), (3, .freeSpace)]),
      Case(
        testDescription: "once it is known that it has no words, it goes when its day is over",
        candidates: changed(1) { $0.expiry = AudioExpiry(time: now, reason: .recovery) }, policy: open,
        goes: [(1, .recovery)]),
      Case(
        testDescription: "and a millisecond before that it stays",
        candidates: changed(1) { $0.expiry = AudioExpiry(time: now + 1, reason: .recovery) }, policy: open,
        goes: []),
      Case(
        testDescription: "unless it is pinned",
        candidates: changed(1) {
          $0.isPinned = true
          $0.expiry = AudioExpiry(time: now - day, reason: .recovery)
        }, policy: open, goes: []),
      Case(
        testDescription: "bytes at the limit stay", candidates: three,
        policy: policy { $0.mostBytes = 30 }, goes: []),
      Case(
        testDescription: "a byte more, and the oldest go down to 90 percent",
        candidates: changed(3) { $0.bytes = 20 }, policy: policy { $0.mostBytes = 39 },
        goes: [(1, .bytes)]),
      Case(
        testDescription: "down to the low water, not below", candidates: three,
        policy: policy { $0.mostBytes = 29 }, goes: [(1, .bytes)]),
      Case(
        testDescription: "enough space is left alone", candidates: three,
        policy: policy { $0.freeSpaceReserve = 100 }, free: 100, goes: []),
      Case(
        testDescription: "space that is short is given back, oldest first", candidates: three,
        policy: policy { $0.freeSpaceReserve = 100 }, free: 85, goes: [(1, .freeSpace), (2, .freeSpace)]),
      Case(
        testDescription: "what another rule gave back counts as free", candidates: three,
        policy: policy {
          $0.mostRecordings = 2
          $0.freeSpaceReserve = 100
        }, free: 90, goes: [(1, .count)]),
      Case(
        testDescription: "of equal age the smaller id goes first",
        candidates: [audio(2, days: 1), audio(1, days: 1)], policy: policy { $0.mostRecordings = 1 },
        goes: [(1, .count)]),
      Case(
        testDescription: "nothing is there", candidates: [], policy: policy { $0.freeSpaceReserve = 100 },
        free: 0, goes: []),
    ]
  }()

  @Test(arguments: cases) func `each limit has its pair`(example: Case) {
    let decisions = RetentionPlan.decisions(
      for: example.candidates, policy: example.policy, now: Self.now, freeBytes: example.free)
    #expect(
      decisions == example.goes.map { RetentionDecision(id: sessionID($0.0), reason: $0.1) })
  }

  /// Seeded, so that a failure can be had again.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func
    `whatever is there: the same from any order, the protected stay, and no limit is passed while one may go`(
      seed: UInt64
    )
  {
    var random = SeededRandom(seed: seed)
    let candidates = Self.randomCandidates(&random)
    let policy = Self.randomPolicy(&random)
    let free = Int64.random(in: 0...200, using: &random)
    func plan(_ candidates: [RetentionCandidate]) -> [RetentionDecision] {
      RetentionPlan.decisions(for: candidates, policy: policy, now: Self.now, freeBytes: free)
    }
    let decisions = plan(candidates)
    #expect(plan(candidates.shuffled(using: &random)) == decisions)
    let gone = Set(decisions.map(\.id))
    #expect(gone.count == decisions.count)
    let kept = candidates.filter { !gone.contains($0.id) }
    for candidate in candidates where gone.contains(candidate.id) {
      #expect(!candidate.isActive && !candidate.isPinned && !candidate.isSoleRecovery)
    }
    let freed = candidates.filter { gone.contains($0.id) }.reduce(0) { $0 + $1.bytes }
    if kept.contains(where: { !$0.isActive && !$0.isPinned && !$0.isSoleRecovery }) {
      #expect(kept.count <= policy.mostRecordings ?? .max)
      #expect(kept.reduce(0) { $0 + $1.bytes } <= policy.mostBytes ?? .max)
      #expect(free + freed >= policy.freeSpaceReserve)
    }
    // The next run has nothing to do.
    #expect(
      RetentionPlan.decisions(for: kept, policy: policy, now: Self.now, freeBytes: free + freed).isEmpty)
  }

  private static func randomCandidates(_ random: inout SeededRandom) -> [RetentionCandidate] {
    (0..<Int.random(in: 0...25, using: &random)).map { number in
      var candidate = audio(
        number, days: Int64.random(in: 0...8, using: &random), bytes: Int64.random(in: 0...40, using: &random)
      )
      candidate.isActive = Int.random(in: 0..<8, using: &random) == 0
      candidate.isPinned = Int.random(in: 0..<5, using: &random) == 0
      candidate.isSoleRecovery = Int.random(in: 0..<5, using: &random) == 0
      if Int.random(in: 0..<4, using: &random) == 0 {
        candidate.expiry = AudioExpiry(
          time: now + Int64.random(in: -1...1, using: &random), reason: .recovery)
      }
      return candidate
    }
  }

  private static func randomPolicy(_ random: inout SeededRandom) -> RetentionPolicy {
    RetentionPolicy(
      longestAge: Bool.random(using: &random)
        ? .seconds(86_400 * Int64.random(in: 0...8, using: &random)) : nil,
      mostRecordings: Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil,
      mostBytes: Bool.random(using: &random) ? Int64.random(in: 0...400, using: &random) : nil,
      freeSpaceReserve: Int64.random(in: 0...400, using: &random))
  }
}

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
