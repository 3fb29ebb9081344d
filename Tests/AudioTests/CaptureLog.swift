import Audio
import Dispatch
import Domain
import Synchronization
import SystemCalls

/// Keeps a capture's events and lets a test wait for one of them.
final class CaptureLog: Sendable {
  private let events = Mutex<[CaptureEvent]>([])
  private let changed = DispatchSemaphore(value: 0)

  func take(_ event: CaptureEvent) {
    events.withLock { $0.append(event) }
    changed.signal()
  }

  var all: [CaptureEvent] { events.withLock { $0 } }

  var samples: [Int16] {
    all.flatMap { if case .frames(let samples) = $0 { samples } else { [Int16]() } }
  }

  var ends: [CaptureEnd] { all.compactMap { if case .ended(let end) = $0 { end } else { nil } } }

  var isOpened: Bool { all.contains { if case .opened = $0 { true } else { false } } }

  /// - Returns: false after 10 s.
  func wait(_ condition: (CaptureLog) -> Bool) -> Bool {
    let limit = DispatchTime.now() + .seconds(10)
    while !condition(self) {
      if changed.wait(timeout: limit) == .timedOut { return condition(self) }
    }
    return true
  }

  func end() -> CaptureEnd? { wait { !$0.ends.isEmpty } ? ends.first : nil }
}
