import Synchronization
import SystemCalls

/// Runs what blocks on a thread of its own: the pool of Swift's tasks is as wide as the machine has cores.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread(name: "test") { continuation.resume(returning: body()) }.start()
  }
}

/// Counts how often a delivery has asked whether it may go on.
final class ObstacleLog: Sendable {
  private let asks = Mutex(0)
  var count: Int { asks.withLock { $0 } }

  /// False, for `isCancelled`.
  func asked() -> Bool {
    asks.withLock { $0 += 1 }
    return false
  }
}
