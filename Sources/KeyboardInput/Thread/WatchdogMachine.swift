internal import Domain

/// Decides when the loop that passes a grabbed keyboard on has stalled. Pure; asked every `period`.
///
///     1. idle        the loop waits, nothing is queued                        never
///     2. busy        the loop has not come back to its wait for 1 s           stalled
///     3. starved     the loop is told of input and does not get to run: input is queued, and no round was made
///                    between checks that are 1 s apart                        stalled
///     4. busy typing input is queued at every check, but rounds are made      never
struct WatchdogMachine: Hashable, Sendable {
  /// Long enough for a busy machine, short enough for a person who types into nothing.
  static let limit = Duration.seconds(1)
  /// The grab ends at most this much later; four wake-ups a second, while a keyboard is grabbed.
  static let period = Duration.milliseconds(250)

  private var lastRounds: UInt64 = 0
  /// Since when input is queued without a round of the loop.
  private var starvedSince: MonotonicInstant?

  /// - Parameters:
  ///   - busySince: when the loop came out of its wait; nil while it waits.
  ///   - rounds: how often it has.
  ///   - isPending: whether input is queued now.
  mutating func isStalled(
    busySince: MonotonicInstant?, rounds: UInt64, isPending: Bool, at instant: MonotonicInstant
  ) -> Bool {
    let hasMoved = rounds != lastRounds
    lastRounds = rounds
    if !isPending || hasMoved { starvedSince = isPending ? instant : nil }
    if starvedSince == nil, isPending { starvedSince = instant }
    if let busySince, busySince.duration(to: instant) >= Self.limit { return true }
    guard let starvedSince else { return false }
    return starvedSince.duration(to: instant) >= Self.limit
  }
}
