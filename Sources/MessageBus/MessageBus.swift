public import Domain
internal import Synchronization
public import SystemCalls

/// One connection to a D-Bus message bus, owned by one thread.
///
/// sd-bus is not thread-safe, so everything that touches the connection is a closure that runs on that thread and is handed
/// the `BusConnection`; the type is not Sendable, so that it cannot leave. Closures run in order and must not block. The
/// thread outlives the connection: lost, it is made again as `reconnection` says, and observers hear of both.
public final class MessageBus: Sendable {
  public enum Address: Hashable, Sendable {
    /// $DBUS_SESSION_BUS_ADDRESS, else the socket in $XDG_RUNTIME_DIR.
    case user
    case system
    /// "unix:path=/run/…": the accessibility bus, or a test's own.
    case at(String)
  }

  private let inbox: BusInbox

  /// Starts the thread, which connects at once.
  ///
  /// - Parameter name: of the thread, at most 9 bytes are kept.
  /// - Throws: when the kernel gives no descriptor to wake the thread with.
  public init(_ address: Address, name: String, reconnection: Backoff = .steady) throws(SystemError) {
    let inbox = try BusInbox()
    self.inbox = inbox
    Thread(name: name) {
      let connection = BusConnection(address, reconnection, inbox)
      connection.run()
    }.start()
  }

  deinit { inbox.stop {} }

  /// Runs `work` on the bus's thread, after everything posted before.
  ///
  /// - Returns: false when the bus is closed or 1,024 works are waiting; the work is not done then.
  @discardableResult
  public func perform(_ work: @escaping @Sendable (BusConnection) -> Void) -> Bool { inbox.add(work) }

  /// Tells of connections made and lost, on the bus's thread. If there is a connection already, it is told at once.
  public func observe(_ observer: @escaping @Sendable (BusEvent, BusConnection) -> Void) {
    perform { connection in connection.add(observer) }
  }

  /// Does the works that are waiting, sends what is still to be sent (for at most 200 ms) and ends the thread. Calls that
  /// wait for an answer fail as disconnected.
  ///
  /// Components hold the bus and the bus holds their closures: without this call both stay for ever.
  ///
  /// - Parameter done: called last, on the bus's thread.
  public func close(_ done: @escaping @Sendable () -> Void = {}) { inbox.stop(done) }
}

public enum BusEvent: Hashable, Sendable {
  /// Subscriptions, exported objects and names are to be made now; those of an earlier connection are gone.
  case connected
  /// Told each observer once, also when the first attempt finds no bus. Calls that waited have failed already.
  case lost(BusError)
}

extension Backoff {
  /// After 0.5, 1, 2 … 30 s: a bus that restarts is back within a second; one that never was costs nothing.
  public static let steady = Backoff(first: .milliseconds(500), last: .seconds(30))
}

/// What other threads leave for the bus's thread, in order.
final class BusInbox: Sendable {
  typealias Work = @Sendable (BusConnection) -> Void

  /// Works come at the pace of people and of deliveries; more than this waiting is a runaway caller.
  static let maximumWorks = 1_024

  private struct Contents {
    var works: [Work] = []
    var done: [@Sendable () -> Void] = []
    var isStopping = false
    var isClosed = false
  }

  private let contents = Mutex(Contents())
  private let wake: WakeEvent

  init() throws(SystemError) { wake = try WakeEvent() }

  var wakeDescriptor: CInt { wake.descriptor.rawValue }

  func add(_ work: @escaping Work) -> Bool {
    let isAdded = contents.withLock { contents in
      guard !contents.isStopping, contents.works.count < Self.maximumWorks else { return false }
      contents.works.append(work)
      return true
    }
    if isAdded { wake.signal() }
    return isAdded
  }

  func stop(_ done: @escaping @Sendable () -> Void) {
    let isClosed = contents.withLock { contents in
      contents.isStopping = true
      if !contents.isClosed { contents.done.append(done) }
      return contents.isClosed
    }
    if isClosed { done() } else { wake.signal() }
  }

  func take() -> (works: [Work], isStopping: Bool) {
    // Before the swap: a signal that comes in between wakes once more for nothing, none is lost.
    wake.clear()
    return contents.withLock { contents in
      let works = contents.works
      contents.works = []
      return (works, contents.isStopping)
    }
  }

  func close() {
    let done = contents.withLock { contents in
      contents.isClosed = true
      let done = contents.done
      contents.done = []
      return done
    }
    for closure in done { closure() }
  }
}
