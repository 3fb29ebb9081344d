public import BindingEngine
public import Domain
internal import Drivers

/// Turns the inputs of a scenario into facts for the binding machine, raw frames through their driver.
///
/// Other runners of the same files (a daemon, a real kernel device) use the scenario's lines in their own way.
public struct ScenarioPlayer: Sendable {
  private let scenario: Scenario
  private var decoders: [String: PlayedDevice] = [:]

  public init(_ scenario: Scenario) { self.scenario = scenario }

  /// The Device as it will be attached; nil for a name that the scenario does not have.
  public func descriptor(of name: String) -> DeviceDescriptor? {
    guard let device = scenario.device(named: name), let model = scenario.model(device.model)
    else { return nil }
    // A template has no product of its own.
    let product = model.products.first ?? ProductID(vendor: 0, product: 0)
    let place = scenario.devices.firstIndex { $0.name == name } ?? 0
    return DeviceDescriptor(
      handle: DeviceHandle(rawValue: UInt32(place + 1)),
      id: DeviceID(product: product, port: "scenario-\(name)"), model: model.id, product: product,
      name: model.name, controls: model.controls.map(\.id))
  }

  /// What is there at the start.
  public mutating func start() -> [BindingFact] {
    scenario.devices.filter(\.isPlugged).flatMap { plug($0.name) }
  }

  public mutating func facts(for input: ScenarioInput, at instant: MonotonicInstant) -> [BindingFact] {
    switch input {
    case .press(let device, let control): change(device, control, .pressed, instant)
    case .release(let device, let control): change(device, control, .released, instant)
    case .value(let device, let control, let value): change(device, control, .value(value), instant)
    case .turn(let device, let control, let steps): change(device, control, .turned(steps), instant)
    case .chord(let chord, let isDown, let source): [.chord(chord, isDown: isDown, source: source)]
    case .lose(let source): [.chordSourceLost(source)]
    case .frame(let device, let frame):
      (decoders[device]?.decode(frame: frame, at: instant) ?? []).map(BindingFact.control)
    case .report(let device, let bytes, let isNumbered):
      (decoders[device]?.decode(report: bytes, isNumbered: isNumbered, at: instant) ?? [])
        .map(BindingFact.control)
    case .dropped(let device, let keysDown):
      (decoders[device]?.resync(keysDown: keysDown, at: instant) ?? []).map(BindingFact.control)
    case .unplug(let device): unplug(device, instant)
    case .plug(let device): plug(device)
    case .command(let command, let action): [.commanded(command, action)]
    case .finished(let action): [.actionEnded(action)]
    case .profile(let id):
      scenario.profiles.filter { $0.id == id }.map(BindingFact.profileReplaced)
    case .suspend: [.suspended]
    }
  }

  private mutating func plug(_ name: String) -> [BindingFact] {
    guard let descriptor = descriptor(of: name), let device = scenario.device(named: name),
      let model = scenario.model(device.model)
    else { return [] }
    decoders[name] = PlayedDevice(device: descriptor.handle, model: model, axes: device.axes)
    return [.attached(descriptor)]
  }

  private mutating func unplug(_ name: String, _ instant: MonotonicInstant) -> [BindingFact] {
    guard let descriptor = descriptor(of: name) else { return [] }
    let releases = decoders[name]?.releaseAll(at: instant) ?? []
    decoders[name] = nil
    return releases.map(BindingFact.control) + [.deviceRemoved(descriptor.handle)]
  }

  private func change(
    _ name: String, _ control: ControlID, _ change: ControlEvent.Change, _ instant: MonotonicInstant
  ) -> [BindingFact] {
    guard let descriptor = descriptor(of: name),
      let index = descriptor.controls.firstIndex(of: control)
    else { return [] }
    let address = ControlAddress(device: descriptor.handle, control: ControlIndex(index))
    return [.control(ControlEvent(address: address, change: change, instant: instant))]
  }
}
