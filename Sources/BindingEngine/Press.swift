internal import Domain

/// What is pressed: Controls of a Device together, or a keyboard chord.
enum PressInput: Hashable, Sendable {
  /// Bit n: Control n.
  case controls(DeviceHandle, UInt64)
  /// By its number in the `ChordTable`.
  case chord(UInt16, ChordSourceID)

  func cause(at instant: MonotonicInstant) -> Cause {
    switch self {
    case .controls(let device, let controls):
      .control(
        ControlAddress(device: device, control: ControlIndex(controls.trailingZeroBitCount)), at: instant)
    case .chord(_, let source): .chord(source, at: instant)
    }
  }

  func isOf(_ device: DeviceHandle) -> Bool {
    if case .controls(device, _) = self { true } else { false }
  }

  func isOf(_ source: ChordSourceID) -> Bool {
    if case .chord(_, source) = self { true } else { false }
  }
}

/// A press whose meaning is open, or that something goes by until its release.
struct Press: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    /// Down; there is nothing to decide any more.
    case decided
    /// Down; a long hold, a plain hold or the first of two.
    case undecided
    /// Up after a short press: a second one may come.
    case tapped(at: MonotonicInstant)
  }

  var input: PressInput
  /// The release goes by it, too.
  var binding: ResolvedBinding
  var since: MonotonicInstant
  var phase: Phase

  var isDown: Bool {
    switch phase {
    case .decided, .undecided: true
    case .tapped: false
    }
  }

  var isOpen: Bool {
    switch phase {
    case .decided: false
    case .undecided, .tapped: true
    }
  }

  /// When the time decides, if nothing else happens before.
  func deadline(_ times: BindingTimes) -> MonotonicInstant? {
    switch phase {
    case .decided: nil
    case .undecided: since.advanced(by: binding.longHold == .none ? times.hold : times.longHold)
    case .tapped(let instant): instant.advanced(by: times.secondPress)
    }
  }
}

/// Why an active Action goes on. It ends when its last owner is gone.
struct Owner: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// A press that is still down.
    case held(PressInput)
    /// A Toggle that was pressed once.
    case latched(PressInput)
    /// Its hold-or-latch machine.
    case trigger
    /// `hwctl begin`.
    case command
  }

  var action: ActionSlot
  var reason: Reason
}

/// The hold-or-latch machine of one Action, and the input that moved it last.
struct Trigger: Hashable, Sendable {
  var action: ActionSlot
  var input: PressInput
  var machine: HoldOrLatch
}

/// A Control that is down and may become part of a control chord.
struct PendingControl: Hashable, Sendable {
  var address: ControlAddress
  var instant: MonotonicInstant

  var bit: UInt64 { 1 << UInt64(address.control) }
}
