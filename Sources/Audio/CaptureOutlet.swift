internal import Dispatch
internal import Synchronization

/// Gives one capture's events to its owner, in order, on a serial queue of its own: a slow owner delays nobody else.
///
/// Frames are not queued: they wait in the ring, whose bound is the only one, and at most one drain is pending.
final class CaptureOutlet: Sendable {
  private let queue = DispatchQueue(label: "hwctl.capture", qos: .userInteractive)
  private let ring: SampleRing
  private let onEvent: @Sendable (CaptureEvent) -> Void
  private let drainIsPending = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)

  init(ring: SampleRing, onEvent: @escaping @Sendable (CaptureEvent) -> Void) {
    self.ring = ring
    self.onEvent = onEvent
  }

  func announce(_ event: CaptureEvent) {
    queue.async { self.onEvent(event) }
  }

  func deliverFrames() {
    guard !drainIsPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async {
      // Before the drain: a frame that comes during it asks for another one.
      self.drainIsPending.store(false, ordering: .sequentiallyConsistent)
      self.drain()
    }
  }

  /// After all frames in the ring.
  func end(_ end: CaptureEnd) {
    queue.async {
      self.drain()
      self.onEvent(.ended(end))
    }
  }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    queue.async { self.onEvent(.ended(.cancelled)) }
  }

  private func drain() {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    let samples = ring.readAll()
    if !samples.isEmpty { onEvent(.frames(samples)) }
  }
}
