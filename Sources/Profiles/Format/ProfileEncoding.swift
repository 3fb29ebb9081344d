internal import Domain

/// The tree of an envelope, members in the order in which people read them; what is usual is left out.
enum ProfileEncoding {
  static func members(of envelope: ProfileEnvelope) -> [(String, JSONValue)] {
    [
      ("activeProfile", .string(envelope.activeProfile)),
      ("profiles", .array(envelope.profiles.map(encode))),
    ]
  }

  static func encode(_ profile: Profile) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .string(profile.id)), ("name", .string(profile.name)),
      ("devices", .array(profile.devices.map(encode))),
    ]
    if !profile.chords.isEmpty { members.append(("chords", .array(profile.chords.map(encode)))) }
    if !profile.writing.isEmpty { members.append(("writing", encode(profile.writing))) }
    return .members(members)
  }

  private static func encode(_ writing: ProfileWriting) -> JSONValue {
    let values = [
      ("style", writing.style?.rawValue), ("language", writing.language), ("model", writing.model),
    ]
    return .members(values.compactMap { name, value in value.map { (name, .string($0)) } })
  }

  private static func encode(_ device: DeviceConfiguration) -> JSONValue {
    var match: [(String, JSONValue)] = [("model", .string(device.model.rawValue))]
    if let unit = device.unit { match.append(("unit", .string(unit.rawValue))) }
    return .members([("match", .members(match)), ("bindings", .array(device.bindings.map(encode)))])
  }

  private static func encode(_ binding: Binding) -> JSONValue {
    let names = binding.controls.map { JSONValue.string($0.rawValue) }
    var members: [(String, JSONValue)] = [
      names.count == 1 ? ("control", names[0]) : ("controls", .array(names))
    ]
    if let direction = binding.direction {
      members.append(("turn", .string(direction.rawValue)))
    } else {
      members.append(("mode", .string(binding.mode.word)))
    }
    members.append(("action", encode(binding.action)))
    if let action = binding.doublePress { members.append(("doublePress", encode(action))) }
    if let action = binding.longHold { members.append(("longHold", encode(action))) }
    if let chord = binding.chord { members.append(("chord", .string(chord.description))) }
    return .members(members)
  }

  private static func encode(_ binding: ChordBinding) -> JSONValue {
    .members([
      ("chord", .string(binding.chord.description)), ("mode", .string(binding.mode.word)),
      ("action", encode(binding.action)),
    ])
  }

  private static func encode(_ action: Action) -> JSONValue {
    var members: [(String, JSONValue)] = [("type", .string(action.kind.rawValue))]
    switch action {
    case .none, .localDictation, .localAIDictation: break
    case .keyboardShortcut(let sequence): members.append(("keys", .string(sequence.description)))
    case .media(let command):
      members.append(("command", .string(command.name.rawValue)))
      switch command {
      case .seek(let seconds): members.append(("seconds", .integer(seconds)))
      case .transcription(let seconds): members.append(("rewindSeconds", .integer(seconds)))
      case .playPause, .play, .pause, .stop, .next, .previous: break
      }
    case .profile(.to(let id)): members.append(("to", .string(id)))
    case .profile(.next): members.append(("next", .boolean(true)))
    }
    return .members(members)
  }
}
