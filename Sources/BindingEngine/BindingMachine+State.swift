package import Domain

/// Everything by which two machines of the same profiles can differ from now on, with times counted from now: for tests
/// that visit each state once.
package struct BindingState: Hashable, Sendable {
  var devices: [DeviceHandle]
  var down: [UInt64]
  var positions: [[Int32]]
  var presses: [Press]
  var pending: [PendingControl]
  var chordsDown: [PressInput]
  var triggers: [Trigger]
  var owners: [Owner]
  var active: [ActionSlot]
  var profile: String
}

extension BindingMachine {
  package func state(at now: MonotonicInstant) -> BindingState {
    BindingState(
      devices: devices.map(\.descriptor.handle), down: devices.map(\.down),
      positions: devices.map(\.positions), presses: presses.map { $0.relative(to: now) },
      pending: pending.map { PendingControl(address: $0.address, instant: $0.instant.relative(to: now)) },
      chordsDown: chordsDown.map { .chord($0.number, $0.source) },
      triggers: triggers.map { trigger in
        var trigger = trigger
        trigger.machine = trigger.machine.relative(to: now, times)
        return trigger
      }, owners: owners, active: active, profile: profile.id)
  }

  /// Whether nothing is pressed by a meaning, waits or goes on.
  package var isAtRest: Bool {
    presses.isEmpty && pending.isEmpty && triggers.isEmpty && owners.isEmpty && active.isEmpty
      && deadline == nil
  }

  /// Nil, or what must never be.
  package func violation(at now: MonotonicInstant) -> String? {
    let waits =
      !pending.isEmpty || presses.contains(where: \.isOpen)
      || triggers.contains { $0.machine.deadline(times) != nil }
    if waits != (deadline != nil) { return "a deadline without a wait, or a wait without a deadline" }
    if let deadline, deadline <= now { return "the deadline has passed and something still waits" }
    if Set(owners).count != owners.count { return "an owner is there twice" }
    if Set(active) != Set(owners.map(\.action)) {
      return "an Action without an owner, or an owner of no Action"
    }
    if Set(active).count != active.count { return "an Action is active twice" }
    for owner in owners {
      switch owner.reason {
      case .held(let input):
        if !presses.contains(where: { $0.input == input && $0.isDown }) {
          return "held by what is not pressed"
        }
      case .trigger:
        if triggers.count(where: { $0.action == owner.action }) != 1 {
          return "a trigger's Action without it"
        }
      case .latched, .command: break
      }
    }
    for trigger in triggers where !owners.contains(Owner(action: trigger.action, reason: .trigger)) {
      return "a trigger without its Action"
    }
    return presses.compactMap(physicalViolation).first
  }

  private func physicalViolation(_ press: Press) -> String? {
    switch press.input {
    case .controls(let handle, let controls):
      guard let device = devices.first(where: { $0.descriptor.handle == handle }) else {
        return "a press on a Device that is gone"
      }
      return press.isDown && device.down & controls != controls ? "a press of what is up" : nil
    case .chord(let number, let source):
      let isDown = chordsDown.contains { $0.number == number && $0.source == source }
      return press.isDown && !isDown ? "a press of a chord that is up" : nil
    }
  }
}

extension MonotonicInstant {
  fileprivate func relative(to now: MonotonicInstant) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds - now.nanoseconds)
  }
}

extension Press {
  fileprivate func relative(to now: MonotonicInstant) -> Press {
    var press = self
    // Nothing looks at the instant of a press that is decided.
    press.since = isOpen ? since.relative(to: now) : MonotonicInstant(nanoseconds: 0)
    if case .tapped(let instant) = phase {
      press.since = MonotonicInstant(nanoseconds: 0)
      press.phase = .tapped(at: instant.relative(to: now))
    }
    return press
  }
}

extension HoldOrLatch {
  /// A press that is long enough is as good as a longer one.
  fileprivate func relative(to now: MonotonicInstant, _ times: BindingTimes) -> HoldOrLatch {
    func clamped(_ since: MonotonicInstant) -> MonotonicInstant {
      max(since.relative(to: now), MonotonicInstant(nanoseconds: -times.hold.wholeNanoseconds))
    }
    var machine = self
    switch phase {
    case .held(let since): machine.phase = .held(since: clamped(since))
    case .latchedPressed(let since): machine.phase = .latchedPressed(since: clamped(since))
    case .waiting(let since): machine.phase = .waiting(since: since.relative(to: now))
    case .latchedWaiting(let since): machine.phase = .latchedWaiting(since: since.relative(to: now))
    case .latched: break
    }
    return machine
  }
}
