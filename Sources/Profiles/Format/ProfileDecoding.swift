internal import Domain

/// The profile envelope out of a tree, with every mistake named by its place.
///
/// `ProfileShapes` has said what is wrong with the structure; what it has named reads as nil here and is passed over, so
/// that one run names all mistakes and none of them twice.
struct ProfileDecoding {
  let models: BindableModels
  var issues: [ProfileIssue]

  /// - Parameters:
  ///   - value: a tree of the present version.
  ///   - elsewhere: ids of profiles that exist outside of the tree and may be switched to.
  /// - Returns: the envelope only without issues.
  static func decode(
    _ value: JSONValue, models: BindableModels, elsewhere: Set<String> = []
  ) -> (value: ProfileEnvelope?, issues: [ProfileIssue]) {
    var decoding = ProfileDecoding(
      models: models, issues: ProfileShapes(models: models).envelope.issues(in: value))
    let envelope = decoding.envelope(value, elsewhere)
    return (decoding.issues.isEmpty ? envelope : nil, decoding.issues)
  }

  mutating func note(_ path: String, _ problem: String, allowed: [String] = []) {
    issues.append(ProfileIssue(path: path, problem: problem, allowed: allowed))
  }

  /// A list that is too long is one mistake, not one for each of its entries.
  private func elements(_ value: JSONValue?, limit: Int) -> [JSONValue] {
    let elements = value?.elements ?? []
    return elements.count > limit ? [] : elements
  }

  private mutating func envelope(_ value: JSONValue, _ elsewhere: Set<String>) -> ProfileEnvelope? {
    var profiles: [Profile] = []
    let elements = self.elements(value["profiles"], limit: ProfileShapes.profileLimit)
    let ids = elements.compactMap { $0["id"]?.text }
    let targets = ids + elsewhere.subtracting(ids).sorted()
    for (index, element) in elements.enumerated() {
      let path = "profiles[\(index)]"
      if let id = element["id"]?.text, elements[..<index].contains(where: { $0["id"] == .string(id) }) {
        note("\(path).id", "the id \"\(id)\" is used twice")
      }
      if let profile = profile(element, path, targets: targets) { profiles.append(profile) }
    }
    guard let active = value["activeProfile"]?.text else { return nil }
    // With a mistaken id it may be that one which was meant.
    let areSound = ids.allSatisfy { TextRule.identifier.problem($0) == nil && !$0.isEmpty }
    if !ids.isEmpty, areSound, !ids.contains(active) {
      note("activeProfile", "no profile has the id \"\(active)\"", allowed: ids)
    }
    return ProfileEnvelope(activeProfile: active, profiles: profiles)
  }

  private mutating func profile(_ value: JSONValue, _ path: String, targets: [String]) -> Profile? {
    let count = (value["devices"]?.elements ?? []).reduce(0) { $0 + ($1["bindings"]?.elements.count ?? 0) }
    let limit = ProfileShapes.profileBindingLimit
    guard count <= limit else {
      note("\(path).devices", "\(count) bindings in all, at most \(limit) are allowed")
      return nil
    }
    var keys = KeyUse()
    var devices: [DeviceConfiguration] = []
    for (index, element) in elements(value["devices"], limit: ProfileShapes.deviceLimit).enumerated() {
      let devicePath = "\(path).devices[\(index)]"
      guard let device = device(element, devicePath, &keys) else { continue }
      if devices.contains(where: { $0.model == device.model && $0.unit == device.unit }) {
        let what = device.unit.map { "the unit \"\($0)\"" } ?? "the model \"\(device.model)\""
        note("\(devicePath).match.\(device.unit == nil ? "model" : "unit")", "\(what) stands here twice")
      }
      devices.append(device)
    }
    var chords: [ChordBinding] = []
    for (index, element) in elements(value["chords"], limit: ProfileShapes.chordLimit).enumerated() {
      if let chord = chordBinding(element, "\(path).chords[\(index)]", &keys) { chords.append(chord) }
    }
    for target in keys.targets where !targets.contains(target.id) {
      note(target.path, "no profile has the id \"\(target.id)\"", allowed: targets)
    }
    issues += keys.conflicts
    guard let id = value["id"]?.text, let name = value["name"]?.text else { return nil }
    let writing = ProfileWriting(
      style: value["writing"]?["style"]?.text.flatMap(WritingStyle.init),
      language: value["writing"]?["language"]?.text, model: value["writing"]?["model"]?.text)
    return Profile(id: id, name: name, devices: devices, chords: chords, writing: writing)
  }

  private mutating func device(
    _ value: JSONValue, _ path: String, _ keys: inout KeyUse
  ) -> DeviceConfiguration? {
    let model = value["match"]?["model"]?.text.map(ModelID.init(rawValue:))
    let known = model.flatMap { models.controls[$0] == nil ? nil : $0 }
    var bindings: [Binding] = []
    for (index, element) in elements(value["bindings"], limit: ProfileShapes.bindingLimit).enumerated() {
      let bindingPath = "\(path).bindings[\(index)]"
      guard let binding = binding(element, bindingPath, known, &keys) else { continue }
      if bindings.contains(where: { $0.controls == binding.controls && $0.direction == binding.direction }) {
        note(
          "\(bindingPath).\(binding.controls.count == 1 ? "control" : "controls")",
          "\(binding.controlText) is bound twice")
      }
      bindings.append(binding)
    }
    guard let model else { return nil }
    let unit = value["match"]?["unit"]?.text.map(DeviceID.init(rawValue:))
    return DeviceConfiguration(model: model, unit: unit, bindings: bindings)
  }

  private mutating func binding(
    _ value: JSONValue, _ path: String, _ model: ModelID?, _ keys: inout KeyUse
  ) -> Binding? {
    let controls = self.controls(value, path, model)
    let direction = value["turn"]?.text.flatMap(Binding.Direction.init(rawValue:))
    let mode = value["mode"] == nil ? .momentary : value["mode"]?.text.flatMap(InteractionMode.init(word:))
    let action = self.action(value, "action", path, &keys)
    let doublePress = self.action(value, "doublePress", path, &keys)
    let longHold = self.action(value, "longHold", path, &keys)
    let chord = value["chord"]?.text.flatMap(KeyChord.init)
    if let chord {
      keys.chords.append((path + ".chord", chord))
      if let action, [action, doublePress, longHold].allSatisfy({ $0 == nil || $0 == Action.none }) {
        note(path + ".chord", "a chord for the action \"none\" would only take the keys away")
      }
    }
    guard let controls, let mode, let action else { return nil }
    let binding = Binding(
      controls: controls, direction: direction, mode: mode, action: action, doublePress: doublePress,
      longHold: longHold, chord: chord)
    check(binding, path, model)
    return binding
  }

  /// In the order of their names, each once.
  private mutating func controls(_ value: JSONValue, _ path: String, _ model: ModelID?) -> [ControlID]? {
    let name = value["control"] == nil ? "controls" : "control"
    guard let found = value[name] else { return nil }
    let texts = name == "control" ? [found.text] : found.elements.map(\.text)
    var controls: [ControlID] = []
    for (index, text) in texts.enumerated() {
      guard let text else { return nil }
      let place = name == "control" ? "\(path).control" : "\(path).controls[\(index)]"
      let control = ControlID(rawValue: text)
      if controls.contains(control) { note(place, "the control \"\(text)\" stands here twice") }
      controls.append(control)
      // Without a known model its controls are not known either; the model is the mistake to name.
      guard let model, models.control(control, of: model) == nil else { continue }
      let known = models.controls[model] ?? []
      note(place, "\(model) has no control \"\(text)\"", allowed: known.map(\.id.rawValue))
    }
    return controls.isEmpty ? nil : controls.sorted()
  }

  private mutating func chordBinding(
    _ value: JSONValue, _ path: String, _ keys: inout KeyUse
  ) -> ChordBinding? {
    let mode = value["mode"] == nil ? .momentary : value["mode"]?.text.flatMap(InteractionMode.init(word:))
    let action = self.action(value, "action", path, &keys)
    let chord = value["chord"]?.text.flatMap(KeyChord.init)
    if let chord { keys.chords.append((path + ".chord", chord)) }
    if action == Action.none {
      note(path + ".action", "a chord for the action \"none\" would only take the keys away")
    }
    guard let mode, let action, let chord else { return nil }
    return ChordBinding(chord: chord, mode: mode, action: action)
  }
}

extension Binding {
  /// For messages: `the control "left"`, `"left" with "right"`.
  var controlText: String {
    let names = controls.map { "\"\($0)\"" }.joined(separator: " with ")
    let what = controls.count == 1 ? "the control \(names)" : names
    return direction.map { "\(what) \($0.rawValue)" } ?? what
  }
}
