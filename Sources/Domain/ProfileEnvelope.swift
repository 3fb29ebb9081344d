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
