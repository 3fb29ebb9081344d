internal import Domain

/// The passing of time: everything that waits, decided in the order of its deadlines.
extension BindingMachine {
  private enum Wait {
    /// By its index in `devices`.
    case controls(Int)
    case press(Int)
    case trigger(Int)
  }

  mutating func passTime(to instant: MonotonicInstant, _ effects: inout [BindingEffect]) {
    guard let deadline, deadline <= instant else { return }
    // Each round ends one wait for good or turns it into a later state; a press has two waits at most.
    while let next = nextWait(), next.deadline <= instant {
      switch next.wait {
      case .controls(let index): resolvePending(of: index, &effects)
      case .press(let index): decide(index, &effects)
      case .trigger(let index):
        conclude(index, triggers[index].machine.deadlinePassed(), .released, &effects)
      }
    }
    // Here too: what comes at this instant may be a duplicate and change nothing.
    updateDeadline()
  }

  /// After a fact. A wait that a control chord had put off may be over already, when the chord has come.
  mutating func settle(at instant: MonotonicInstant, _ effects: inout [BindingEffect]) {
    updateDeadline()
    passTime(to: instant, &effects)
  }

  mutating func updateDeadline() {
    if pending.isEmpty && triggers.isEmpty && !presses.contains(where: \.isOpen) {
      deadline = nil
    } else {
      deadline = nextWait()?.deadline
    }
  }

  private func nextWait() -> (wait: Wait, deadline: MonotonicInstant)? {
    var next: (wait: Wait, deadline: MonotonicInstant)?
    func consider(_ wait: Wait, _ deadline: MonotonicInstant?) {
      guard let deadline, deadline < next?.deadline ?? .distantFuture else { return }
      next = (wait, deadline)
    }
    // The first of a Device's pending Controls has the earliest instant.
    for control in pending {
      guard let index = devices.firstIndex(where: { $0.descriptor.handle == control.address.device }) else {
        preconditionFailure("Controls do not wait longer than their Device is there: a bug in hwctl")
      }
      consider(.controls(index), control.instant.advanced(by: times.chordWindow))
    }
    for index in presses.indices {
      let deadline = presses[index].deadline(times)
      consider(.press(index), isAnswered(presses[index]) ? nil : deadline)
    }
    for index in triggers.indices {
      let deadline = triggers[index].machine.deadline(times)
      consider(.trigger(index), isAnswered(triggers[index]) ? nil : deadline)
    }
    return next
  }

  /// Whether the second press has come already, and only a control chord may still claim it.
  private func isAnswered(_ press: Press) -> Bool {
    guard !press.isDown, let deadline = press.deadline(times) else { return false }
    return pending.contains {
      press.input == .controls($0.address.device, $0.bit) && $0.instant < deadline
    }
  }

  private func isAnswered(_ trigger: Trigger) -> Bool {
    guard let deadline = trigger.machine.deadline(times) else { return false }
    return pending.contains { control in
      guard control.instant < deadline,
        let device = devices.first(where: { $0.descriptor.handle == control.address.device }),
        let binding = device.binding(of: control.bit)
      else { return false }
      return binding.mode == .holdOrLatch && binding.action == trigger.action
    }
  }
}

extension MonotonicInstant {
  fileprivate static let distantFuture = MonotonicInstant(nanoseconds: .max)
}
