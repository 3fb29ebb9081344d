internal import Dispatch
internal import Domain
internal import Synchronization

/// One answer from the connection's queue for a thread that waits. The first one given counts.
final class Answer<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, AudioError>?>(nil)
  private let given = DispatchSemaphore(value: 0)

  func give(_ new: Result<Value, AudioError>) {
    result.withLock { if $0 == nil { $0 = new } }
    given.signal()
  }

  /// Waits as long as it takes: whoever gives the answer has limits of its own.
  func wait() throws(AudioError) -> Value {
    given.wait()
    guard let result = result.withLock({ $0 }) else { preconditionFailure("signalled before it was given") }
    return try result.get()
  }

  /// - Throws: the failure given, or `serverSilent` after `timeout`.
  func wait(_ timeout: Duration) throws(AudioError) -> Value {
    _ = given.wait(timeout: .now() + .nanoseconds(Int(timeout.wholeNanoseconds)))
    guard let result = result.withLock({ $0 }) else {
      throw AudioError(.serverSilent, detail: "no answer within \(timeout)")
    }
    return try result.get()
  }
}
