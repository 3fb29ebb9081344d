import BindingEngine
import Delivery
import Dispatch
import Domain
import Drivers
import HIDTransport
import Runtime
import Scenario
import Synchronization

/// An executor that writes down what it is told, as effects.
final class EffectLog: ActionExecuting {
  private struct State {
    var actions: [Action?] = []
    var effects: [ScenarioEffect] = []
  }

  private let state = Mutex(State())

  private func add(_ effect: BindingEffect) {
    state.withLock { $0.effects.append(ScenarioEffect(effect, $0.actions)) }
  }

  func begin(_ action: ActionSlot, _ cause: Cause, generation: Int) -> Bool {
    add(.begin(action, cause))
    return true
  }

  func end(_ action: ActionSlot, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {
    add(.end(action, reason))
  }

  func cancel(_ action: ActionSlot, _ reason: Reason, generation: Int) { add(.cancel(action, reason)) }
  func adopt(_ table: ActionTable) { state.withLock { $0.actions = table.actions } }
  func devicesChanged(_ devices: [DeviceDescriptor]) {}
  func releaseAll() {}
  func keepWords() {}

  func take() -> [ScenarioEffect] {
    state.withLock { state in
      defer { state.effects = [] }
      return state.effects
    }
  }
}

/// The daemon's core, and a log that hears of everything after it.
private struct CoreAndLog: DeviceSink {
  let core: InputCore
  let log: SinkLog

  func attached(_ device: DeviceDescriptor) {
    core.attached(device)
    log.attached(device)
  }

  func received(_ event: ControlEvent) {
    core.received(event)
    log.received(event)
  }

  func detached(_ device: DeviceHandle) {
    core.detached(device)
    log.detached(device)
  }

  var deadline: MonotonicInstant? { core.deadline }
  func deadlinePassed(at instant: MonotonicInstant) { core.deadlinePassed(at: instant) }

  func panicked() {
    core.panicked()
    log.panicked()
  }

  func blocked(_ node: BlockedDevice) { log.blocked(node) }
  func unblocked(node: String) { log.unblocked(node: node) }
}

/// Plays the inputs of one scenario on pedals of the kernel.
final class ScenarioBench {
  /// A pedal that is plugged in, and what is down on it: bits 0, 1, 2 are left, center, right.
  private final class Plugged {
    let pedal: VirtualPedal
    var down: UInt8 = 0

    init(port: String) throws { pedal = try VirtualPedal(port: port) }
  }

  let effects = EffectLog()
  let log = SinkLog()
  private let scenario: Scenario
  private let core: InputCore
  private let thread: InputThread
  private var plugged: [String: Plugged] = [:]
  /// The pedal behind a key code, as its frames have told.
  private var learned: [UInt16: UInt8] = [:]

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    core = InputCore(profile: scenario.profiles[0], executor: effects, inbox: RuntimeInbox())
    thread = InputThread(sink: CoreAndLog(core: core, log: log))
    try thread.start()
  }

  func stop() { thread.stop() }

  /// Returns once everything has come of it.
  func play(_ input: ScenarioInput) throws {
    let core = core
    switch input {
    case .press(let device, let control): try change(device) { $0 | bit(control) }
    case .release(let device, let control): try change(device) { $0 & ~bit(control) }
    case .frame(let device, let events): try change(device) { apply(events, to: $0) }
    case .plug(let device): try plug(device)
    case .unplug(let device): try unplug(device)
    case .command(let verb, let action): thread.perform { core.command(verb, action) }
    case .finished:
      // The scenario does not say which begin it was; the core takes only the newest.
      thread.perform { for generation in 1...100 { core.dictationEnded(generation: generation) } }
    case .profile(let id):
      for profile in scenario.profiles where profile.id == id {
        thread.perform { core.adopt(profile, chords: [:]) }
      }
    case .suspend: try suspend()
    case .value, .turn, .chord, .lose, .report, .dropped: throw NotOnAPedal(input: input)
    }
    settle()
  }

  /// A round of the thread's loop may have begun before the last input, and may take work before events; the third one
  /// has seen both.
  private func settle() {
    for _ in 1...3 {
      let done = DispatchSemaphore(value: 0)
      if thread.perform({ done.signal() }) { done.wait() }
    }
  }

  private func plug(_ device: String) throws {
    let port = "usb-0000:00:14.0-\(scenario.devices.firstIndex { $0.name == device } ?? 0)"
    plugged[device] = try Plugged(port: port)
    _ = try log.nextDevice()
  }

  private func unplug(_ device: String) throws {
    let changes = plugged[device]?.down.nonzeroBitCount ?? 0
    plugged[device] = nil
    for _ in 0..<changes { try expectChange() }
    guard case .detached = try log.next() else { throw SinkLog.Nothing() }
  }

  /// The daemon hears of it first; then the kernel lets go of every key (input_dev_suspend in drivers/input/input.c).
  private func suspend() throws {
    let core = core
    thread.perform { core.suspend() }
    settle()
    for device in plugged.keys { try change(device) { _ in 0 } }
  }

  /// The kernel passes on what has changed only, so a second press in a row is the same report again. A foot on a pedal
  /// without its plug reaches nobody.
  private func change(_ device: String, _ next: (UInt8) -> UInt8) throws {
    guard let pedal = plugged[device] else { return }
    let down = next(pedal.down)
    let changes = (pedal.down ^ down).nonzeroBitCount
    pedal.down = down
    try pedal.pedal.report(down)
    for _ in 0..<changes { try expectChange() }
  }

  private func expectChange() throws {
    guard case .received = try log.next() else { throw SinkLog.Nothing() }
  }

  private func bit(_ control: ControlID) -> UInt8 {
    (["left", "center", "right"] as [ControlID]).firstIndex(of: control).map { 1 << UInt8($0) } ?? 0
  }

  /// What the foot did to cause this frame. Repetitions (value 2) are nothing that a foot does.
  private func apply(_ events: [RawInputEvent], to down: UInt8) -> UInt8 {
    var down = down
    var scanned: UInt8?
    for event in events {
      if event.type == 4 && event.code == 4 {
        // MSC_SCAN 0x90001... on the Button page.
        scanned = 1 << UInt8(event.value - 0x90001)
      } else if event.type == 1, let bit = scanned ?? learned[event.code] {
        learned[event.code] = bit
        if event.value == 1 { down |= bit } else if event.value == 0 { down &= ~bit }
      }
    }
    return down
  }
}

/// Only devices other than a pedal could do this.
struct NotOnAPedal: Error {
  let input: ScenarioInput
}
