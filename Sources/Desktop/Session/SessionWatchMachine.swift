internal import Domain

/// What logind says about our session, as one answer: may hwctl run? Pure: facts and an instant in, effects out.
///
///     1. start           connected: find   found: read, inhibit   read(active): active
///     2. no logind       connected: find   findFailed(noLogind): withoutLogind   logindAppeared: find …
///     3. switched away   changed(active: no): inactive   changed(active: yes): active
///     4. locked          changed(locked: yes): locked   changed(locked: no): active
///     5. asked to lock   lockAsked: locked   changed(locked: yes) within 10 s: as 4
///                                            … nothing for 10 s: active again, `reportsLock` is false: a desktop that never
///                                            reports its lock would otherwise stop hwctl for good
///     6. suspend         sleepBegan: sleeping, letGo   letGo, or 4 s: uninhibit
///                        sleepEnded: inhibit, read   read, or 1 s: awake, rescan   1, 2, 4, 8 s later: rescan
///     7. cancelled       sleepBegan … sleepEnded before the kernel slept: as 6, logind does not tell them apart
///     8. logind restarts logindVanished: all stays as it was   logindAppeared: find
///     9. bus lost        all stays as it was, but awake; the inhibitor went with the connection. connected: find
///    10. logged out      sessionsChanged: find   findFailed(noSession): noSession   sessionsChanged: find …
///    11. not handled: a suspend that logind does not announce (`echo mem > /sys/power/state`).
struct SessionWatchMachine: Hashable {
  enum Fact: Hashable {
    case connected
    case busLost
    case logindAppeared
    case logindVanished
    /// A session began or ended somewhere.
    case sessionsChanged
    case found
    case findFailed(FindFailure)
    case read(active: Bool, locked: Bool, isGoingToSleep: Bool)
    case readFailed
    /// PropertiesChanged; nil for what did not change.
    case changed(active: Bool?, locked: Bool?)
    case lockAsked
    case unlockAsked
    case sleepBegan
    case sleepEnded
    /// Everything has been let go of.
    case letGo
    case inhibited
    case inhibitFailed
    case deadlinePassed
  }

  enum FindFailure: Hashable {
    case noLogind, noSession, noAnswer
  }

  enum Effect: Hashable {
    case find
    case read
    /// Take the delay inhibitor.
    case inhibit
    /// Give it back: the machine may sleep.
    case uninhibit
    case publish(SessionState)
    /// Have everything let go of, and say when it is done.
    case letGo
    /// Devices may have come back under other names.
    case rescan
  }

  /// How long a desktop may take to report the lock it was asked for: a screen locker that fades out takes some seconds.
  static let lockGrace = Duration.seconds(10)
  /// logind waits InhibitDelayMaxSec, 5 s by default (logind.conf(5)); we are gone before it loses patience.
  static let letGoLimit = Duration.seconds(4)
  /// After resume the state is read again first: the screen may have been locked on the way down.
  static let wakeLimit = Duration.seconds(1)
  /// After resume: USB hubs and Bluetooth take some seconds to bring their devices back.
  static let rescans: [Duration] = [1, 2, 4, 8].map { .seconds($0) }
  /// A logind that is there and does not answer is asked again at this pace.
  static let findRetry = Duration.seconds(5)

  enum Presence: Hashable { case asking, absent, noSession, present }

  enum Sleep: Hashable {
    case awake
    case lettingGo(until: MonotonicInstant)
    case asleep
    case waking(until: MonotonicInstant)
  }

  private var presence = Presence.asking
  private var isActive = false
  private var isLocked = false
  private var lockAskedUntil: MonotonicInstant?
  private var reportsLock = true
  var isInhibited = false
  var sleep = Sleep.awake
  var pendingRescans: [MonotonicInstant] = []
  private var nextFind: MonotonicInstant?
  private var published: SessionState?

  var state: SessionState {
    SessionState(reason, reportsLock: reportsLock, delaysSleep: isInhibited)
  }

  var deadline: MonotonicInstant? {
    var instants = pendingRescans
    if let lockAskedUntil { instants.append(lockAskedUntil) }
    if let nextFind { instants.append(nextFind) }
    switch sleep {
    case .awake, .asleep: break
    case .lettingGo(let until), .waking(let until): instants.append(until)
    }
    return instants.min()
  }

  mutating func handle(_ fact: Fact, at instant: MonotonicInstant) -> [Effect] {
    let effects = respond(fact, instant)
    guard state != published else { return effects }
    published = state
    // Told first: what is let go of must not be begun again in between.
    return [.publish(state)] + effects
  }

  private var reason: SessionState.Reason {
    guard sleep == .awake else { return .sleeping }
    switch presence {
    case .asking: return .asking
    case .absent: return .withoutLogind
    case .noSession: return .noSession
    case .present:
      guard isActive else { return .inactive }
      return isLocked || lockAskedUntil != nil ? .locked : .active
    }
  }

  private mutating func respond(_ fact: Fact, _ instant: MonotonicInstant) -> [Effect] {
    switch fact {
    case .connected, .logindAppeared, .sessionsChanged:
      nextFind = nil
      return [.find]
    case .busLost: return lost()
    case .logindVanished: return []
    case .found: return [.read] + (isInhibited ? [] : [.inhibit])
    case .findFailed(let failure): return findFailed(failure, instant)
    case .read(let active, let locked, let isGoingToSleep):
      return read(active, locked, isGoingToSleep, instant)
    case .readFailed: return readFailed(instant)
    case .changed(let active, let locked):
      isActive = active ?? isActive
      if let locked { lock(reported: locked) }
      return []
    case .lockAsked:
      if !isLocked && reportsLock { lockAskedUntil = instant.advanced(by: Self.lockGrace) }
      return []
    case .unlockAsked:
      lockAskedUntil = nil
      return []
    case .sleepBegan: return sleepBegan(instant)
    case .sleepEnded: return sleepEnded(instant)
    case .letGo: return letGo()
    case .inhibited:
      isInhibited = true
      return []
    case .inhibitFailed:
      isInhibited = false
      return []
    case .deadlinePassed: return deadlinePassed(instant)
    }
  }

  private mutating func lost() -> [Effect] {
    if presence == .asking { presence = .absent }
    sleep = .awake
    isInhibited = false
    nextFind = nil
    return []
  }

  private mutating func findFailed(_ failure: FindFailure, _ instant: MonotonicInstant) -> [Effect] {
    switch failure {
    case .noLogind: presence = .absent
    case .noSession: presence = .noSession
    case .noAnswer:
      if presence == .asking { presence = .absent }
      nextFind = instant.advanced(by: Self.findRetry)
    }
    return []
  }

  private mutating func read(
    _ active: Bool, _ locked: Bool, _ isGoingToSleep: Bool, _ instant: MonotonicInstant
  ) -> [Effect] {
    presence = .present
    isActive = active
    // A hint that is not set says nothing about a lock that was asked for a moment ago.
    if locked || isLocked { lock(reported: locked) }
    switch (sleep, isGoingToSleep) {
    case (.awake, true): return sleepBegan(instant)
    case (.waking, false): return wake(instant)
    case (.asleep, false), (.lettingGo, false): return []
    case (.awake, false), (.waking, true), (.asleep, true), (.lettingGo, true): return []
    }
  }

  private mutating func readFailed(_ instant: MonotonicInstant) -> [Effect] {
    if presence == .asking { presence = .absent }
    nextFind = instant.advanced(by: Self.findRetry)
    if case .waking = sleep { return wake(instant) }
    return []
  }

  private mutating func lock(reported: Bool) {
    isLocked = reported
    lockAskedUntil = nil
    if reported { reportsLock = true }
  }

  private mutating func deadlinePassed(_ instant: MonotonicInstant) -> [Effect] {
    var effects: [Effect] = []
    if let until = lockAskedUntil, until <= instant {
      lockAskedUntil = nil
      reportsLock = false
    }
    if let next = nextFind, next <= instant {
      nextFind = nil
      effects.append(.find)
    }
    if pendingRescans.contains(where: { $0 <= instant }) {
      pendingRescans.removeAll { $0 <= instant }
      effects.append(.rescan)
    }
    switch sleep {
    case .awake, .asleep: break
    case .lettingGo(let until): if until <= instant { effects += letGo() }
    case .waking(let until): if until <= instant { effects += wake(instant) }
    }
    return effects
  }
}
