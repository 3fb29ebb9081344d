public import Domain

/// Who keeps an Action going: the first owner begins it, the last one ends it.
extension BindingMachine {
  /// Whether an Action goes on with nothing held down: a Toggle, a latch or a command keeps it.
  public func isLatched(_ action: Action) -> Bool {
    slots.number(of: action).map { isLatched(ActionSlot(rawValue: $0)) } ?? false
  }

  public func isActive(_ action: Action) -> Bool {
    slots.number(of: action).map { active.contains(ActionSlot(rawValue: $0)) } ?? false
  }

  func isLatched(_ action: ActionSlot) -> Bool {
    owners.contains { $0.action == action && $0.isLatch }
      || triggers.contains { $0.action == action && $0.machine.isLatched }
  }

  mutating func unlatch(_ action: ActionSlot, _ effects: inout [BindingEffect]) {
    let isTriggerLatched = triggers.contains { $0.action == action && $0.machine.isLatched }
    if isTriggerLatched { triggers.removeAll { $0.action == action } }
    drop(.toggled, &effects) { owner in
      owner.action == action && (owner.isLatch || isTriggerLatched && owner.reason == .trigger)
    }
  }

  mutating func own(
    _ action: ActionSlot, _ reason: Owner.Reason, _ cause: Cause, _ effects: inout [BindingEffect]
  ) {
    guard action != .none else { return }
    let owner = Owner(action: action, reason: reason)
    if !owners.contains(owner) { owners.append(owner) }
    guard !active.contains(action) else { return }
    makeWay(for: action, &effects)
    active.append(action)
    effects.append(.begin(action, cause))
  }

  /// Cancels the other dictation before one begins: what was said into it is kept, and not typed into the midst of this.
  private mutating func makeWay(for action: ActionSlot, _ effects: inout [BindingEffect]) {
    guard let rival = action.rival, active.contains(rival) else { return }
    forget(rival)
    effects.append(.cancel(rival, .replaced))
  }

  /// Begins an Action and ends it; one that goes on already stays as it is.
  mutating func performOnce(_ action: ActionSlot, _ cause: Cause, _ effects: inout [BindingEffect]) {
    guard action != .none, !active.contains(action) else { return }
    makeWay(for: action, &effects)
    effects.append(.begin(action, cause))
    effects.append(.end(action, .performed))
  }

  /// Removes owners; Actions that are left without one end, in the order of their begin.
  mutating func drop(
    _ reason: Reason, _ effects: inout [BindingEffect], where matches: (Owner) -> Bool
  ) {
    let before = owners.count
    owners.removeAll(where: matches)
    guard owners.count != before else { return }
    var index = 0
    while index < active.count {
      let action = active[index]
      if owners.contains(where: { $0.action == action }) {
        index += 1
      } else {
        active.remove(at: index)
        effects.append(.end(action, reason))
      }
    }
  }

  /// Forgets inputs and all that they have begun.
  mutating func dropInputs(
    _ reason: Reason, _ effects: inout [BindingEffect], where matches: (PressInput) -> Bool
  ) {
    presses.removeAll { matches($0.input) }
    let lost = loseTriggers(matches)
    drop(reason, &effects) { owner in
      switch owner.reason {
      case .held(let input), .latched(let input): matches(input)
      case .trigger: lost.contains(owner.action)
      case .command: false
      }
    }
  }

  /// A trigger goes on when another input still holds it.
  private mutating func loseTriggers(_ matches: (PressInput) -> Bool) -> [ActionSlot] {
    var lost: [ActionSlot] = []
    for index in triggers.indices {
      let trigger = triggers[index]
      let holder = holder(of: trigger.action)
      // Held by several, it may be known by one that is up already.
      guard matches(trigger.input) || trigger.machine.isHeld && holder == nil else { continue }
      if let holder { triggers[index].input = holder } else { lost.append(trigger.action) }
    }
    triggers.removeAll { lost.contains($0.action) }
    return lost
  }

  /// An input that holds the trigger of an Action down.
  func holder(of action: ActionSlot) -> PressInput? {
    presses.first { $0.binding.mode == .holdOrLatch && $0.binding.action == action }?.input
  }

  // MARK: Commands and ends from outside

  mutating func perform(
    _ command: ActionCommand, _ action: Action, at instant: MonotonicInstant,
    _ effects: inout [BindingEffect]
  ) {
    let slot = slot(for: action)
    switch (command, active.contains(slot)) {
    case (.begin, _), (.toggle, false): own(slot, .command, .command(at: instant), &effects)
    case (.end, false), (.cancel, false): break
    // Whoever asks for the end means the Action, not his share of it: a pedal that is still down has no say.
    case (.end, true), (.toggle, true):
      forget(slot)
      effects.append(.end(slot, .commanded))
    case (.cancel, true):
      forget(slot)
      effects.append(.cancel(slot, .commanded))
    }
  }

  mutating func forget(_ action: Action) {
    if let number = slots.number(of: action) { forget(ActionSlot(rawValue: number)) }
  }

  /// Without an effect: the executor knows.
  public mutating func forget(_ action: ActionSlot) {
    active.removeAll { $0 == action }
    owners.removeAll { $0.action == action }
    triggers.removeAll { $0.action == action }
    spend(action)
    updateDeadline()
  }

  mutating func suspend(_ effects: inout [BindingEffect]) {
    // A release may get lost while asleep; a Control that stayed "down" would swallow the next press.
    for index in devices.indices { devices[index].down = 0 }
    chordsDown = []
    presses.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    triggers.removeAll(keepingCapacity: true)
    drop(.suspended, &effects) { _ in true }
  }
}

extension Owner {
  /// Goes on with nothing pressed. A trigger knows that itself.
  var isLatch: Bool {
    switch reason {
    case .held, .trigger: false
    case .latched, .command: true
    }
  }

  var chordNumber: UInt16? {
    switch reason {
    case .held(let input), .latched(let input): input.chordNumber
    case .trigger, .command: nil
    }
  }
}

extension Press {
  var chordNumber: UInt16? { input.chordNumber }
}

extension PressInput {
  var chordNumber: UInt16? {
    if case .chord(let number, _) = self { number } else { nil }
  }
}
