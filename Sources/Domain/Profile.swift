/// A Control and an interaction mode, mapped to an Action.
public struct Binding: Hashable, Sendable {
  public var control: ControlID
  public var mode: InteractionMode
  public var action: Action

  public init(control: ControlID, mode: InteractionMode, action: Action) {
    self.control = control
    self.mode = mode
    self.action = action
  }
}

/// The Bindings for every Device that the rule matches.
public struct DeviceConfiguration: Hashable, Sendable {
  /// The rule: all units of this model.
  public var model: ModelID
  /// At most one Binding for each Control.
  public var bindings: [Binding]

  public init(model: ModelID, bindings: [Binding]) {
    self.model = model
    self.bindings = bindings
  }
}

/// A named set of Bindings for one way of working.
public struct Profile: Hashable, Sendable {
  /// Lower-case letters, digits and "-", 1...64 characters; unique in its envelope.
  public var id: String
  public var name: String
  public var devices: [DeviceConfiguration]

  public init(id: String, name: String, devices: [DeviceConfiguration]) {
    self.id = id
    self.name = name
    self.devices = devices
  }

  /// The Binding of a Control on a model, or nil where the profile has none.
  public func binding(model: ModelID, control: ControlID) -> Binding? {
    devices.first { $0.model == model }?.bindings.first { $0.control == control }
  }
}

/// All profiles of a user and which one is active.
public struct ProfileEnvelope: Hashable, Sendable {
  /// The id of one of `profiles`.
  public var activeProfile: String
  public var profiles: [Profile]

  public init(activeProfile: String, profiles: [Profile]) {
    self.activeProfile = activeProfile
    self.profiles = profiles
  }

  public var active: Profile? { profiles.first { $0.id == activeProfile } }

  /// What a first start uses: the center pedal of an Infinity holds Local Dictation, left and right do nothing.
  public static let standard = ProfileEnvelope(
    activeProfile: "default",
    profiles: [
      Profile(
        id: "default", name: "Dictation pedal",
        devices: [
          DeviceConfiguration(
            model: "vec-infinity",
            bindings: [
              Binding(control: "left", mode: .momentary, action: .none),
              Binding(control: "center", mode: .momentary, action: .localDictation),
              Binding(control: "right", mode: .momentary, action: .none),
            ])
        ])
    ])
}
