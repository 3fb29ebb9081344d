internal import Domain

/// The tree of an envelope, members in the order in which people read them.
enum ProfileEncoding {
  static func encode(_ envelope: ProfileEnvelope) -> JSONValue {
    object([
      ("schemaVersion", .integer(VersionedFile.schemaVersion)),
      ("activeProfile", .string(envelope.activeProfile)),
      ("profiles", .array(envelope.profiles.map(encode))),
    ])
  }

  private static func encode(_ profile: Profile) -> JSONValue {
    object([
      ("id", .string(profile.id)), ("name", .string(profile.name)),
      ("devices", .array(profile.devices.map(encode))),
    ])
  }

  private static func encode(_ device: DeviceConfiguration) -> JSONValue {
    object([
      ("match", object([("model", .string(device.model.rawValue))])),
      ("bindings", .array(device.bindings.map(encode))),
    ])
  }

  private static func encode(_ binding: Binding) -> JSONValue {
    object([
      ("control", .string(binding.controls.map(\.rawValue).joined(separator: "+"))),
      ("mode", .string(binding.mode.rawValue)),
      ("action", encode(binding.action)),
    ])
  }

  private static func encode(_ action: Action) -> JSONValue {
    let type: (String, JSONValue) = ("type", .string(action.kind.rawValue))
    switch action {
    case .none, .localDictation, .media, .profile: return object([type])
    case .keyboardShortcut(let sequence): return object([type, ("keys", .string(sequence.description))])
    }
  }

  static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONValue.Member(name: $0.0, value: $0.1) })
  }
}
