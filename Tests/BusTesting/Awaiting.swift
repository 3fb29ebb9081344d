public import MessageBus
import Synchronization

/// The bus's thread as async code sees it.
extension MessageBus {
  @discardableResult
  public func run<Value: Sendable>(_ body: @escaping @Sendable (BusConnection) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let isTaken = perform { continuation.resume(returning: body($0)) }
      precondition(isTaken, "the bus is closed")
    }
  }

  @discardableResult
  public func attempt<Value: Sendable>(
    _ body: @escaping @Sendable (BusConnection) throws -> Value
  ) async throws -> Value {
    try await run { connection in Result { try body(connection) } }.get()
  }

  public func call(_ call: BusCall, timeLimit: Duration = .seconds(10)) async -> Result<BusMessage, BusError>
  {
    await withCheckedContinuation { continuation in
      perform { connection in
        connection.call(call, timeLimit: timeLimit) { continuation.resume(returning: $0) }
      }
    }
  }

  /// Waits until there is a connection.
  public func connected() async {
    await withCheckedContinuation { continuation in
      let once = Once { continuation.resume() }
      observe { event, _ in if event == .connected { once.run() } }
    }
  }

  public func closed() async {
    await withCheckedContinuation { continuation in close { continuation.resume() } }
  }

  public func own(_ name: String) async throws {
    let result: Result<Void, BusError> = await withCheckedContinuation { continuation in
      perform { $0.request(name, timeLimit: .seconds(10)) { continuation.resume(returning: $0) } }
    }
    try result.get()
  }
}

/// Runs a closure the first time only.
final class Once: Sendable {
  private let closure: Mutex<(@Sendable () -> Void)?>

  init(_ closure: @escaping @Sendable () -> Void) { self.closure = Mutex(closure) }

  func run() {
    let closure = closure.withLock { closure in
      defer { closure = nil }
      return closure
    }
    closure?()
  }
}

/// What happened, in order, and a way to wait for it.
public final class EventLog<Event: Sendable>: Sendable {
  private struct Waiter: Sendable {
    var number: Int
    var isMet: @Sendable ([Event]) -> Bool
    var resume: @Sendable () -> Void
  }

  private struct State {
    var events: [Event] = []
    var waiters: [Waiter] = []
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  public init() {}

  public var events: [Event] { state.withLock { $0.events } }

  public func add(_ event: Event) {
    let met = state.withLock { state in
      state.events.append(event)
      let met = state.waiters.filter { $0.isMet(state.events) }
      state.waiters.removeAll { waiter in met.contains { $0.number == waiter.number } }
      return met
    }
    for waiter in met { waiter.resume() }
  }

  /// Waits until a condition holds for the events so far, or until the suite's time limit ends the test.
  public func wait(_ isMet: @escaping @Sendable ([Event]) -> Bool) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if isMet(state.events) || Task.isCancelled { return true }
          state.waiters.append(Waiter(number: number, isMet: isMet) { continuation.resume() })
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
        return state.waiters.remove(at: index)
      }
      waiter?.resume()
    }
  }
}
