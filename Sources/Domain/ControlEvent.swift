/// A press, release or value change of one Control, at the instant the kernel gave it.
public struct ControlEvent: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    case pressed
    case released
    /// A jog, shuttle or axis value; its range is in the model's control table.
    case value(Int32)
  }

  public var device: DeviceID
  public var control: ControlID
  public var change: Change
  public var instant: MonotonicInstant

  public init(device: DeviceID, control: ControlID, change: Change, instant: MonotonicInstant) {
    self.device = device
    self.control = control
    self.change = change
    self.instant = instant
  }
}
