internal import Domain

/// What a press means: at once where it has one meaning, else time tells.
///
/// With a hold of 300 ms, 400 ms for the second press and 500 ms for a long hold; A is the Action, D the one of a double
/// press, L the one of a long hold:
///
///     1. A           0 press                                             A begins at 0 and ends with the release
///     2. A, L        0 press   499 release                               A begins and ends at 499
///     3. A, L        0 press   500   2000 release                        L begins at 500 and ends at 2000
///     4. A, D        0 press   299 release   698 press                   D begins and ends at 698
///     5. A, D        0 press   299 release   699 (nothing came)          A begins and ends at 699
///     6. A, D        0 press   300   2000 release                        A begins at 300: no tap; it ends at 2000
///     7. A, D, L     0 press   299 release   ...                         as 4 and 5
///     8. A, D, L     0 press   400 release                               A begins and ends at 400: no tap, no long hold
///     9. A, D, L     0 press   500   2000 release                        as 3
///
/// A Toggle is switched where a Momentary Action begins and ends. `Action.none` as A leaves D and L their times.
extension BindingMachine {
  mutating func press(
    _ input: PressInput, _ binding: ResolvedBinding, at instant: MonotonicInstant,
    _ effects: inout [BindingEffect]
  ) {
    if binding.hasOneMeaning {
      presses.append(Press(input: input, binding: binding, since: instant, phase: .decided))
      return begin(binding, input, at: instant, &effects)
    }
    guard let first = presses.firstIndex(where: { $0.input == input && !$0.isDown }) else {
      presses.append(Press(input: input, binding: binding, since: instant, phase: .undecided))
      return
    }
    presses[first].phase = .decided
    performOnce(presses[first].binding.doublePress, input.cause(at: instant), &effects)
  }

  private mutating func begin(
    _ binding: ResolvedBinding, _ input: PressInput, at instant: MonotonicInstant,
    _ effects: inout [BindingEffect]
  ) {
    switch binding.mode {
    case .momentary:
      own(binding.action, .held(input), input.cause(at: instant), &effects)
    case .toggle:
      guard isLatched(binding.action) else {
        return own(binding.action, .latched(input), input.cause(at: instant), &effects)
      }
      unlatch(binding.action, &effects)
    case .holdOrLatch: pull(binding.action, input, at: instant, &effects)
    }
  }

  mutating func release(_ index: Int, at instant: MonotonicInstant, _ effects: inout [BindingEffect]) {
    let press = presses[index]
    if press.phase == .undecided {
      let isShort = press.since.duration(to: instant) < times.hold
      if isShort && press.binding.doublePress != .none {
        presses[index].phase = .tapped(at: instant)
      } else {
        presses.remove(at: index)
        tap(press, &effects)
      }
      return
    }
    presses.remove(at: index)
    if press.binding.mode == .holdOrLatch { letGo(press, at: instant, &effects) }
    drop(.released, &effects) { $0.reason == .held(press.input) }
  }

  /// The time of a press is over: see `Press.deadline`.
  mutating func decide(_ index: Int, _ effects: inout [BindingEffect]) {
    let press = presses[index]
    if !press.isDown {
      presses.remove(at: index)
      return tap(press, &effects)
    }
    presses[index].phase = .decided
    guard press.binding.longHold != .none else {
      return begin(press.binding, press.input, at: press.since, &effects)
    }
    own(press.binding.longHold, .held(press.input), press.input.cause(at: press.since), &effects)
  }

  /// A press that is over before it has begun anything.
  private mutating func tap(_ press: Press, _ effects: inout [BindingEffect]) {
    guard press.binding.mode == .momentary else {
      return begin(press.binding, press.input, at: press.since, &effects)
    }
    performOnce(press.binding.action, press.input.cause(at: press.since), &effects)
  }

  // MARK: Hold or latch

  private mutating func pull(
    _ action: ActionSlot, _ input: PressInput, at instant: MonotonicInstant,
    _ effects: inout [BindingEffect]
  ) {
    guard let index = triggers.firstIndex(where: { $0.action == action }) else {
      // Latched by a Toggle or a command: this press is the next one.
      if isLatched(action) {
        spend(action)
        return unlatch(action, &effects)
      }
      guard action != .none else { return }
      triggers.append(Trigger(action: action, input: input, machine: HoldOrLatch(pressedAt: instant)))
      return own(action, .trigger, input.cause(at: instant), &effects)
    }
    let isFirst = !triggers[index].machine.isHeld
    if isFirst { triggers[index].input = input }
    conclude(index, triggers[index].machine.pressed(at: instant, times), .toggled, &effects)
  }

  private mutating func letGo(_ press: Press, at instant: MonotonicInstant, _ effects: inout [BindingEffect])
  {
    let action = press.binding.action
    guard let index = triggers.firstIndex(where: { $0.action == action }) else { return }
    if let holder = holder(of: action) {
      triggers[index].input = holder
      return
    }
    conclude(index, triggers[index].machine.released(at: instant, times), .released, &effects)
  }

  /// The hold-or-latch presses of an Action that is over mean nothing more: their releases are passed over.
  mutating func spend(_ action: ActionSlot) {
    presses.removeAll { $0.binding.mode == .holdOrLatch && $0.binding.action == action }
  }

  mutating func conclude(
    _ index: Int, _ outcome: HoldOrLatch.Outcome, _ reason: Reason, _ effects: inout [BindingEffect]
  ) {
    let action = triggers[index].action
    switch outcome {
    case .goesOn: return
    case .finish:
      triggers.remove(at: index)
      spend(action)
      // Whoever else has latched it means the same end.
      drop(reason, &effects) {
        $0.action == action && ($0.reason == .trigger || reason == .toggled && $0.isLatch)
      }
    case .discard:
      triggers.remove(at: index)
      let before = effects.count
      drop(.tooShort, &effects) { $0.action == action && $0.reason == .trigger }
      if effects.count > before { effects[before] = .cancel(action, .tooShort) }
    }
  }
}
