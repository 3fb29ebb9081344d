internal import Domain

/// The profile envelope out of a tree, with every mistake named by its place.
struct ProfileDecoding {
  /// More than anyone keeps; bounds what a wrong file can cost.
  static let profileLimit = 500
  /// For one Device of one profile; the largest known model has 24 Controls.
  static let bindingLimit = 500

  private let models: [ModelID: [ControlID]]
  private var collector = IssueCollector()

  /// - Parameter value: a tree that `VersionedFile` found sound.
  /// - Returns: the envelope only without issues.
  static func decode(
    _ value: JSONValue, models: [ModelID: [ControlID]]
  ) -> (envelope: ProfileEnvelope?, issues: [ProfileIssue]) {
    var decoding = ProfileDecoding(models: models)
    let envelope = decoding.envelope(value)
    return (decoding.collector.issues.isEmpty ? envelope : nil, decoding.collector.issues)
  }

  private init(models: [ModelID: [ControlID]]) { self.models = models }

  private mutating func envelope(_ value: JSONValue) -> ProfileEnvelope? {
    let names = ["schemaVersion", "activeProfile", "profiles"]
    guard let object = collector.object(value, "", names: names) else { return nil }
    var profiles: [Profile] = []
    var seen: Set<String> = []
    let elements = collector.list(object, "profiles", limit: Self.profileLimit)
    for (index, element) in (elements ?? []).enumerated() {
      guard let profile = profile(element, "profiles[\(index)]") else { continue }
      if !seen.insert(profile.id).inserted {
        collector.note("profiles[\(index)].id", "the id \"\(profile.id)\" is used twice")
      }
      profiles.append(profile)
    }
    if elements?.isEmpty == true { collector.note("profiles", "the list is empty, one profile is needed") }
    guard let active = collector.required(object, "activeProfile"),
      let id = collector.text(active, "activeProfile", length: 1...64)
    else { return nil }
    if !profiles.isEmpty, !seen.contains(id) {
      collector.note("activeProfile", "no profile has the id \"\(id)\"", allowed: profiles.map(\.id))
    }
    return ProfileEnvelope(activeProfile: id, profiles: profiles)
  }

  private mutating func profile(_ value: JSONValue, _ path: String) -> Profile? {
    guard let object = collector.object(value, path, names: ["id", "name", "devices"]) else { return nil }
    let id = identifier(object)
    let name = collector.required(object, "name")
      .flatMap { collector.text($0, object.path("name"), length: 1...200) }
    var devices: [DeviceConfiguration] = []
    let elements = collector.list(object, "devices", limit: max(models.count, 1)) ?? []
    for (index, element) in elements.enumerated() {
      let devicePath = "\(object.path("devices"))[\(index)]"
      guard let device = device(element, devicePath) else { continue }
      if devices.contains(where: { $0.model == device.model }) {
        collector.note("\(devicePath).match.model", "the model \"\(device.model)\" stands here twice")
      }
      devices.append(device)
    }
    guard let id, let name else { return nil }
    return Profile(id: id, name: name, devices: devices)
  }

  private mutating func identifier(_ object: IssueCollector.Object) -> String? {
    guard let value = collector.required(object, "id"),
      let id = collector.text(value, object.path("id"), length: 1...64)
    else { return nil }
    let isSound = id.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    if isSound { return id }
    collector.note(object.path("id"), "\"\(id)\" is no id: use lower-case letters, digits and \"-\"")
    return nil
  }

  private mutating func device(_ value: JSONValue, _ path: String) -> DeviceConfiguration? {
    guard let object = collector.object(value, path, names: ["match", "bindings"]) else { return nil }
    let model = collector.required(object, "match").flatMap { self.match($0, object.path("match")) }
    var bindings: [Binding] = []
    let elements = collector.list(object, "bindings", limit: Self.bindingLimit) ?? []
    for (index, element) in elements.enumerated() {
      let bindingPath = "\(object.path("bindings"))[\(index)]"
      guard let binding = binding(element, bindingPath, model) else { continue }
      if bindings.contains(where: { $0.controls == binding.controls }) {
        collector.note("\(bindingPath).control", "the control \"\(binding.controls[0])\" is bound twice")
      }
      bindings.append(binding)
    }
    return model.map { DeviceConfiguration(model: $0, bindings: bindings) }
  }

  private mutating func match(_ value: JSONValue, _ path: String) -> ModelID? {
    guard let object = collector.object(value, path, names: ["model"]),
      let name = collector.required(object, "model"),
      let text = collector.text(name, object.path("model"), length: 1...64)
    else { return nil }
    let model = ModelID(rawValue: text)
    if models[model] != nil { return model }
    collector.note(
      object.path("model"), "unknown model \"\(text)\"", allowed: models.keys.sorted().map(\.rawValue))
    return nil
  }

  private mutating func binding(_ value: JSONValue, _ path: String, _ model: ModelID?) -> Binding? {
    guard let object = collector.object(value, path, names: ["control", "mode", "action"]) else { return nil }
    let control = collector.required(object, "control").flatMap {
      self.control($0, object.path("control"), model)
    }
    let mode = collector.required(object, "mode").flatMap {
      collector.choice($0, object.path("mode"), of: InteractionMode.self, called: "mode")
    }
    let action = collector.required(object, "action").flatMap { self.action($0, object.path("action")) }
    guard let control, let mode, let action else { return nil }
    return Binding(control: control, mode: mode, action: action)
  }

  private mutating func control(_ value: JSONValue, _ path: String, _ model: ModelID?) -> ControlID? {
    guard let text = collector.text(value, path, length: 1...64) else { return nil }
    let control = ControlID(rawValue: text)
    // Without a known model its controls are not known either; the model is the mistake to name.
    guard let model, let controls = models[model] else { return control }
    if controls.contains(control) { return control }
    collector.note(path, "\(model) has no control \"\(text)\"", allowed: controls.map(\.rawValue))
    return nil
  }

  private mutating func action(_ value: JSONValue, _ path: String) -> Action? {
    guard case .object(let members) = value else {
      _ = collector.object(value, path, names: [])
      return nil
    }
    let typePath = path + ".type"
    guard let type = members.first(where: { $0.name == "type" })?.value else {
      collector.note(typePath, "missing", allowed: ActionKind.allCases.map(\.rawValue))
      return nil
    }
    guard let kind = collector.choice(type, typePath, of: ActionKind.self, called: "action") else {
      return nil
    }
    let names = kind == .keyboardShortcut ? ["type", "keys"] : ["type"]
    guard let object = collector.object(value, path, names: names) else { return nil }
    switch kind {
    case .none: return Action.none
    case .localDictation: return .localDictation
    case .media, .profile: return nil
    case .keyboardShortcut: return shortcut(object)
    }
  }

  private mutating func shortcut(_ object: IssueCollector.Object) -> Action? {
    guard let keys = collector.required(object, "keys"),
      let text = collector.text(keys, object.path("keys"), length: 1...100)
    else { return nil }
    if let sequence = KeySequence(text) { return .keyboardShortcut(sequence) }
    collector.note(
      object.path("keys"), "\"\(text)\" is no shortcut: write modifiers and one key, as in \"ctrl+shift+v\"",
      allowed: KeyChord.Modifier.allCases.map { $0.rawValue + "+" })
    return nil
  }
}
