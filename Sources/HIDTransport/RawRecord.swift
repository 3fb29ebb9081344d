public import Domain
public import Drivers
internal import SystemCalls

/// Raw input of an attached Device, for recordings.
public struct RawRecord: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// The events of an evdev frame, without its SYN_REPORT.
    case frame([RawInputEvent])
    /// A hidraw report as it was read; with `isNumbered` its first byte is the report id.
    case report([UInt8], isNumbered: Bool)
    /// What is down on an evdev node after events were lost (SYN_DROPPED), or when the recording begins.
    case keysDown(Set<UInt16>)
    /// The ranges of an evdev node's EV_ABS axes, by their codes; before its first frame.
    case axes([UInt16: AxisRange])
  }

  public var device: DeviceHandle
  public var content: Content
  /// The kernel's time stamp; for reports the instant of reading, as hidraw has none.
  public var instant: MonotonicInstant

  public init(device: DeviceHandle, content: Content, instant: MonotonicInstant) {
    self.device = device
    self.content = content
    self.instant = instant
  }
}

extension InputThread {
  /// Hands over everything that attached Devices send, before it is decoded, on the input thread; nil ends it. The recorder
  /// must not block. It hears of presses: keep to the Device that the user has named.
  @discardableResult
  public func record(_ recorder: (@Sendable (RawRecord) -> Void)?) -> Bool {
    performInLoop { $0.record(recorder) }
  }
}

extension InputLoop {
  func record(_ recorder: (@Sendable (RawRecord) -> Void)?) {
    self.recorder = recorder
    guard recorder != nil else { return }
    for entry in entries.values where entry.source != nil && entry.matched.kind == .evdev {
      entry.frame = []
      recordAxes(entry)
      resynchronize(entry)
    }
  }

  func recordAxes(_ entry: NodeEntry) {
    guard recorder != nil, let axes = entry.evdev?.axes(entry.matched.model.axes), !axes.isEmpty else {
      return
    }
    record(.axes(axes), entry, .now())
  }

  func record(_ raw: RawInputEvent, _ entry: NodeEntry, _ instant: MonotonicInstant) {
    // A frame has few events; one that never ends is not recorded beyond this.
    guard raw.isEndOfFrame else {
      if entry.frame.count < 64 { entry.frame.append(raw) }
      return
    }
    defer { entry.frame = [] }
    if !entry.frame.isEmpty { record(.frame(entry.frame), entry, instant) }
  }

  func record(_ content: RawRecord.Content, _ entry: NodeEntry, _ instant: MonotonicInstant) {
    guard let device = entry.group.attachment?.descriptor.handle else { return }
    recorder?(RawRecord(device: device, content: content, instant: instant))
  }
}
