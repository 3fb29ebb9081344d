public import Domain
public import Drivers

/// Raw input of an attached Device, for recordings.
public struct RawRecord: Hashable, Sendable {
  public var device: DeviceHandle
  public var input: RawInput
  /// The kernel's time stamp; for reports the instant of reading, as hidraw has none.
  public var instant: MonotonicInstant

  public init(device: DeviceHandle, input: RawInput, instant: MonotonicInstant) {
    self.device = device
    self.input = input
    self.instant = instant
  }
}

extension InputThread {
  /// Hands over everything that attached Devices send, before it is decoded, on the input thread; nil ends it. The recorder
  /// must not block. It hears of presses: keep to the Device that the user has named.
  @discardableResult
  public func record(_ recorder: (@Sendable (RawRecord) -> Void)?) -> Bool {
    performInLoop { $0.recorder = recorder }
  }
}

extension InputLoop {
  func record(_ raw: RawInputEvent, _ entry: NodeEntry, _ instant: MonotonicInstant) {
    // A frame has few events; one that never ends is not recorded beyond this.
    guard raw.isEndOfFrame else {
      if entry.frame.count < 64 { entry.frame.append(raw) }
      return
    }
    defer { entry.frame = [] }
    guard !entry.frame.isEmpty, let device = entry.group.attachment?.descriptor.handle else { return }
    recorder?(RawRecord(device: device, input: .frame(entry.frame), instant: instant))
  }

  func record(_ report: UnsafeRawBufferPointer, _ entry: NodeEntry, _ instant: MonotonicInstant) {
    guard let device = entry.group.attachment?.descriptor.handle else { return }
    recorder?(RawRecord(device: device, input: .report(Array(report)), instant: instant))
  }
}
