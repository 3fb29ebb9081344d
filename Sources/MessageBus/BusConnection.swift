internal import CSystemd
public import Domain
internal import Glibc
internal import SystemCalls

/// The connection as its own thread sees it: calls, signals, objects and timers.
///
/// Closures given here run on this thread, never inside the method that takes them. What belongs to a connection that was
/// lost is gone; timers and observers stay.
public final class BusConnection {
  /// Calls that wait for an answer at once: under dbus-daemon's own limit for the system bus, 128, which would be told as
  /// an error of the peer. Interfaces here ask one thing after the other; more is a peer that hangs.
  public static let maximumPendingCalls = 100
  /// Messages that the bus has not taken yet; beyond this it is not reading.
  static let maximumQueuedMessages: UInt64 = 1_024
  /// Address, authentication and Hello together. A local bus answers within milliseconds.
  static let connectLimit = Duration.seconds(5)

  let address: MessageBus.Address
  let reconnection: Backoff
  let inbox: BusInbox

  /// The sd_bus; nil while there is none.
  var handle: OpaquePointer?
  /// Connected, authenticated and named by the bus.
  public internal(set) var isConnected = false
  var attempts = 0
  /// What was told of the loss of the connection, or of the first attempt, until there is another.
  var toldLoss: BusError?
  var connectTimer: BusTimer?

  var observers: [(BusEvent, BusConnection) -> Void] = []
  var timers = BusTimers()
  /// Closures that must run soon, but not inside the call that made them.
  var soon: [() -> Void] = []
  var pending: [Int: PendingCall] = [:]
  var subscriptions: [Int: SignalSubscription] = [:]
  var exports: [Int: ExportedInterface] = [:]
  private var lastNumber = 0

  init(_ address: MessageBus.Address, _ reconnection: Backoff, _ inbox: BusInbox) {
    self.address = address
    self.reconnection = reconnection
    self.inbox = inbox
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// ":1.42"; nil while not connected.
  public var uniqueName: String? {
    guard isConnected, let handle else { return nil }
    var name: UnsafePointer<CChar>?
    return sd_bus_get_unique_name(handle, &name) >= 0 ? name.map { String(cString: $0) } : nil
  }

  func add(_ observer: @escaping (BusEvent, BusConnection) -> Void) {
    observers.append(observer)
    if isConnected {
      soon.append { [unowned self] in observer(.connected, self) }
    } else if let toldLoss {
      soon.append { [unowned self] in observer(.lost(toldLoss), self) }
    }
  }

  func tell(_ event: BusEvent) {
    for observer in observers { observer(event, self) }
  }

  /// Runs `work` once after a time, also when the connection is lost meanwhile.
  @discardableResult
  public func after(_ delay: Duration, _ work: @escaping () -> Void) -> BusTimer {
    at(.now().advanced(by: delay), work)
  }

  @discardableResult
  public func at(_ instant: MonotonicInstant, _ work: @escaping () -> Void) -> BusTimer {
    timers.add(instant, work, number: nextNumber())
  }

  public func cancel(_ timer: BusTimer) { timers.remove(timer) }
}

/// Names a timer that may still fire.
public struct BusTimer: Hashable, Sendable {
  let number: Int
}

/// The timers of one thread, few enough to be looked through.
struct BusTimers {
  private var entries: [(timer: BusTimer, instant: MonotonicInstant, work: () -> Void)] = []

  var next: MonotonicInstant? { entries.lazy.map(\.instant).min() }

  mutating func add(_ instant: MonotonicInstant, _ work: @escaping () -> Void, number: Int) -> BusTimer {
    let timer = BusTimer(number: number)
    entries.append((timer, instant, work))
    return timer
  }

  mutating func remove(_ timer: BusTimer) { entries.removeAll { $0.timer == timer } }

  /// Takes out the earliest one that is due: one at a time, since its work may cancel the next.
  mutating func takeDue(_ instant: MonotonicInstant) -> (() -> Void)? {
    guard let index = entries.indices.min(by: { entries[$0].instant < entries[$1].instant }),
      entries[index].instant <= instant
    else { return nil }
    return entries.remove(at: index).work
  }
}
