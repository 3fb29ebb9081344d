internal import BindingEngine
internal import Domain

/// A random life of three Devices, two keyboards and the desktop's chords. The model beside the machine knows only what a
/// person could see: which Controls are down, and which Actions have begun.
package struct Simulation {
  private static let actions: [Action] = [
    .localDictation, .keyboardShortcut(KeySequence(KeyChord(modifiers: [.control], key: "v"))),
    .keyboardShortcut(KeySequence(KeyChord(modifiers: [], key: "F13"))), .media(.playPause), .none,
  ]
  private static let controls: [ControlID] = ["left", "center", "right", "jog", "unbound"]
  private static let chords = [
    KeyChord(modifiers: [.control], key: "d"), KeyChord(modifiers: [], key: "F20"),
  ]
  private static let devices = (0..<3).map { number in
    DeviceDescriptor(
      handle: DeviceHandle(rawValue: UInt32(number)), id: DeviceID(rawValue: "device-\(number)"),
      model: number == 2 ? "other" : "vec-infinity", product: ProductID(vendor: 1, product: 1),
      name: "device", controls: controls)
  }
  /// A deadline passes up to this much later than it should, as on a busy machine.
  private static let lateness = 0...3

  private var random: SeededGenerator
  private var machine: BindingMachine
  private var effects: [BindingEffect] = []
  private var time = MonotonicInstant(nanoseconds: 0)
  private var attached: Set<DeviceHandle> = []
  private var down: Set<ControlAddress> = []
  private var chordsDown: Set<HeldChord> = []
  private var running: Set<Action> = []
  package private(set) var begins = 0
  package private(set) var ends = 0
  package private(set) var cancels = 0

  private struct HeldChord: Hashable {
    var chord: KeyChord
    var source: ChordSourceID
  }

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var times = BindingTimes()
    times.latchEndsWithDoublePress = random.chance(30)
    machine = BindingMachine(profile: Self.profile(&random), times: times)
  }

  /// Nil, or what went wrong.
  package mutating func step() -> String? {
    time = time.advanced(by: .milliseconds(Int.random(in: 0...60, using: &random)))
    if let deadline = machine.deadline, deadline <= time, random.chance(90) {
      time = max(time, deadline.advanced(by: .milliseconds(Int.random(in: Self.lateness, using: &random))))
      if let violation = take(.deadlinePassed) { return violation }
    }
    return take(randomFact())
  }

  private mutating func take(_ fact: BindingFact) -> String? {
    effects.removeAll(keepingCapacity: true)
    machine.handle(fact, at: time, into: &effects)
    // What time has brought by then came before the fact.
    for effect in effects {
      if let violation = note(effect) { return "\(violation) after \(fact)" }
    }
    note(fact)
    if let violation = checkState(fact) { return "\(violation) after \(fact), in \(machine.state(at: time))" }
    return nil
  }

  // MARK: Facts

  private mutating func randomFact() -> BindingFact {
    let device = Self.devices.randomElement(using: &random) ?? Self.devices[0]
    let action = Self.actions.randomElement(using: &random) ?? .none
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<780: return .control(randomEvent(device))
    case 780..<860:
      let chord = Self.chords.randomElement(using: &random) ?? Self.chords[0]
      return .chord(chord, isDown: random.chance(50), source: randomSource())
    case 860..<865: return .chordSourceLost(randomSource())
    case 865..<905: return .attached(device)
    case 905..<920: return .deviceRemoved(device.handle)
    case 920..<930: return .profileReplaced(Self.profile(&random))
    case 930..<960: return .commanded(ActionCommand.allCases.randomElement(using: &random) ?? .end, action)
    // As executors do: only what has begun.
    case 960..<985: return running.contains(action) ? .actionEnded(action) : .deadlinePassed
    case 985..<995: return .deadlinePassed
    default: return .suspended
    }
  }

  private mutating func randomSource() -> ChordSourceID {
    ChordSourceID(rawValue: UInt32.random(in: 0...2, using: &random))
  }

  /// Often a duplicate, often of a Device that is away; sometimes a little older than what came before.
  private mutating func randomEvent(_ device: DeviceDescriptor) -> ControlEvent {
    let control = ControlIndex(Int.random(in: 0..<Self.controls.count, using: &random))
    let change: ControlEvent.Change =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<48: .pressed
      case 48..<96: .released
      case 96..<98: .value(Int32.random(in: -7...7, using: &random))
      default: .turned(Int32.random(in: -3...3, using: &random))
      }
    return ControlEvent(
      address: ControlAddress(device: device.handle, control: control), change: change, instant: time)
  }

  // MARK: Profiles

  private static func profile(_ random: inout SeededGenerator) -> Profile {
    var freeChords = chords
    let devices = ["vec-infinity", "other"].map { model in
      var bindings: [Binding] = []
      for control in controls.prefix(3) {
        bindings.append(binding([control], &random))
        if random.chance(20) { bindings[bindings.count - 1].chord = freeChords.popLast() }
      }
      if random.chance(40) { bindings.append(binding(["center", "left"], &random)) }
      if random.chance(20) { bindings.append(binding(["center", "left", "right"], &random)) }
      bindings.append(
        Binding(controls: ["jog"], direction: .clockwise, mode: .momentary, action: action(&random)))
      return DeviceConfiguration(model: ModelID(rawValue: model), bindings: bindings)
    }
    let alone = freeChords.map {
      ChordBinding(chord: $0, mode: mode(&random), action: action(&random))
    }
    return Profile(id: "random", name: "random", devices: devices, chords: alone)
  }

  private static func binding(_ controls: [ControlID], _ random: inout SeededGenerator) -> Binding {
    Binding(
      controls: controls, mode: mode(&random), action: action(&random),
      doublePress: random.chance(25) ? action(&random) : nil,
      longHold: random.chance(25) ? action(&random) : nil)
  }

  private static func mode(_ random: inout SeededGenerator) -> InteractionMode {
    random.chance(50) ? .momentary : random.chance(50) ? .toggle : .holdOrLatch
  }

  private static func action(_ random: inout SeededGenerator) -> Action {
    actions.randomElement(using: &random) ?? .none
  }

  // MARK: The model

  private mutating func note(_ fact: BindingFact) {
    switch fact {
    case .attached(let device):
      attached.insert(device.handle)
      down = down.filter { $0.device != device.handle }
    case .deviceRemoved(let device):
      attached.remove(device)
      down = down.filter { $0.device != device }
    case .control(let event):
      guard attached.contains(event.device) else { return }
      if event.change == .pressed { down.insert(event.address) }
      if event.change == .released { down.remove(event.address) }
    case .chord(let chord, let isDown, let source):
      let held = HeldChord(chord: chord, source: source)
      if isDown { chordsDown.insert(held) } else { chordsDown.remove(held) }
    case .chordSourceLost(let source): chordsDown = chordsDown.filter { $0.source != source }
    case .suspended:
      down = []
      chordsDown = []
    case .actionEnded(let action): running.remove(action)
    case .profileReplaced, .commanded, .deadlinePassed: break
    }
  }

  private mutating func note(_ effect: BindingEffect) -> String? {
    let action = machine.action(effect.action)
    switch effect {
    case .begin(_, let cause):
      begins += 1
      if action == .none { return "“none” began" }
      if cause.instant > time { return "\(action) began before its cause" }
      return running.insert(action).inserted ? nil : "\(action) began twice"
    case .end: ends += 1
    case .cancel: cancels += 1
    }
    return running.remove(action) == nil ? "\(action) ended without having begun" : nil
  }

  private func checkState(_ fact: BindingFact) -> String? {
    if machine.activeSlots.count != running.count { return "an action is active twice" }
    for slot in machine.activeSlots where !running.contains(machine.action(slot)) {
      return "the machine's active actions differ"
    }
    if fact == .suspended, !running.isEmpty || machine.deadline != nil {
      return "\(running) runs on while asleep"
    }
    let isHeld = !down.isEmpty || !chordsDown.isEmpty || machine.deadline != nil
    for action in running where !isHeld && !machine.isLatched(action) {
      return "\(action) goes on with nothing held, waiting, toggled or commanded"
    }
    return machine.violation(at: time)
  }

  /// Slow: the Controls that are down, one by one.
  package func checkControls() -> String? {
    Set(machine.pressedControls) == down ? nil : "the pressed controls differ"
  }
}
