public import Domain

/// Turns Control events and commands into the begin and end of Actions. Pure: facts in, effects out.
///
/// Two Controls whose Bindings name equal Actions share one Active Action:
///
///     1. Momentary A, Momentary B    press A   press B   release A   release B
///                                    begin                           end
///     2. Toggle A, Toggle B          press A   release A   press B   release B
///                                    begin                 end
///     3. Momentary A, Toggle B       press A   press B   release A   release B   press B
///                                    begin                                       end
///     4. Momentary A, lost profile   press A   profile replaced   release A
///                                    begin     end
///     5. Momentary A, failure        press A   actionEnded   release A   press A
///                                    begin                               begin
///     6. not handled: a Control that is already down when its Device is attached; the transport reports such a
///        Control as pressed after `attached`, and it begins then.
public struct BindingMachine: Sendable {
  private var profile: Profile
  // A handful of Devices, Controls and owners: looking through a short array touches less memory than hashing their names
  // does, and that is most of what a press costs.
  private var devices: [DeviceDescriptor] = []
  private var pressed: [ControlAddress] = []
  /// In the order of their begin, so that the effects of one fact always come in the same order.
  private var active: [ActiveAction] = []

  public init(profile: Profile) { self.profile = profile }

  /// The Actions that have begun and not ended, in the order of their begin.
  public var activeActions: [Action] { active.map(\.action) }

  /// The Controls that are down, bound or not, in order.
  public var pressedControls: [ControlAddress] { pressed.sorted() }

  /// Whether an Action goes on with nothing held down: a Toggle or a command keeps it.
  public func isLatched(_ action: Action) -> Bool {
    active.contains { $0.action == action && $0.owners.contains(where: \.isLatch) }
  }

  /// - Parameter instant: when the fact was noticed; a Control event's own instant is used instead of it.
  public mutating func handle(_ fact: BindingFact, at instant: MonotonicInstant) -> [BindingEffect] {
    switch fact {
    case .attached(let device): attach(device)
    case .control(let event): control(event)
    case .deviceRemoved(let device): remove(device)
    case .profileReplaced(let profile): replaceProfile(with: profile)
    case .commanded(let command, let action): perform(command, action, at: instant)
    case .actionEnded(let action): forget(action)
    case .suspended: suspend()
    }
  }

  // MARK: Devices

  private mutating func attach(_ device: DeviceDescriptor) -> [BindingEffect] {
    let effects = remove(device.handle)
    devices.append(device)
    return effects
  }

  private mutating func remove(_ device: DeviceHandle) -> [BindingEffect] {
    guard descriptor(of: device) != nil else { return [] }
    devices.removeAll { $0.handle == device }
    pressed.removeAll { $0.device == device }
    return drop(.deviceRemoved) { owner, _ in owner.address?.device == device }
  }

  private func descriptor(of device: DeviceHandle) -> DeviceDescriptor? {
    devices.first { $0.handle == device }
  }

  private func binding(of address: ControlAddress) -> Binding? {
    guard let device = descriptor(of: address.device), let control = device.name(of: address.control) else {
      return nil
    }
    return profile.configuration(model: device.model, unit: device.id)?.bindings.first {
      $0.controls == [control] && $0.direction == nil
    }
  }

  // MARK: Controls

  private mutating func control(_ event: ControlEvent) -> [BindingEffect] {
    guard descriptor(of: event.device) != nil else { return [] }
    let address = event.address
    switch event.change {
    case .pressed:
      guard !pressed.contains(address) else { return [] }
      pressed.append(address)
      guard let binding = binding(of: address) else { return [] }
      return press(address, binding, at: event.instant)
    case .released:
      guard let index = pressed.firstIndex(of: address) else { return [] }
      pressed.remove(at: index)
      return drop(.released) { owner, _ in owner == .held(address) }
    case .value, .turned:
      // Momentary and Toggle know two positions only.
      return []
    }
  }

  private mutating func press(
    _ address: ControlAddress, _ binding: Binding, at instant: MonotonicInstant
  ) -> [BindingEffect] {
    let cause = Cause.control(address, at: instant)
    switch binding.mode {
    case .momentary:
      return own(binding.action, .held(address), cause)
    case .toggle, .holdOrLatch:
      guard isLatched(binding.action) else { return own(binding.action, .latched(address), cause) }
      return drop(.toggled) { owner, action in action == binding.action && owner.isLatch }
    }
  }

  // MARK: Everything else

  private mutating func replaceProfile(with new: Profile) -> [BindingEffect] {
    profile = new
    let owners = active.flatMap { active in active.owners.map { ($0, active.action) } }
    let kept = owners.filter { owner, action in
      guard let address = owner.address else { return true }
      guard let binding = binding(of: address) else { return false }
      return binding.action == action && binding.mode == owner.mode
    }.map(\.0)
    return drop(.profileReplaced) { owner, _ in !kept.contains(owner) }
  }

  private mutating func perform(
    _ command: ActionCommand, _ action: Action, at instant: MonotonicInstant
  ) -> [BindingEffect] {
    let index = active.firstIndex { $0.action == action }
    switch (command, index) {
    case (.begin, _), (.toggle, nil):
      return own(action, .command, .command(at: instant))
    case (.end, nil), (.cancel, nil):
      return []
    // Whoever asks for the end means the Action, not his share of it: a pedal that is still down has no say.
    case (.end, let index?), (.toggle, let index?):
      active.remove(at: index)
      return [.end(action, .commanded)]
    case (.cancel, let index?):
      active.remove(at: index)
      return [.cancel(action, .commanded)]
    }
  }

  private mutating func forget(_ action: Action) -> [BindingEffect] {
    active.removeAll { $0.action == action }
    return []
  }

  private mutating func suspend() -> [BindingEffect] {
    // A release may get lost while asleep; a Control that stayed "down" would swallow the next press.
    pressed = []
    return drop(.suspended) { _, _ in true }
  }

  // MARK: Ownership

  /// Adds an owner; the first one begins the Action.
  private mutating func own(_ action: Action, _ owner: ActiveAction.Owner, _ cause: Cause) -> [BindingEffect]
  {
    guard action != .none else { return [] }
    if let index = active.firstIndex(where: { $0.action == action }) {
      if !active[index].owners.contains(owner) { active[index].owners.append(owner) }
      return []
    }
    active.append(ActiveAction(action: action, owners: [owner]))
    return [.begin(action, cause)]
  }

  /// Removes owners; Actions that are left without one end.
  private mutating func drop(
    _ reason: Reason, where matches: (ActiveAction.Owner, Action) -> Bool
  ) -> [BindingEffect] {
    var effects: [BindingEffect] = []
    for index in active.indices {
      let action = active[index].action
      active[index].owners.removeAll { matches($0, action) }
      if active[index].owners.isEmpty { effects.append(.end(action, reason)) }
    }
    if !effects.isEmpty { active.removeAll { $0.owners.isEmpty } }
    return effects
  }
}
