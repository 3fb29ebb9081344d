/// What one evdev node of a Device has told: which Controls are down on it.
///
/// A Control is known by MSC_SCAN first: a user's hwdb entry may give it any key code, the scan code stays. Releases
/// that the kernel makes up (on unplug) and key states carry no MSC_SCAN, so the scan code last seen with each key code
/// is remembered. The key code itself counts where no scan code is known. Other keys are noise: some pedals type URLs.
struct EvdevSource: Sendable {
  /// The node's axes as they were when it was opened.
  private let axes: [UInt16: AxisRange]
  /// The MSC_SCAN that came just before, in this frame.
  private var pendingScan: UInt32?
  /// By Control: the key code that came with one of its scan codes last; 0 before the first. Short, and nothing is hashed.
  private var learnedCodes: [UInt16]
  /// Bit n: Control n is down.
  private(set) var pressed: UInt64 = 0

  init(axes: [UInt16: AxisRange], controls: Int) {
    self.axes = axes
    learnedCodes = Array(repeating: 0, count: controls)
  }

  /// False when nothing has changed: repeats, unknown keys and duplicates.
  mutating func read(_ event: RawInputEvent, _ table: SignalTable) -> Bool {
    let before = pressed
    switch event.type {
    case RawInputEvent.miscellaneousType where event.code == RawInputEvent.scanCode:
      pendingScan = UInt32(bitPattern: event.value)
    case RawInputEvent.keyType:
      // 2 is the kernel's auto-repeat.
      if event.value == 0 || event.value == 1, let control = control(for: event.code, table) {
        set(control, event.value == 1)
      }
      pendingScan = nil
    case RawInputEvent.axisType: move(event.code, event.value, table)
    case RawInputEvent.synchronizationType: pendingScan = nil
    default: break
    }
    return pressed != before
  }

  mutating func endFrame() { pendingScan = nil }

  /// Takes over the node's own state.
  mutating func resync(keysDown: Set<UInt16>, axes values: [UInt16: Int32], _ table: SignalTable) {
    pendingScan = nil
    let before = pressed
    pressed = 0
    for code in keysDown {
      if let control = control(for: code, table) { set(control, true) }
    }
    for axis in table.axes {
      // The old state decides between the two limits of a trigger.
      guard let value = values[axis.code], let isPressed = isPressed(axis, value, before) else { continue }
      if isPressed { set(axis.control, true) }
    }
  }

  private mutating func control(for code: UInt16, _ table: SignalTable) -> Int? {
    if let scan = pendingScan, let key = table.keys.first(where: { $0.scan == scan }) {
      if learnedCodes[key.control] != code { learn(code, for: key.control) }
      return key.control
    }
    return learnedCodes.firstIndex(of: code) ?? table.keys.first { $0.code == code }?.control
  }

  /// From now on the code stands for this Control alone.
  private mutating func learn(_ code: UInt16, for control: Int) {
    if let former = learnedCodes.firstIndex(of: code) { learnedCodes[former] = 0 }
    learnedCodes[control] = code
  }

  private mutating func move(_ code: UInt16, _ value: Int32, _ table: SignalTable) {
    for axis in table.axes where axis.code == code {
      if let isPressed = isPressed(axis, value, pressed) { set(axis.control, isPressed) }
    }
  }

  /// Nil for an axis that is no trigger on this device.
  private func isPressed(_ axis: SignalTable.Axis, _ value: Int32, _ before: UInt64) -> Bool? {
    if axis.direction != 0 { return value.signum() == axis.direction }
    let range = axes[axis.code] ?? AxisRange()
    guard range.isTrigger else { return nil }
    return range.isPressed(value, wasPressed: before & 1 << axis.control != 0)
  }

  private mutating func set(_ control: Int, _ isDown: Bool) {
    let bit: UInt64 = 1 << control
    if isDown { pressed |= bit } else { pressed &= ~bit }
  }
}

/// Where an EV_ABS axis begins and ends, and where it was when the node was opened (struct input_absinfo).
public struct AxisRange: Hashable, Sendable {
  public var minimum: Int32
  public var maximum: Int32
  public var resting: Int32

  /// Eight bits from 0, as most gamepads have.
  public init(minimum: Int32 = 0, maximum: Int32 = 255, resting: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.resting = resting
  }

  /// The same axes are the right stick of other pads, and rest in their middle there.
  var isTrigger: Bool { maximum > minimum && share(resting) <= 25 }

  /// Pressed at one half; released below 35 %, so that a finger that trembles at the limit does not press twice.
  func isPressed(_ value: Int32, wasPressed: Bool) -> Bool { share(value) >= (wasPressed ? 35 : 50) }

  /// 0...100 %.
  private func share(_ value: Int32) -> Int64 {
    (Int64(value) - Int64(minimum)) * 100 / (Int64(maximum) - Int64(minimum))
  }
}
