internal import Domain

/// Devices that come and go, and profiles.
extension BindingMachine {
  mutating func attach(_ device: DeviceDescriptor, _ effects: inout [BindingEffect]) {
    remove(device.handle, &effects)
    var attached = AttachedDevice(device)
    _ = attached.adopt(profile, &slots)
    devices.append(attached)
  }

  mutating func remove(_ device: DeviceHandle, _ effects: inout [BindingEffect]) {
    guard let index = devices.firstIndex(where: { $0.descriptor.handle == device }) else { return }
    devices.remove(at: index)
    pending.removeAll { $0.address.device == device }
    dropInputs(.deviceRemoved, &effects) { $0.isOf(device) }
  }

  /// What is pressed stays what it is where the new profile has an equal Binding, and ends elsewhere.
  mutating func replaceProfile(with new: Profile, _ effects: inout [BindingEffect]) {
    profile = new
    let changed = resolve()
    pending.removeAll { changed.contains($0.address.device) }
    let lost = presses.filter { binding(of: $0.input) != $0.binding }.map(\.input)
    presses.removeAll { lost.contains($0.input) }
    let lostTriggers = triggers.filter { !isBound($0.input, $0.action, .holdOrLatch) }.map(\.input)
    let lostLatches = owners.compactMap { owner -> PressInput? in
      guard case .latched(let input) = owner.reason, !isBound(input, owner.action, .toggle) else {
        return nil
      }
      return input
    }
    let inputs = Set(lost + lostTriggers + lostLatches)
    dropInputs(.profileReplaced, &effects) { inputs.contains($0) }
    freeSlots(effects)
  }

  private func binding(of input: PressInput) -> ResolvedBinding? {
    switch input {
    case .controls(let handle, let controls):
      devices.first { $0.descriptor.handle == handle }?.binding(of: controls)
    case .chord(let number, _): keyboardChords.binding(of: number)
    }
  }

  private func isBound(_ input: PressInput, _ action: ActionSlot, _ mode: InteractionMode) -> Bool {
    guard let binding = binding(of: input) else { return false }
    return binding.action == action && binding.mode == mode
  }

  /// Slots that the effects of this fact name are freed with the next profile.
  private mutating func freeSlots(_ effects: [BindingEffect]) {
    var used = Set(profile.actions.compactMap(slots.number) + active.map(\.rawValue))
    used.formUnion(ActionSlot.fixed.map(\.rawValue))
    used.formUnion(effects.map(\.action.rawValue))
    slots.keep(used)
  }
}
