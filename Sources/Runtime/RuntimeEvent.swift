public import ControlProtocol
public import Dictation
public import Domain
public import HIDTransport

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
  /// An Action asks for another Profile.
  case switchProfile(ProfileSwitch)
  /// The panic chord was held: the input thread has let go of all Devices.
  case panicked
  /// A component's state may have changed; read it again.
  case componentsChanged
  /// A settings file may have been edited; read it again.
  case settingsChanged(SettingsKind)
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

/// The files that people edit.
public enum SettingsKind: Hashable, Sendable {
  case profiles
  case preferences
}
