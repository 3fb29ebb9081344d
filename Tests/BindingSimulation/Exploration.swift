internal import BindingEngine
internal import Domain

/// Visits every state that the binding machine can come to, breadth first, and checks the invariants in each.
///
/// Two Devices with two Controls, a keyboard chord from two sources, all modes, two profiles; time goes on in whole ticks, and
/// the machine's times are a few ticks, so that the number of states is finite.
package struct Exploration {
  package struct Result: Sendable {
    package var states = 0
    package var transitions = 0
    /// No new state was left.
    package var isComplete = false
    /// What went wrong, and the facts that lead there.
    package var violation: String?
  }

  private static let tick = Duration.milliseconds(1)

  private static let times: BindingTimes = {
    var times = BindingTimes()
    times.chordWindow = tick
    times.hold = tick * 2
    times.secondPress = tick * 2
    times.longHold = tick * 3
    return times
  }()

  private struct Node {
    var machine: BindingMachine
    var now: MonotonicInstant
    var parent: Int
    var fact: Step?
  }

  enum Step: Hashable {
    case control(DeviceHandle, ControlIndex, ControlEvent.Change)
    case fact(BindingFact)
    case wait
  }

  private let world: ExplorationWorld
  private var nodes: [Node] = []
  private var seen: Set<BindingState> = []
  private var result = Result()

  package init(_ world: ExplorationWorld) { self.world = world }

  /// - Parameter limit: states after which it ends without being complete.
  package mutating func run(limit: Int) -> Result {
    let start = MonotonicInstant(nanoseconds: 0)
    var machine = BindingMachine(profile: world.profiles[0], times: Self.times)
    for device in world.devices { _ = machine.handle(.attached(device), at: start) }
    add(Node(machine: machine, now: start, parent: -1, fact: nil))
    var next = 0
    while next < nodes.count, nodes.count < limit, result.violation == nil {
      expand(next)
      next += 1
    }
    result.states = nodes.count
    result.isComplete = next == nodes.count && result.violation == nil
    return result
  }

  private mutating func expand(_ index: Int) {
    for step in world.steps {
      result.transitions += 1
      var node = Node(
        machine: nodes[index].machine, now: nodes[index].now, parent: index, fact: step)
      if let problem = take(step, &node) {
        result.violation = "\(problem) after \(path(to: index) + ["\(step)"])"
        return
      }
      add(node)
    }
  }

  private func take(_ step: Step, _ node: inout Node) -> String? {
    if step == .wait { node.now = node.now.advanced(by: Self.tick) }
    var running = Set(node.machine.activeSlots)
    let effects = node.machine.handle(fact(step, node.now), at: node.now)
    if case .fact(.actionEnded(let action)) = step {
      running = running.filter { node.machine.action($0) != action }
    }
    for effect in effects {
      switch effect {
      case .begin(let action, _):
        guard action != .none, running.insert(action).inserted else { return "a second begin" }
      case .end(let action, _), .cancel(let action, _):
        guard running.remove(action) != nil else { return "an end without a begin" }
      }
    }
    guard running == Set(node.machine.activeSlots) else { return "effects and active Actions differ" }
    return node.machine.violation(at: node.now) ?? ending(node)
  }

  /// From every state a suspension ends everything; so do the release of all and time, but for what is latched.
  private func ending(_ node: Node) -> String? {
    var machine = node.machine
    _ = machine.handle(.suspended, at: node.now)
    guard machine.isAtRest else { return "a suspension leaves something" }
    machine = node.machine
    for step in world.releases { _ = machine.handle(fact(step, node.now), at: node.now) }
    // A tap waits for its second press; nothing waits twice.
    for _ in 0..<3 {
      guard let deadline = machine.deadline else { break }
      _ = machine.handle(.deadlinePassed, at: deadline)
    }
    guard machine.deadline == nil else { return "a wait without end" }
    let isLatched = machine.activeSlots.allSatisfy { machine.isLatched(machine.action($0)) }
    return isLatched ? nil : "an Action goes on with nothing pressed or latched"
  }

  private func fact(_ step: Step, _ now: MonotonicInstant) -> BindingFact {
    switch step {
    case .control(let device, let control, let change):
      .control(
        ControlEvent(
          address: ControlAddress(device: device, control: control), change: change, instant: now))
    case .fact(let fact): fact
    case .wait: .deadlinePassed
    }
  }

  private mutating func add(_ node: Node) {
    if seen.insert(node.machine.state(at: node.now)).inserted { nodes.append(node) }
  }

  private func path(to index: Int) -> [String] {
    var steps: [String] = []
    var index = index
    while index > 0 {
      if let step = nodes[index].fact { steps.append("\(step)") }
      index = nodes[index].parent
    }
    return steps.reversed()
  }
}
