/// A number for one attachment of a Device, from the moment it is ready to its removal.
///
/// Given from 1 on since the start of the daemon, never twice. What people and profiles see is the `DeviceID`.
public struct DeviceHandle: Hashable, Sendable, Comparable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The position of a Control in its `DeviceDescriptor.controls`: 0..<`ControlAddress.maximumControls`.
public typealias ControlIndex = UInt8

/// One Control of one attached Device.
///
/// Trivial, as everything on the way of a press is: no text, no reference count. Names are for observers.
public struct ControlAddress: Hashable, Sendable, Comparable {
  /// One bit of a 64-bit word for each Control of a Device.
  public static let maximumControls = 64

  public var device: DeviceHandle
  public var control: ControlIndex

  public init(device: DeviceHandle, control: ControlIndex) {
    self.device = device
    self.control = control
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.device.rawValue, left.control) < (right.device.rawValue, right.control)
  }
}

/// A press, release or value change of one Control, at the instant the kernel gave it.
public struct ControlEvent: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    case pressed
    case released
    /// Where an absolute Control stands now (shuttle, axis); it stands at 0 when its Device is attached. The range is in the
    /// model's control table.
    case value(Int32)
    /// How many steps a Control without an end has turned since its last event (jog, dial): clockwise is positive.
    case turned(Int32)
  }

  public var address: ControlAddress
  public var change: Change
  public var instant: MonotonicInstant

  public init(address: ControlAddress, change: Change, instant: MonotonicInstant) {
    self.address = address
    self.change = change
    self.instant = instant
  }

  public var device: DeviceHandle { address.device }
  public var control: ControlIndex { address.control }
}
