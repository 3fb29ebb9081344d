internal import Domain

/// The calls to a provider and their deadlines, as a pure machine.
///
/// A race is concluded once, by whichever comes first: the answer, the deadline, a cancellation or the end of everything. The
/// call behind it is another matter: it ends when the provider says so, and until then it counts.
///
///     1  asked, answered                       start; conclude with the answer
///     2  asked, deadline, answered             start; cancel and conclude .deadline; nothing: the answer is late
///     3  asked, cancelled, answered            start; cancel and conclude .cancelled; nothing
///     4  asked 4 times, 4 deadlines, asked     the fifth is concluded .overloaded at once: none of the four has ended
///     5  ... one of the four is answered       nothing; the next one asked is started
///     6  asked, stopped, asked                 start; cancel and conclude .stopped; the second is concluded .stopped at once
///     7  asked when its deadline has passed    conclude .deadline at once; nothing is started
///     8  answered or cancelled twice           nothing the second time
struct RefinementRaces {
  typealias ID = UInt64

  enum Conclusion: Hashable, Sendable {
    /// With the answer that came with the fact.
    case answer
    case fallback(FallbackReason)
  }

  enum Effect: Hashable, Sendable {
    case start(ID)
    case cancel(ID)
    case conclude(ID, Conclusion)
  }

  /// Calls that have not ended, concluded ones too. Sessions that overlap and a warm-up need three; a provider that ignores
  /// cancellation may keep this many and no more.
  static let maximumCalls = 4

  private struct Race {
    var deadline: MonotonicInstant
    var isConcluded = false
  }

  private var races: [ID: Race] = [:]
  private var isStopped = false

  /// When `timePassed` is to be called.
  var nextDeadline: MonotonicInstant? { races.values.filter { !$0.isConcluded }.map(\.deadline).min() }

  /// Calls that have not ended.
  var openCalls: Int { races.count }

  mutating func asked(_ id: ID, deadline: MonotonicInstant, at now: MonotonicInstant) -> [Effect] {
    if isStopped { return [.conclude(id, .fallback(.stopped))] }
    if deadline <= now { return [.conclude(id, .fallback(.deadline))] }
    if races.count >= Self.maximumCalls { return [.conclude(id, .fallback(.overloaded))] }
    races[id] = Race(deadline: deadline)
    return [.start(id)]
  }

  /// The call ended, with or without a usable answer.
  mutating func answered(_ id: ID, at now: MonotonicInstant) -> [Effect] {
    guard let race = races.removeValue(forKey: id), !race.isConcluded else { return [] }
    // Both may wait for their turn at once, and what is late is late.
    return [.conclude(id, race.deadline <= now ? .fallback(.deadline) : .answer)]
  }

  mutating func cancelled(_ id: ID) -> [Effect] { abandon([id], .cancelled) }

  mutating func timePassed(_ now: MonotonicInstant) -> [Effect] {
    abandon(races.filter { $0.value.deadline <= now }.keys.sorted(), .deadline)
  }

  mutating func stopped() -> [Effect] {
    isStopped = true
    return abandon(races.keys.sorted(), .stopped)
  }

  private mutating func abandon(_ ids: [ID], _ reason: FallbackReason) -> [Effect] {
    ids.flatMap { id -> [Effect] in
      guard races[id]?.isConcluded == false else { return [] }
      races[id]?.isConcluded = true
      return [.cancel(id), .conclude(id, .fallback(reason))]
    }
  }
}
