public import Domain
public import SystemCalls

/// Where the input thread delivers. Every call is on the input thread and must not block.
public protocol DeviceSink: Sendable {
  /// The Device is grabbed and ready, with all its Controls released. Its handle is new.
  func attached(_ device: DeviceDescriptor)
  func received(_ event: ControlEvent)
  /// The Device is gone. A release of every Control that was down has come through `received` before.
  func detached(_ device: DeviceHandle)
  /// When the sink wants to be called next; nil while nothing waits. Looked at after every round of events and work.
  var deadline: MonotonicInstant? { get }
  /// The deadline has passed, and every event that was there before has been received.
  func deadlinePassed(at instant: MonotonicInstant)
  /// All Controls of a Device were held for `InputOptions.panicHold`: everything has been let go of and stays so until
  /// `InputThread.resume(.panic)`. Stop every Action, by whatever way it was begun.
  func panicked()
  /// A Device that hwctl knows is there and cannot be used. Called again when the reason changes.
  func blocked(_ node: BlockedDevice)
  /// What blocked the node is over: it was attached or it went away. `node` is the path given in `blocked`.
  func unblocked(node: String)
}

/// A matched node that is not in use, and why.
public struct BlockedDevice: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// Another program has grabbed the node; the programs that have it open and could be seen.
    case busy(holders: [NodeHolder])
    /// The user may not open the node.
    case permissionDenied
    /// A Control has been down for so long that the node was not grabbed: a stuck pedal, or something standing on it.
    case keysHeld
    /// Anything else the kernel says, as errno.
    case failed(code: CInt)
  }

  /// "/dev/input/event7"
  public var node: String
  public var model: ModelID
  public var product: ProductID
  /// The kernel's name of the device.
  public var name: String
  public var reason: Reason

  public init(node: String, model: ModelID, product: ProductID, name: String, reason: Reason) {
    self.node = node
    self.model = model
    self.product = product
    self.name = name
    self.reason = reason
  }
}
