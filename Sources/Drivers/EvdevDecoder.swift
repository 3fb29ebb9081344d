public import Domain

/// Turns the evdev events of one node into the Control events of its Device.
///
/// A Control is known by MSC_SCAN first: a user's hwdb entry may give it any key code, the scan code stays. Releases
/// that the kernel makes up (on unplug) and libevdev's synchronised events carry no MSC_SCAN, so the scan code last
/// seen with each key code is remembered. The key code itself counts where no scan code is known.
public struct EvdevDecoder: Sendable {
  private let device: DeviceHandle
  // What a press needs of the model, in short arrays by Control index: nothing here is hashed or counted.
  private let scanCodes: [UInt32]
  private let defaultKeyCodes: [UInt16]
  /// The key code that came with a Control's scan code last; 0 before the first.
  private var learnedKeyCodes: [UInt16]
  /// The MSC_SCAN that came just before, in this frame.
  private var pendingScan: UInt32?
  /// Bit n: Control n is down.
  private var pressed: UInt64 = 0

  public init(device: DeviceHandle, model: DeviceModel) {
    precondition(
      model.controls.count <= ControlAddress.maximumControls,
      "a model in the catalogue has too many controls")
    self.device = device
    scanCodes = model.controls.map(\.scanCode)
    defaultKeyCodes = model.controls.map(\.defaultKeyCode)
    learnedKeyCodes = model.controls.map { _ in 0 }
  }

  /// One event; makes at most one Control event. Repeats, unknown keys and duplicates make none.
  public mutating func decode(_ event: RawInputEvent, at instant: MonotonicInstant) -> ControlEvent? {
    switch event.type {
    case RawInputEvent.miscellaneousType where event.code == RawInputEvent.scanCode:
      pendingScan = UInt32(bitPattern: event.value)
      return nil
    case RawInputEvent.keyType:
      defer { pendingScan = nil }
      // 2 is the kernel's auto-repeat.
      guard event.value == 0 || event.value == 1, let index = control(for: event.code) else { return nil }
      return change(index, down: event.value == 1, at: instant)
    case RawInputEvent.synchronizationType:
      pendingScan = nil
      return nil
    default:
      return nil
    }
  }

  /// A whole frame, with or without its SYN_REPORT.
  public mutating func decode(frame: [RawInputEvent], at instant: MonotonicInstant) -> [ControlEvent] {
    let events = frame.compactMap { decode($0, at: instant) }
    pendingScan = nil
    return events
  }

  /// Takes over the device's key state, after events were lost or before any was read; gives the differences.
  public mutating func resync(keysDown: Set<UInt16>, at instant: MonotonicInstant) -> [ControlEvent] {
    pendingScan = nil
    var down: UInt64 = 0
    for code in keysDown {
      if let index = control(for: code) { down |= 1 << index }
    }
    // Releases first: a Control that went up before another came down must not look as if both were held.
    return changes(pressed & ~down, down: false, at: instant)
      + changes(down & ~pressed, down: true, at: instant)
  }

  /// Releases every Control that is down: the device is gone, or is let go.
  public mutating func releaseAll(at instant: MonotonicInstant) -> [ControlEvent] {
    resync(keysDown: [], at: instant)
  }

  private mutating func control(for code: UInt16) -> Int? {
    if let scan = pendingScan, let index = scanCodes.firstIndex(of: scan) {
      if learnedKeyCodes[index] != code { learn(code, for: index) }
      return index
    }
    return learnedKeyCodes.firstIndex(of: code) ?? defaultKeyCodes.firstIndex(of: code)
  }

  /// From now on the code stands for this Control alone.
  private mutating func learn(_ code: UInt16, for index: Int) {
    if let former = learnedKeyCodes.firstIndex(of: code) { learnedKeyCodes[former] = 0 }
    learnedKeyCodes[index] = code
  }

  private mutating func change(_ index: Int, down: Bool, at instant: MonotonicInstant) -> ControlEvent? {
    let bit: UInt64 = 1 << index
    guard (pressed & bit != 0) != down else { return nil }
    pressed ^= bit
    return event(index, down ? .pressed : .released, instant)
  }

  private mutating func changes(_ bits: UInt64, down: Bool, at instant: MonotonicInstant) -> [ControlEvent] {
    scanCodes.indices.filter { bits & (1 << $0) != 0 }.compactMap { change($0, down: down, at: instant) }
  }

  private func event(
    _ index: Int, _ change: ControlEvent.Change, _ instant: MonotonicInstant
  ) -> ControlEvent {
    ControlEvent(
      address: ControlAddress(device: device, control: ControlIndex(index)), change: change, instant: instant)
  }
}
