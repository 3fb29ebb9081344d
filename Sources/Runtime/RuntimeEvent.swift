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
  /// A Control event, with what the Control is bound to and when the engine had decided.
  case control(ControlEvent, Binding?, decided: MonotonicInstant)
  case activeActionsChanged
  case session(SessionReport)
  case request(ControlRequest, ControlServer.Client)
  case clientLeft(ControlServer.Client)
  /// A component's state may have changed; read it again.
  case componentsChanged
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
