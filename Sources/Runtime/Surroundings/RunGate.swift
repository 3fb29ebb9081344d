public import Desktop

/// Whether Devices may be held and Actions may run. Pure.
///
///     1. start      asking: yes   active: yes
///     2. locked     locked: no   active: yes
///     3. panic      panicked: no   active: still no   resumed: yes
///     4. both       panicked: no   locked: no   resumed: still no   active: yes
public struct RunGate: Hashable, Sendable {
  public private(set) var session: SessionState
  public private(set) var isPanicked = false

  public init(session: SessionState = SessionState(.asking)) { self.session = session }

  /// Until logind has answered, within milliseconds as a rule, a pedal need not wait for it.
  public var mayRun: Bool { (session.mayRun || session.reason == .asking) && !isPanicked }

  /// Why nothing runs, and what to do; nil while it may.
  public var obstacle: String? {
    if isPanicked {
      return "Everything was let go of, by all controls of a device held down or by 'hwctl panic'. "
        + "'hwctl panic --resume' goes on."
    }
    return mayRun ? nil : session.message
  }

  public mutating func sessionChanged(_ session: SessionState) { self.session = session }
  public mutating func panicked() { isPanicked = true }
  public mutating func resumed() { isPanicked = false }
}
