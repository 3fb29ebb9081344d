internal import Domain

/// What the Controls of one Device are like now; makes the one Control event for each change. Everything that decodes
/// ends here, and duplicates end here too.
struct ControlState: Sendable {
  private let device: DeviceHandle
  /// Bit n: Control n is down.
  private(set) var pressed: UInt64 = 0
  /// By Control; those of shuttles change.
  private var positions: [Int32]

  init(device: DeviceHandle, controls: Int) {
    self.device = device
    positions = Array(repeating: 0, count: controls)
  }

  /// Takes over which Controls are down.
  ///
  /// Releases come first: a Control that went up before another came down must not look as if both were held.
  mutating func press(_ now: UInt64, at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void) {
    guard now != pressed else { return }
    let (up, down) = (pressed & ~now, now & ~pressed)
    pressed = now
    give(up, .released, instant, receive)
    give(down, .pressed, instant, receive)
  }

  /// A wheel was turned by so many steps.
  func turn(_ control: Int, by steps: Int32, at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void)
  {
    if steps != 0 { receive(event(control, .turned(steps), instant)) }
  }

  /// A shuttle is at this position.
  mutating func move(
    _ control: Int, to position: Int32, at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void
  ) {
    guard positions[control] != position else { return }
    positions[control] = position
    receive(event(control, .value(position), instant))
  }

  /// Everything up. A shuttle stays where it was: nobody turned it back, and the steps to the center would be performed.
  mutating func rest(at instant: MonotonicInstant, _ receive: (ControlEvent) -> Void) {
    press(0, at: instant, receive)
  }

  private func give(
    _ bits: UInt64, _ change: ControlEvent.Change, _ instant: MonotonicInstant,
    _ receive: (ControlEvent) -> Void
  ) {
    var bits = bits
    while bits != 0 {
      receive(event(bits.trailingZeroBitCount, change, instant))
      bits &= bits - 1
    }
  }

  private func event(
    _ control: Int, _ change: ControlEvent.Change, _ instant: MonotonicInstant
  ) -> ControlEvent {
    ControlEvent(
      address: ControlAddress(device: device, control: ControlIndex(control)), change: change,
      instant: instant)
  }
}
