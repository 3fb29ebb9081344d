public import BindingEngine
public import ControlProtocol
public import Dictation
public import Domain
public import HIDTransport

/// What the runtime's one consumer hears, in the order it happened.
public enum RuntimeEvent: Sendable {
  case attached(DeviceDescriptor, at: MonotonicInstant)
  case detached(DeviceID, at: MonotonicInstant)
  case blocked(BlockedDevice)
  case unblocked(node: String)
  case control(ObservedControl)
  case action(ObservedAction)
  case chord(ObservedChord)
  case raw(RawRecord)
  case learning(LearningReport, lesson: Int)
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
  /// What the Control is bound to, by itself and together with others.
  public var bindings: [Binding]
  /// When the engine had decided.
  public var decided: MonotonicInstant

  init(
    _ event: ControlEvent, _ device: DeviceID, _ control: ControlID, _ bindings: [Binding],
    decided: MonotonicInstant
  ) {
    self.device = device
    self.control = control
    change = event.change
    instant = event.instant
    self.bindings = bindings
    self.decided = decided
  }
}

/// An Action that has begun or ended, for people to see.
public struct ObservedAction: Sendable {
  public enum Change: Hashable, Sendable {
    /// - Parameter by: "center", "a keyboard chord", "a command".
    case began(by: String)
    case refused
    case ended(Reason)
    case cancelled(Reason)
    /// It could not go on.
    case endedByItself
  }

  public var action: Action
  public var change: Change
  public var instant: MonotonicInstant
}

/// A keyboard chord that was pressed or released, for people to see.
public struct ObservedChord: Sendable {
  public var chord: KeyChord
  public var isDown: Bool
  public var source: ChordSourceID
  public var instant: MonotonicInstant
}

/// The files that people edit.
public enum SettingsKind: Hashable, Sendable {
  case profiles
  case preferences
  /// The Devices that were taught.
  case devices
}
