internal import Dispatch

/// Runs an actor's jobs, and plain closures, one after another on a queue of its own.
///
/// SQLite waits for disks and locks (up to the busy timeout). On the cooperative pool, which is as wide as the
/// cores, two such waits could stop every other actor.
final class HistoryExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "hwctl.history")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs a closure on the queue, for work that must precede the actor.
  func run<Value>(_ body: @escaping @Sendable () -> sending Value) async -> sending Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
