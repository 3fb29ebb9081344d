internal import Domain

/// A session with audio, as retention sees it.
struct RetentionCandidate: Hashable {
  var id: SessionID
  /// Unix time in milliseconds.
  var startedAt: Int64
  var bytes: Int64
  /// Being recorded, or held by another program.
  var isActive = false
  var isPinned = false
  /// A Recovery session whose words are not known yet: its audio is all there is of what was said.
  var isSoleRecovery = false
  /// When it is due to go by itself.
  var expiry: AudioExpiry?
}

/// Audio that goes, and why.
struct RetentionDecision: Hashable {
  var id: SessionID
  var reason: AudioExpiryReason
}

/// Decides which audio goes: oldest first, of equal age the smaller id; the same candidates, in any order, give the same.
///
/// Active and pinned audio stays. So does the only audio of a Recovery session, whatever the limits and the time, until its
/// words are known (docs/decisions/0031).
enum RetentionPlan {
  static func decisions(
    for candidates: [RetentionCandidate], policy: RetentionPolicy, now: Int64, freeBytes: Int64
  ) -> [RetentionDecision] {
    var state = State(candidates)
    state.expireDue(now)
    if let age = policy.longestAge {
      let oldest = now - age.wholeMilliseconds
      state.expire(.age) { next, _ in next.startedAt < oldest }
    }
    if let most = policy.mostRecordings {
      state.expire(.count) { _, state in state.count > most }
    }
    if let most = policy.mostBytes, state.bytes > most {
      let lowWater =
        most - most / 100 * (100 - RetentionPolicy.lowWaterPercent)
        - most % 100 * (100 - RetentionPolicy.lowWaterPercent) / 100
      state.expire(.bytes) { _, state in state.bytes > lowWater }
    }
    state.expire(.freeSpace) { _, state in freeBytes + state.freedBytes < policy.freeSpaceReserve }
    return state.decisions
  }

  private struct State {
    /// Oldest first.
    var eligible: ArraySlice<RetentionCandidate>
    /// Of all audio that is still kept.
    var count: Int
    var bytes: Int64
    var freedBytes: Int64 = 0
    var decisions: [RetentionDecision] = []

    init(_ candidates: [RetentionCandidate]) {
      let sorted = candidates.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
      eligible = sorted.filter { !$0.isActive && !$0.isPinned && !$0.isSoleRecovery }[...]
      count = candidates.count
      bytes = candidates.reduce(0) { $0 + $1.bytes }
    }

    mutating func expireDue(_ now: Int64) {
      var gone: Set<SessionID> = []
      for candidate in eligible {
        guard let expiry = candidate.expiry, expiry.time <= now else { continue }
        expire(candidate, expiry.reason)
        gone.insert(candidate.id)
      }
      eligible = eligible.filter { !gone.contains($0.id) }[...]
    }

    mutating func expire(
      _ reason: AudioExpiryReason, while goesOn: (RetentionCandidate, State) -> Bool
    ) {
      while let next = eligible.first, goesOn(next, self) {
        eligible.removeFirst()
        expire(next, reason)
      }
    }

    private mutating func expire(_ candidate: RetentionCandidate, _ reason: AudioExpiryReason) {
      decisions.append(RetentionDecision(id: candidate.id, reason: reason))
      count -= 1
      bytes -= candidate.bytes
      freedBytes += candidate.bytes
    }
  }
}
