internal import Dispatch

/// A thread's worth of room for one call to a provider, apart from the pool that all tasks of the process share: that is
/// as wide as the machine has cores, and a provider that blocks in it would hold up the daemon.
final class CallExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "hwctl.refiner.call", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
