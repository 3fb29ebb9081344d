/// Whether hwctl may hold devices and run Actions in this login session now, and why.
public struct SessionState: Hashable, Sendable {
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// Just started; logind has not answered yet.
    case asking
    /// The session is in front and not locked.
    case active
    /// Nothing tells about sessions here, so this one counts as active.
    case withoutLogind
    /// Somebody else's session, or another of the same user, is in front.
    case inactive
    case locked
    /// The machine sleeps, is about to, or has just woken.
    case sleeping
    /// logind is there and knows no session that hwctl belongs to.
    case noSession
  }

  public var reason: Reason
  /// False once the desktop was asked to lock and never said that it did: its lock cannot be seen.
  public var reportsLock: Bool
  /// False when logind would not let us delay sleep: what is held is let go of only while the machine already goes down.
  public var delaysSleep: Bool

  public init(_ reason: Reason, reportsLock: Bool = true, delaysSleep: Bool = false) {
    self.reason = reason
    self.reportsLock = reportsLock
    self.delaysSleep = delaysSleep
  }

  public var mayRun: Bool {
    switch reason {
    case .active, .withoutLogind: true
    case .asking, .inactive, .locked, .sleeping, .noSession: false
    }
  }

  /// For people: what is, and what to do where something can be done.
  public var message: String {
    switch reason {
    case .asking: "The login session is being looked up."
    case .active where !reportsLock:
      "The session is active. The desktop does not tell logind when its screen is locked, so hwctl cannot let go then; "
        + "`loginctl show-session --property=LockedHint` stays \"no\"."
    case .active: "The session is active."
    case .withoutLogind:
      "logind does not answer, so hwctl runs as if its session were active and cannot see a lock or a suspend; check "
        + "`systemctl status systemd-logind`."
    case .inactive: "Another session is in front; devices are released until this one is back."
    case .locked: "The screen is locked; devices are released until it is unlocked."
    case .sleeping: "The machine is suspending or resuming; devices are released meanwhile."
    case .noSession:
      "hwctl belongs to no login session, so devices are released; log in on this machine, and see `loginctl list-sessions`."
    }
  }
}
