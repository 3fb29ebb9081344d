internal import Domain

/// The voice trigger: one press that is held, or two short ones that latch. One for each Action that is bound so.
///
/// With the default times (hold 300 ms, second press 400 ms):
///
///     1. held            0 press   300 release
///                        begin     finish
///     2. too short       0 press   299 release   699 (nothing came)
///                        begin                   discard
///     3. latched         0 press   100 release   499 press   600 release ... 9000 press   9100 release
///                        begin                                              finish
///     4. second too late 0 press   100 release   500 press                the first is discarded at 500, before the
///                        begin                   discard, begin           press of the same instant begins anew
///     5. second one held 0 press   100 release   200 press   5000 release    latched all the same; the third press ends it
///     6. latch ends with a double press (preference)
///                        ... latched   9000 press   9100 release   9499 press   or nothing until 9500: latched on
///                                                                  finish
///     7. several inputs  A press   B press   A release   B release    one press: from the first down to the last up
///                        begin                           finish
///     8. ended by others begin   (commanded, failed, asleep)   release    nothing; the machine is made anew at a press
///     9. not handled: a press while it is held already, other than 7; the caller suppresses duplicates.
struct HoldOrLatch: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case held(since: MonotonicInstant)
    /// Released after a short press: the second one latches.
    case waiting(since: MonotonicInstant)
    case latched
    /// With `latchEndsWithDoublePress`: the first press of the two that end it is down.
    case latchedPressed(since: MonotonicInstant)
    /// ... and up again.
    case latchedWaiting(since: MonotonicInstant)
  }

  enum Outcome: Hashable, Sendable {
    case goesOn
    /// The Action ends as any other.
    case finish
    /// It was too short to mean anything.
    case discard
  }

  var phase: Phase

  /// Begins with a press: the Action has begun.
  init(pressedAt instant: MonotonicInstant) { phase = .held(since: instant) }

  /// Some input that counts is down.
  var isHeld: Bool {
    switch phase {
    case .held, .latchedPressed: true
    case .waiting, .latched, .latchedWaiting: false
    }
  }

  /// Goes on with nothing pressed, until somebody presses again.
  var isLatched: Bool {
    switch phase {
    case .held, .waiting: false
    case .latched, .latchedPressed, .latchedWaiting: true
    }
  }

  func deadline(_ times: BindingTimes) -> MonotonicInstant? {
    switch phase {
    case .held, .latched, .latchedPressed: nil
    case .waiting(let since), .latchedWaiting(let since): since.advanced(by: times.secondPress)
    }
  }

  mutating func pressed(at instant: MonotonicInstant, _ times: BindingTimes) -> Outcome {
    switch phase {
    case .held, .latchedPressed: return .goesOn
    case .waiting: phase = .latched
    case .latched:
      guard times.latchEndsWithDoublePress else { return .finish }
      phase = .latchedPressed(since: instant)
    case .latchedWaiting: return .finish
    }
    return .goesOn
  }

  /// The last input that was down is up.
  mutating func released(at instant: MonotonicInstant, _ times: BindingTimes) -> Outcome {
    switch phase {
    case .held(let since):
      guard since.duration(to: instant) < times.hold else { return .finish }
      phase = .waiting(since: instant)
    case .latchedPressed(let since):
      phase = since.duration(to: instant) < times.hold ? .latchedWaiting(since: instant) : .latched
    case .waiting, .latched, .latchedWaiting: break
    }
    return .goesOn
  }

  /// `deadline` has passed.
  mutating func deadlinePassed() -> Outcome {
    switch phase {
    case .waiting: return .discard
    case .latchedWaiting: phase = .latched
    case .held, .latched, .latchedPressed: break
    }
    return .goesOn
  }
}
