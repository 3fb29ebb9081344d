internal import Domain
internal import Glibc

/// How one device node gets from plugged in to grabbed, and back. Pure: facts and an instant in, effects out.
/// What its siblings do is `GroupMachine`'s.
///
///     1. normal         appeared: open   opened: take   taken: attach
///     2. late udev rule appeared: open   openFailed(EACCES): wait 50 ms, 100 ms … 2 s, open each time
///     3. held pedal     opened: take   keysHeld: wait   stirred: take   taken: attach
///                                      … 5 s later: block(keysHeld), then look again every 2 s and at each event
///     4. grabbed        opened: take   takeFailed(EBUSY): block(busy), take again every 2 s
///     5. unplugged      ready, lost: detach, close; opens again (a revoked node stays there) until `removed`
///     6. sibling busy   ready, paused: close   resumed: open, and so on
///     7. not handled: a node whose events are masked by someone else's EVIOCSMASK; masks are per client.
struct NodeMachine: Hashable {
  enum Fact: Hashable {
    case appeared
    /// udev tells that the node's permissions may have changed.
    case changed
    case opened
    case openFailed(CInt)
    /// Something happened on the open node before it was taken.
    case stirred
    /// At the attempt to take it, a key was down.
    case keysHeld
    /// Grabbed, all keys up.
    case taken
    case takeFailed(CInt)
    case deadlinePassed
    /// Let go of it: a sibling cannot be had, or everything is suspended.
    case paused
    case resumed
    /// ENODEV or a hang-up: unplugged, or revoked.
    case lost
    /// udev tells that the node is gone, or the thread ends.
    case removed
  }

  enum Effect: Hashable {
    case open
    /// Check that no key is down, then grab.
    case take
    /// The node is ours.
    case attach
    /// The node is not ours any more.
    case detach
    case close
    case block(Block)
    case forget
  }

  enum Block: Hashable {
    case busy, permissionDenied, keysHeld
    case failed(CInt)
  }

  private enum State: Hashable {
    /// Not open; so many attempts have failed.
    case closed(attempts: Int)
    /// Open, a key is down.
    case held
    /// Open, someone else has the grab, or the grab fails otherwise.
    case refused
    case ready
    case paused
    case gone
  }

  /// The first wait is for EACCES: udev applies a rule some 10 ms after the node appears. The last is soon enough for a
  /// person and cheap enough for ever.
  static let retries = Backoff(first: .milliseconds(50), last: .seconds(2))
  /// Waits of 50, 100, 200, 400 ms may pass before a missing permission is told: a slow udev is no trouble yet.
  static let quietAttempts = 4
  /// How long a key may be down at plug-in before it is told. Nobody rests a foot on a pedal for so long by chance.
  static let heldLimit = Duration.seconds(5)

  private var state = State.closed(attempts: 0)
  private(set) var deadline: MonotonicInstant?
  /// What was told last, so that it is told once.
  private(set) var told: Block?

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) -> [Effect] {
    switch state {
    case .closed(let attempts): closed(fact, attempts, instant)
    case .held: held(fact, instant)
    case .refused: refused(fact, instant)
    case .ready: ready(fact, instant)
    case .paused: paused(fact)
    case .gone: []
    }
  }

  private mutating func closed(_ fact: Fact, _ attempts: Int, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .appeared, .changed, .deadlinePassed:
      deadline = nil
      return [.open]
    case .opened:
      return [.take]
    case .openFailed(let code):
      state = .closed(attempts: attempts + 1)
      deadline = instant.advanced(by: Self.retries.delay(after: attempts))
      if code == EACCES || code == EPERM {
        return attempts < Self.quietAttempts ? [] : block(.permissionDenied)
      }
      return attempts < Self.quietAttempts ? [] : block(.failed(code))
    case .keysHeld, .taken, .takeFailed:
      return tookAttempt(fact, instant)
    case .removed:
      // Open if the outcome of an attempt to take it is still awaited.
      return leave([.close])
    case .paused:
      return pause()
    case .stirred, .resumed:
      return []
    case .lost:
      return close(instant, [])
    }
  }

  private mutating func held(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .stirred, .changed:
      return [.take]
    case .deadlinePassed:
      deadline = instant.advanced(by: Self.retries.last)
      return block(.keysHeld) + [.take]
    case .keysHeld:
      return []
    case .taken, .takeFailed:
      return tookAttempt(fact, instant)
    case .lost:
      return close(instant, [])
    case .removed:
      return leave([.close])
    case .paused:
      return pause()
    case .appeared, .opened, .openFailed, .resumed:
      return []
    }
  }

  private mutating func refused(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .deadlinePassed, .changed:
      deadline = instant.advanced(by: Self.retries.last)
      return [.take]
    case .keysHeld, .taken, .takeFailed:
      return tookAttempt(fact, instant)
    case .lost:
      return close(instant, [])
    case .removed:
      return leave([.close])
    case .paused:
      return pause()
    case .appeared, .opened, .openFailed, .stirred, .resumed:
      return []
    }
  }

  private mutating func ready(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .lost:
      return close(instant, [.detach])
    case .removed:
      return leave([.detach, .close])
    case .paused:
      return pause()
    case .appeared, .changed, .opened, .openFailed, .stirred, .keysHeld, .taken, .takeFailed,
      .deadlinePassed, .resumed:
      return []
    }
  }

  private mutating func paused(_ fact: Fact) -> [Effect] {
    switch fact {
    case .resumed:
      state = .closed(attempts: 0)
      return [.open]
    case .removed:
      return leave([])
    case .appeared, .changed, .opened, .openFailed, .stirred, .keysHeld, .taken, .takeFailed,
      .deadlinePassed, .paused, .lost:
      return []
    }
  }

  private mutating func pause() -> [Effect] {
    state = .paused
    deadline = nil
    told = nil
    return [.close]
  }

  private mutating func tookAttempt(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .taken:
      state = .ready
      deadline = nil
      told = nil
      return [.attach]
    case .keysHeld:
      state = .held
      deadline = instant.advanced(by: Self.heldLimit)
      return []
    case .takeFailed(let code):
      state = .refused
      deadline = instant.advanced(by: Self.retries.last)
      return block(code == EBUSY ? .busy : .failed(code))
    case .appeared, .changed, .opened, .openFailed, .stirred, .deadlinePassed, .lost, .removed,
      .paused, .resumed:
      preconditionFailure("only the three outcomes of an attempt to take the node are passed here")
    }
  }

  /// The node does not work any more. If it was revoked, not unplugged, it can be opened again later.
  private mutating func close(_ instant: MonotonicInstant, _ first: [Effect]) -> [Effect] {
    state = .closed(attempts: 0)
    deadline = instant.advanced(by: Self.retries.last)
    return first + [.close]
  }

  private mutating func leave(_ effects: [Effect]) -> [Effect] {
    state = .gone
    deadline = nil
    return effects + [.forget]
  }

  private mutating func block(_ block: Block) -> [Effect] {
    guard told != block else { return [] }
    told = block
    return [.block(block)]
  }
}
