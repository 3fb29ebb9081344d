internal import Domain
internal import Drivers

/// The driver of one Device of a scenario. Its frames come from one evdev node, its reports from one hidraw node with report
/// ids and one without.
struct PlayedDevice: Sendable {
  private var decoder: DeviceDecoder
  private let evdev: Int
  private let numbered: Int
  private let unnumbered: Int
  /// Where its axes are, as far as frames have told.
  private var axisValues: [UInt16: Int32] = [:]

  init(device: DeviceHandle, model: DeviceModel, axes: [UInt16: AxisRange]) {
    decoder = DeviceDecoder(device: device, model: model)
    evdev = decoder.addEvdevSource(axes: axes)
    numbered = decoder.addReportSource(isNumbered: true)
    unnumbered = decoder.addReportSource(isNumbered: false)
  }

  mutating func decode(frame: [RawInputEvent], at instant: MonotonicInstant) -> [ControlEvent] {
    for event in frame where event == .axis(event.code, event.value) { axisValues[event.code] = event.value }
    var events: [ControlEvent] = []
    decoder.decode(frame: frame, from: evdev, at: instant) { events.append($0) }
    return events
  }

  mutating func decode(
    report: [UInt8], isNumbered: Bool, at instant: MonotonicInstant
  ) -> [ControlEvent] {
    var events: [ControlEvent] = []
    report.withUnsafeBytes { bytes in
      decoder.decode(report: bytes, from: isNumbered ? numbered : unnumbered, at: instant) {
        events.append($0)
      }
    }
    return events
  }

  /// Axes stay where they are; of what reports tell, nothing is known to be down any more.
  mutating func resync(keysDown: Set<UInt16>, at instant: MonotonicInstant) -> [ControlEvent] {
    var events: [ControlEvent] = []
    decoder.resync(keysDown: keysDown, axes: axisValues, from: evdev, at: instant) { events.append($0) }
    for source in [numbered, unnumbered] {
      [].withUnsafeBytes { decoder.resync(report: $0, from: source, at: instant) { events.append($0) } }
    }
    return events
  }

  mutating func releaseAll(at instant: MonotonicInstant) -> [ControlEvent] {
    var events: [ControlEvent] = []
    decoder.releaseAll(at: instant) { events.append($0) }
    return events
  }
}
