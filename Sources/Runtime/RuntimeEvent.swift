public import ControlProtocol
public import Dictation
public import Domain
public import HIDTransport
internal import Synchronization

/// What the runtime's one consumer hears, in the order it happened.
public enum RuntimeEvent: Sendable {
  case attached(DeviceDescriptor)
  case detached(DeviceID)
  case blocked(BlockedDevice)
  case unblocked(node: String)
  case control(ObservedControl)
  case activeActionsChanged
  case session(SessionReport)
  case request(ControlRequest, ControlServer.Client)
  case clientLeft(ControlServer.Client)
  /// A component's state may have changed; read it again.
  case componentsChanged
}

/// A Control event with the names that people know.
public struct ObservedControl: Sendable {
  public var device: DeviceID
  public var control: ControlID
  public var change: ControlEvent.Change
  /// The kernel's.
  public var instant: MonotonicInstant
  /// What the Control alone is bound to.
  public var binding: Binding?
  /// When the engine had decided.
  public var decided: MonotonicInstant

  init(
    _ event: ControlEvent, _ device: DeviceID, _ control: ControlID, _ binding: Binding?,
    decided: MonotonicInstant
  ) {
    self.device = device
    self.control = control
    change = event.change
    instant = event.instant
    self.binding = binding
    self.decided = decided
  }
}

/// The way into the runtime from any thread; never blocks.
public final class RuntimeInbox: Sendable {
  /// What may wait when the runtime is held up: minutes of pedalling. Beyond it the oldest go, which costs only
  /// presentation: Actions are executed before they are observed.
  public static let capacity = 4096

  public let events: AsyncStream<RuntimeEvent>
  private let continuation: AsyncStream<RuntimeEvent>.Continuation
  private let watched = Atomic(false)

  public init() {
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
  }

  public func post(_ event: RuntimeEvent) { continuation.yield(event) }

  /// Whether anyone looks at Control events and Actions as they happen. While nobody does, the input thread does not even
  /// wake the runtime: that would cost a press more than everything else on its way.
  public var isWatched: Bool {
    get { watched.load(ordering: .relaxed) }
    set { watched.store(newValue, ordering: .relaxed) }
  }

  public func finish() { continuation.finish() }
}
