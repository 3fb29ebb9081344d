internal import Domain
internal import Glibc

/// How one listed keyboard gets from plugged in to ready, and back. Pure: facts and an instant in, effects out.
///
///     1. observed      appeared: open   opened: attach
///     2. grabbed       appeared: open   opened: copy   … read by the desktop: take   taken: attach
///     3. late udev     appeared: open   openFailed(EACCES): wait 50 ms, 100 ms … 2 s, open each time
///     4. held key      copyIsRead: take   keysHeld: wait   stirred: take   taken: attach
///                      … 5 s later: block(keysHeld), then look again every 2 s and at each event
///     5. other grab    take   takeFailed(EBUSY): block(busy), take again every 2 s
///     6. no reader     opened: copy   … 3 s later: block(notRead), look again every 2 s
///     7. stalled loop  ready   grabEnded: detach, close   2 s later: open, as 2
///     8. suspended     any, suspended: detach, close   resumed: open
///     9. unplugged     ready, lost: detach, close; opens again (a revoked node stays there) until `removed`
struct KeyboardMachine: Hashable, Sendable {
  enum Fact: Hashable, Sendable {
    case appeared
    /// udev tells that the node's permissions may have changed.
    case changed
    case opened
    case openFailed(KeyboardBlock)
    /// The virtual copy has a reader that has settled.
    case copyIsRead
    /// Something happened on the open keyboard before it was taken.
    case stirred
    case keysHeld
    /// Grabbed, all keys up.
    case taken
    case takeFailed(CInt)
    /// The watchdog has ended the grab, or the copy is gone.
    case grabEnded
    case deadlinePassed
    /// ENODEV or a hang-up: unplugged, or revoked.
    case lost
    case suspended
    case resumed
    /// The node is gone or not listed any more, or the thread ends.
    case removed
  }

  enum Effect: Hashable, Sendable {
    case open
    /// Make the virtual copy, and tell when it is read.
    case copy
    /// Check that no key is down, then grab.
    case take
    /// From now on chords count.
    case attach
    /// End the chords that are down, let go of the keys that were passed on, give up the grab.
    case detach
    case close
    /// `told` has changed.
    case tell
    case forget
  }

  private enum State: Hashable, Sendable {
    case closed(attempts: Int)
    /// The copy is there, nobody reads it yet.
    case copied
    /// A key is down.
    case held
    /// Someone else has the grab, or the grab fails otherwise.
    case refused
    case ready
    case suspended
    case gone
  }

  /// As long as for the nodes of Devices (`NodeMachine`).
  static let retries = Backoff(first: .milliseconds(50), last: .seconds(2))
  /// Waits of 50, 100, 200, 400 ms may pass before a failure is told: a slow udev is no trouble yet.
  static let quietAttempts = 4
  /// How long a key may be down before it is told. Nobody rests on a key for so long by chance.
  static let heldLimit = Duration.seconds(5)
  /// A desktop opens a new keyboard within half a second (measured); after this it is told that none does.
  static let readLimit = Duration.seconds(3)

  let mode: KeyboardSelection.Mode
  private var state = State.closed(attempts: 0)
  private(set) var deadline: MonotonicInstant?
  /// Why it is not ready, once that is worth a word.
  private(set) var told: KeyboardBlock?

  init(mode: KeyboardSelection.Mode) { self.mode = mode }

  var isReady: Bool { state == .ready }
  var isSuspended: Bool { state == .suspended }
  var waitsForReaders: Bool { state == .copied }

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .removed: return leave()
    case .suspended: return suspend()
    case .lost: return close(after: Self.retries.last, instant)
    default: break
    }
    switch state {
    case .closed(let attempts): return closed(fact, attempts, instant)
    case .copied: return copied(fact, instant)
    case .held: return held(fact, instant)
    case .refused: return refused(fact, instant)
    case .ready: return fact == .grabEnded ? close(after: Self.retries.last, instant) : []
    case .suspended: return fact == .resumed ? reopen() : []
    case .gone: return []
    }
  }

  private mutating func closed(_ fact: Fact, _ attempts: Int, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .appeared, .changed, .deadlinePassed:
      deadline = nil
      return [.open]
    case .opened where mode == .observe:
      return ready()
    case .opened:
      state = .copied
      deadline = instant.advanced(by: Self.readLimit)
      return [.copy]
    case .openFailed(let block):
      return failed(block, attempts, instant)
    case .copyIsRead, .stirred, .keysHeld, .taken, .takeFailed, .grabEnded, .lost, .suspended, .resumed,
      .removed:
      return []
    }
  }

  private mutating func copied(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .copyIsRead:
      deadline = nil
      return [.take]
    case .keysHeld, .taken, .takeFailed:
      return tookAttempt(fact, instant)
    case .openFailed(let block):
      // The copy could not be made.
      return [.close] + failed(block, Self.quietAttempts, instant)
    case .deadlinePassed:
      deadline = instant.advanced(by: Self.retries.last)
      return tell(.notRead)
    case .grabEnded:
      return close(after: Self.retries.last, instant)
    case .appeared, .changed, .opened, .stirred, .lost, .suspended, .resumed, .removed:
      return []
    }
  }

  private mutating func held(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .stirred, .changed:
      return [.take]
    case .deadlinePassed:
      deadline = instant.advanced(by: Self.retries.last)
      return tell(.keysHeld) + [.take]
    case .taken, .takeFailed:
      return tookAttempt(fact, instant)
    case .grabEnded:
      return close(after: Self.retries.last, instant)
    case .appeared, .opened, .openFailed, .copyIsRead, .keysHeld, .lost, .suspended, .resumed, .removed:
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
    case .grabEnded:
      return close(after: Self.retries.last, instant)
    case .appeared, .opened, .openFailed, .copyIsRead, .stirred, .lost, .suspended, .resumed, .removed:
      return []
    }
  }

  private mutating func tookAttempt(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .keysHeld:
      state = .held
      deadline = instant.advanced(by: Self.heldLimit)
      return []
    case .takeFailed(let code):
      state = .refused
      deadline = instant.advanced(by: Self.retries.last)
      return tell(code == EBUSY ? .busy : .failed(.keyboard, code))
    default:
      return ready()
    }
  }

  private mutating func ready() -> [Effect] {
    state = .ready
    deadline = nil
    told = nil
    return [.attach, .tell]
  }

  private mutating func failed(
    _ block: KeyboardBlock, _ attempts: Int, _ instant: MonotonicInstant
  ) -> [Effect] {
    state = .closed(attempts: attempts + 1)
    deadline = instant.advanced(by: Self.retries.delay(after: attempts))
    return attempts < Self.quietAttempts ? [] : tell(block)
  }

  /// The keyboard does not work any more. If it was revoked, not unplugged, it can be opened again later.
  private mutating func close(after delay: Duration, _ instant: MonotonicInstant) -> [Effect] {
    guard state != .gone, state != .suspended else { return [] }
    let first: [Effect] = state == .ready ? [.detach] : []
    state = .closed(attempts: 0)
    told = nil
    deadline = instant.advanced(by: delay)
    return first + [.close, .tell]
  }

  private mutating func suspend() -> [Effect] {
    guard state != .gone, state != .suspended else { return [] }
    let first: [Effect] = state == .ready ? [.detach] : []
    state = .suspended
    deadline = nil
    told = nil
    return first + [.close, .tell]
  }

  private mutating func reopen() -> [Effect] {
    state = .closed(attempts: 0)
    return [.tell, .open]
  }

  private mutating func leave() -> [Effect] {
    guard state != .gone else { return [] }
    let first: [Effect] = state == .ready ? [.detach] : []
    state = .gone
    deadline = nil
    return first + [.close, .forget]
  }

  private mutating func tell(_ block: KeyboardBlock) -> [Effect] {
    guard told != block else { return [] }
    told = block
    return [.tell]
  }
}
