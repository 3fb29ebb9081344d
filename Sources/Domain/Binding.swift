/// A Control and an interaction mode, mapped to an Action.
public struct Binding: Hashable, Sendable {
  /// One step of a jog or shuttle.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case clockwise
    case counterclockwise
  }

  /// One Control, or 2...4 that go down together; in the order of their names, each once.
  public var controls: [ControlID]
  /// For a Control that gives values: each step in this direction begins and ends the Action. Nil for one that is pressed.
  public var direction: Direction?
  public var mode: InteractionMode
  public var action: Action
  /// Performed by a second press soon after the first; the first press then waits until there is none.
  public var doublePress: Action?
  /// Begins instead of `action` when the press lasts.
  public var longHold: Action?
  /// A keyboard chord that drives the same Binding.
  public var chord: KeyChord?

  public init(
    controls: [ControlID], direction: Direction? = nil, mode: InteractionMode, action: Action,
    doublePress: Action? = nil, longHold: Action? = nil, chord: KeyChord? = nil
  ) {
    self.controls = controls
    self.direction = direction
    self.mode = mode
    self.action = action
    self.doublePress = doublePress
    self.longHold = longHold
    self.chord = chord
  }

  public init(control: ControlID, mode: InteractionMode, action: Action) {
    self.init(controls: [control], mode: mode, action: action)
  }
}

/// A keyboard chord alone, without a Device, mapped to an Action.
public struct ChordBinding: Hashable, Sendable {
  public var chord: KeyChord
  public var mode: InteractionMode
  public var action: Action

  public init(chord: KeyChord, mode: InteractionMode, action: Action) {
    self.chord = chord
    self.mode = mode
    self.action = action
  }
}

/// The Bindings for every Device that the rule matches.
public struct DeviceConfiguration: Hashable, Sendable {
  /// The rule: all units of this model, unless `unit` names one.
  public var model: ModelID
  /// Only this unit. It has precedence over a configuration of the same model without a unit.
  public var unit: DeviceID?
  /// At most one Binding for each set of Controls and direction.
  public var bindings: [Binding]

  public init(model: ModelID, unit: DeviceID? = nil, bindings: [Binding]) {
    self.model = model
    self.unit = unit
    self.bindings = bindings
  }
}
