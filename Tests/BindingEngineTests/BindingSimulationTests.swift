import BindingEngine
import Domain
import Scenario
import Testing

/// Random lives of three pedals. The model beside the machine knows only what a person could see: which Controls are
/// down, and which Actions have begun.
@Suite("Simulation of the binding machine")
struct BindingSimulationTests {
  static let steps = 20_000

  @Test("Actions begin and end in turn, and nothing goes on by itself", arguments: UInt64(1)...10)
  func invariantsHold(_ seed: UInt64) {
    var run = Run(seed: seed)
    for step in 0..<Self.steps {
      if let violation = run.step() {
        Issue.record("seed \(seed), step \(step): \(violation)")
        return
      }
    }
    #expect(run.begins > 500, "seed \(seed): the simulation begins too few actions to mean anything")
    #expect(run.ends > 500, "seed \(seed)")
  }

  struct Run {
    static let actions: [Action] = [
      .localDictation, .keyboardShortcut(KeySequence(KeyChord(modifiers: [.control], key: "v"))),
      .keyboardShortcut(KeySequence(KeyChord(modifiers: [], key: "F13"))), .none,
    ]
    static let controls: [ControlID] = ["left", "center", "right", "unbound"]
    static let devices = (0..<3).map { number in
      DeviceDescriptor(
        handle: DeviceHandle(rawValue: UInt32(number)), id: DeviceID(rawValue: "device-\(number)"),
        model: number == 2 ? "other" : "vec-infinity", product: ProductID(vendor: 1, product: 1),
        name: "device", controls: controls)
    }

    var random: SeededGenerator
    var machine: BindingMachine
    var time = MonotonicInstant(nanoseconds: 0)
    var attached: Set<DeviceHandle> = []
    var down: Set<ControlAddress> = []
    var running: Set<Action> = []
    var begins = 0
    var ends = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      machine = BindingMachine(profile: Self.profile(&random))
    }

    /// Nil, or what went wrong.
    mutating func step() -> String? {
      time = time.advanced(by: .milliseconds(Int.random(in: 0...50, using: &random)))
      let fact = randomFact()
      let effects = machine.play(fact, at: time)
      note(fact)
      for effect in effects {
        if let violation = note(effect) { return "\(violation) after \(fact)" }
      }
      return checkState(fact)
    }

    private mutating func randomFact() -> BindingFact {
      let device = Self.devices.randomElement(using: &random) ?? Self.devices[0]
      let action = Self.actions.randomElement(using: &random) ?? .none
      switch Int.random(in: 0..<1000, using: &random) {
      case 0..<860:
        let control = ControlIndex(Int.random(in: 0..<Self.controls.count, using: &random))
        let address = ControlAddress(device: device.handle, control: control)
        // Often a duplicate, often for a Device that is away.
        let change: ControlEvent.Change =
          random.chance(2) ? .value(1) : random.chance(50) ? .pressed : .released
        return .control(ControlEvent(address: address, change: change, instant: time))
      case 860..<900: return .attached(device)
      case 900..<920: return .deviceRemoved(device.handle)
      case 920..<935: return .profileReplaced(Self.profile(&random))
      case 935..<970: return .commanded(ActionCommand.allCases.randomElement(using: &random) ?? .end, action)
      case 970..<995: return .actionEnded(action)
      default: return .suspended
      }
    }

    private static func profile(_ random: inout SeededGenerator) -> Profile {
      let devices = ["vec-infinity", "other"].map { model in
        DeviceConfiguration(
          model: ModelID(rawValue: model),
          bindings: controls.dropLast().map { control in
            Binding(
              control: control, mode: random.chance(60) ? .momentary : .toggle,
              action: actions.randomElement(using: &random) ?? .none)
          })
      }
      return Profile(id: "random", name: "random", devices: devices)
    }

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
      case .suspended: down = []
      case .actionEnded(let action): running.remove(action)
      case .profileReplaced, .commanded, .chord, .chordSourceLost, .deadlinePassed: break
      }
    }

    private mutating func note(_ effect: ScenarioEffect) -> String? {
      switch effect {
      case .begin(let action, let cause):
        begins += 1
        if action == .none { return "“none” began" }
        if cause.instant != time { return "\(action) began at another instant than its cause" }
        return running.insert(action).inserted ? nil : "\(action) began twice"
      case .end(let action, _), .cancel(let action, _):
        ends += 1
        return running.remove(action) == nil ? "\(action) ended without having begun" : nil
      }
    }

    private func checkState(_ fact: BindingFact) -> String? {
      if Set(machine.activeSlots.map(machine.action)) != running {
        return "the machine's active actions differ after \(fact)"
      }
      if machine.activeSlots.count != running.count { return "an action is active twice after \(fact)" }
      if Set(machine.pressedControls) != down { return "the pressed controls differ after \(fact)" }
      if fact == .suspended, !running.isEmpty { return "\(running) runs on while asleep" }
      for action in running where down.isEmpty && !machine.isLatched(action) {
        return "\(action) goes on with nothing held, toggled or commanded after \(fact)"
      }
      return nil
    }
  }
}
