import Dispatch
import Domain
import HIDTransport
import Synchronization
import SystemCalls
import Testing

/// A sink that keeps what it is told, for a test that waits for it.
final class SinkLog: DeviceSink {
  enum Entry: Hashable, Sendable {
    case attached(DeviceDescriptor)
    case received(ControlID, ControlEvent.Change)
    case detached(DeviceID?)
    case blocked(BlockedDevice)
    case unblocked(String)
    case panicked
  }

  struct Nothing: Error, CustomStringConvertible {
    var description: String { "the input thread said nothing within \(SinkLog.limitSeconds) s" }
  }

  /// An emulated machine on a busy host needs seconds for a new device.
  static let limitSeconds = 30

  private let entries = Mutex<[(entry: Entry, instant: MonotonicInstant?, told: MonotonicInstant)]>([])
  private let devices = Mutex<[DeviceHandle: DeviceDescriptor]>([:])
  private let arrivals = DispatchSemaphore(value: 0)

  var deadline: MonotonicInstant? { nil }

  func deadlinePassed(at instant: MonotonicInstant) {}

  func attached(_ device: DeviceDescriptor) {
    devices.withLock { $0[device.handle] = device }
    add(.attached(device))
  }

  func received(_ event: ControlEvent) {
    let control = devices.withLock { $0[event.device]?.name(of: event.control) }
    add(.received(control ?? "unknown", event.change), event.instant)
  }

  func detached(_ device: DeviceHandle) { add(.detached(devices.withLock { $0[device]?.id })) }
  func panicked() { add(.panicked) }
  func blocked(_ node: BlockedDevice) { add(.blocked(node)) }
  func unblocked(node: String) { add(.unblocked(node)) }

  private func add(_ entry: Entry, _ instant: MonotonicInstant? = nil) {
    let told = MonotonicInstant.now()
    entries.withLock { $0.append((entry, instant, told)) }
    arrivals.signal()
  }

  /// The next thing told, in order.
  func next() throws -> Entry { try nextWithInstant().entry }

  func nextWithInstant() throws -> (entry: Entry, instant: MonotonicInstant?) {
    let next = try take()
    return (next.entry, next.instant)
  }

  /// From the kernel's time stamp of the next event to the call of the sink.
  func nextDelay() throws -> Duration {
    let next = try take()
    guard let instant = next.instant else { throw Nothing() }
    return instant.duration(to: next.told)
  }

  private func take() throws -> (entry: Entry, instant: MonotonicInstant?, told: MonotonicInstant) {
    guard arrivals.wait(timeout: .now() + .seconds(Self.limitSeconds)) == .success else { throw Nothing() }
    return entries.withLock { $0.removeFirst() }
  }

  func nextDevice() throws -> DeviceDescriptor {
    guard case .attached(let device) = try next() else { throw Nothing() }
    return device
  }

  /// What was told and not asked for yet.
  var rest: [Entry] { entries.withLock { $0.map(\.entry) } }
}

/// Keeps what another observer of the input thread is told, for a test that waits for it.
final class ReportLog<Report: Sendable>: Sendable {
  private let reports = Mutex<[Report]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func add(_ report: Report) {
    reports.withLock { $0.append(report) }
    arrivals.signal()
  }

  func next() throws -> Report {
    guard arrivals.wait(timeout: .now() + .seconds(SinkLog.limitSeconds)) == .success else {
      throw SinkLog.Nothing()
    }
    return reports.withLock { $0.removeFirst() }
  }
}
