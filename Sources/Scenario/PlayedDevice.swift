internal import Domain
internal import Drivers

/// The driver of one Device of a scenario, whose frames come from one evdev node and whose reports from one hidraw node.
struct PlayedDevice: Sendable {
  private var decoder: DeviceDecoder
  private let evdev: Int
  private let hidraw: Int

  init(device: DeviceHandle, model: DeviceModel) {
    decoder = DeviceDecoder(device: device, model: model)
    evdev = decoder.addEvdevSource()
    // Recordings hold reports as they are; whether they are numbered is not in them, and only few models leave it open.
    hidraw = decoder.addReportSource(isNumbered: false)
  }

  mutating func decode(frame: [RawInputEvent], at instant: MonotonicInstant) -> [ControlEvent] {
    var events: [ControlEvent] = []
    decoder.decode(frame: frame, from: evdev, at: instant) { events.append($0) }
    return events
  }

  mutating func decode(report: [UInt8], at instant: MonotonicInstant) -> [ControlEvent] {
    var events: [ControlEvent] = []
    report.withUnsafeBytes { bytes in
      decoder.decode(report: bytes, from: hidraw, at: instant) { events.append($0) }
    }
    return events
  }

  mutating func resync(keysDown: Set<UInt16>, at instant: MonotonicInstant) -> [ControlEvent] {
    var events: [ControlEvent] = []
    decoder.resync(keysDown: keysDown, from: evdev, at: instant) { events.append($0) }
    return events
  }

  mutating func releaseAll(at instant: MonotonicInstant) -> [ControlEvent] {
    var events: [ControlEvent] = []
    decoder.releaseAll(at: instant) { events.append($0) }
    return events
  }
}
