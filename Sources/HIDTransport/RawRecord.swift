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
    /// The keys that are down on all its evdev nodes after events were lost (SYN_DROPPED), and when a recording begins. After
    /// reports were lost, none: what is down is told by the next report.
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
  ///
  /// - Returns: false when the thread does not run.
  @discardableResult
  public func record(_ recorder: (@Sendable (RawRecord) -> Void)?) -> Bool {
    performInLoop { $0.recorder = recorder }
  }

  /// Hands over the ranges of a Device's axes and what is down on it, where a recording begins. False as for `record`.
  @discardableResult
  public func recordState(of device: DeviceHandle) -> Bool {
    performInLoop { loop in
      guard
        let group = loop.groups.values.first(where: { $0.attachment?.descriptor.handle == device })
      else { return }
      for entry in loop.sources(of: group) { loop.recordAxes(entry) }
      loop.recordState(group)
    }
  }
}

extension InputLoop {
  /// The evdev nodes that are read.
  func sources(of group: DeviceGroup) -> [NodeEntry] {
    members(of: group).filter { $0.source != nil && $0.matched.kind == .evdev }
  }

  func recordAxes(_ entry: NodeEntry) {
    if recorder != nil, !entry.axes.isEmpty { record(.axes(entry.axes), entry.group, .now()) }
  }

  /// Of all nodes together: a recording has one evdev node for a Device.
  func recordState(_ group: DeviceGroup) {
    var keys: Set<UInt16> = []
    var values: [RawInputEvent] = []
    for entry in sources(of: group) {
      // What waits to be read is thrown away with the kernel's answer, so it is read before.
      read(entry, isBroken: false)
      guard let state = resynchronize(entry) else { continue }
      keys.formUnion(state.keys)
      values += state.axes.sorted { $0.key < $1.key }.map { RawInputEvent.axis($0.key, $0.value) }
    }
    record(.keysDown(keys), group, .now())
    if !values.isEmpty { record(.frame(values), group, .now()) }
  }

  func record(_ raw: RawInputEvent, _ entry: NodeEntry, _ instant: MonotonicInstant) {
    // A frame has few events; one that never ends is not recorded beyond this.
    guard raw.isEndOfFrame else {
      if entry.frame.count < 64 { entry.frame.append(raw) }
      return
    }
    defer { entry.frame = [] }
    if !entry.frame.isEmpty { record(.frame(entry.frame), entry.group, instant) }
  }

  func record(_ content: RawRecord.Content, _ group: DeviceGroup, _ instant: MonotonicInstant) {
    guard let recorder, let device = group.attachment?.descriptor.handle else { return }
    recorder(RawRecord(device: device, content: content, instant: instant))
  }
}
