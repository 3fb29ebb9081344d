import Domain

/// Sound envelopes without end, the same ones for the same seed (SplitMix64).
struct RandomEnvelopes {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func number(below limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((value ^ (value >> 31)) % UInt64(limit))
  }

  private mutating func flip() -> Bool { number(below: 2) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  private mutating func name() -> String {
    let alphabet: [Character] = ["a", "Z", "9", " ", "\"", "\\", "\n", "é", "日", "😀", "\u{1}", "/", "{"]
    return String((0...number(below: 12)).map { _ in pick(alphabet) })
  }

  mutating func next() -> ProfileEnvelope {
    let ids = (0...number(below: 4)).map { "p\($0)" }
    let profiles = ids.map { profile($0, ids) }
    return ProfileEnvelope(activeProfile: pick(ids), profiles: profiles)
  }

  private mutating func profile(_ id: String, _ ids: [String]) -> Profile {
    // Chords of function keys, and shortcuts of letters, so that they never clash.
    var chords = (1...40).map { "F\($0)" }
    var devices: [DeviceConfiguration] = []
    for model in ["vec-infinity", "shuttle"] as [ModelID] where flip() {
      let unit = flip() ? DeviceID(rawValue: "05f3:00ff@\(name())") : nil
      devices.append(DeviceConfiguration(model: model, unit: unit, bindings: bindings(model, ids, &chords)))
    }
    let alone = (0..<number(below: 3)).map { _ in
      var action = action(ids)
      if action == .none { action = .localDictation }
      return ChordBinding(chord: chord(&chords), mode: pick(InteractionMode.allCases), action: action)
    }
    return Profile(id: id, name: name(), devices: devices, chords: alone)
  }

  private mutating func bindings(_ model: ModelID, _ ids: [String], _ chords: inout [String]) -> [Binding] {
    var bindings: [Binding] = []
    let sets: [[ControlID]] =
      model == "shuttle"
      ? [["button"]] : [["left"], ["center"], ["right"], ["left", "right"], ["center", "left", "right"]]
    for controls in sets where flip() {
      let mode = pick(InteractionMode.allCases)
      let action = action(ids)
      var binding = Binding(controls: controls, mode: mode, action: action)
      if mode != .holdOrLatch, flip() { binding.doublePress = self.action(ids) }
      if mode != .holdOrLatch, flip() { binding.longHold = self.action(ids) }
      if binding.doublePress == action { binding.doublePress = nil }
      if binding.longHold == action { binding.longHold = nil }
      if action != .none, flip() { binding.chord = chord(&chords) }
      bindings.append(binding)
    }
    guard model == "shuttle" else { return bindings }
    for direction in Binding.Direction.allCases where flip() {
      bindings.append(Binding(controls: ["jog"], direction: direction, mode: .momentary, action: action(ids)))
    }
    return bindings
  }

  private mutating func chord(_ free: inout [String]) -> KeyChord {
    let modifiers = KeyChord.Modifier.allCases.filter { _ in number(below: 4) == 0 }
    return KeyChord(modifiers: Set(modifiers), key: free.removeFirst())
  }

  private mutating func action(_ ids: [String]) -> Action {
    switch number(below: 6) {
    case 0: return .none
    case 1: return .localDictation
    case 2: return .profile(flip() ? .next : .to(pick(ids)))
    case 3:
      let command = MediaCommand.plain(pick(MediaCommand.Name.allCases))
      switch command {
      case .seek: return .media(.seek(seconds: (1 + number(below: 600)) * (flip() ? 1 : -1)))
      case .transcription: return .media(.transcription(rewindSeconds: number(below: 61)))
      default: return .media(command)
      }
    default:
      var sequence = KeySequence(KeyChord(modifiers: [.control], key: "a"))
      sequence.chords = (0...number(below: KeySequence.limit)).dropLast().map { _ in
        KeyChord(
          modifiers: Set(KeyChord.Modifier.allCases.filter { _ in number(below: 3) == 0 }),
          key: pick(["a", "Return", "Q"]))
      }
      if sequence.chords.isEmpty { sequence = KeySequence(KeyChord(modifiers: [], key: "Left")) }
      return .keyboardShortcut(sequence)
    }
  }
}
