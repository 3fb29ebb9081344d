internal import Dispatch
internal import Domain
internal import Synchronization

/// One value that another thread gives, waited for on a thread that may block.
final class BlockingAnswer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let given = DispatchSemaphore(value: 0)
  private let isGivenUp = Atomic(false)

  /// Whether somebody may still take it.
  var isAwaited: Bool { !isGivenUp.load(ordering: .relaxed) }

  /// Only the first value counts.
  func give(_ new: Value) {
    let isFirst = value.withLock { value in
      guard value == nil else { return false }
      value = new
      return true
    }
    if isFirst { given.signal() }
  }

  /// - Returns: nil when there is none within the limit.
  func wait(limit: Duration) -> Value? {
    if given.wait(timeout: .now() + .nanoseconds(Int(limit.wholeNanoseconds))) == .timedOut {
      isGivenUp.store(true, ordering: .relaxed)
    }
    return value.withLock { $0 }
  }
}
