internal import Domain
internal import Drivers

/// The first byte chooses the model; the rest are raw evdev events of 8 bytes (type, code, value) for its evdev node, and
/// after each, the same 8 bytes as a report of its hidraw node.
@Sendable func fuzzReports(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard let first = bytes.first else { return }
  let model = DeviceCatalogue.models[Int(first) % DeviceCatalogue.models.count]
  var decoder = DeviceDecoder(device: DeviceHandle(rawValue: 1), model: model)
  let (evdev, hidraw) = (decoder.addEvdevSource(), decoder.addReportSource(isNumbered: first >= 128))
  var down: Set<ControlIndex> = []
  func check(_ event: ControlEvent) {
    precondition(Int(event.control) < model.controls.count, "an event of a Control that the model has")
    switch event.change {
    case .pressed: precondition(down.insert(event.control).inserted, "pressed once")
    case .released: precondition(down.remove(event.control) != nil, "released after a press")
    case .value, .turned: break
    }
  }
  var index = 1
  while index + 8 <= bytes.count {
    let event = bytes[index..<index + 8]
    let raw = RawInputEvent(
      type: UInt16(event[index]) | UInt16(event[index + 1]) << 8,
      code: UInt16(event[index + 2]) | UInt16(event[index + 3]) << 8,
      value: (0..<4).reduce(Int32(0)) {
        $0 | Int32(bitPattern: UInt32(event[index + 4 + $1]) << (8 * UInt32($1)))
      })
    index += 8
    let instant = MonotonicInstant(nanoseconds: Int64(index))
    decoder.decode(raw, from: evdev, at: instant, check)
    decoder.decode(
      report: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: event)), from: hidraw, at: instant, check)
  }
  decoder.releaseAll(at: MonotonicInstant(nanoseconds: 0), check)
  precondition(down.isEmpty, "nothing stays down")
}

/// What a device says of its own reports.
@Sendable func fuzzDescriptors(_ bytes: UnsafeBufferPointer<UInt8>) {
  let descriptor = ReportDescriptor(Array(bytes))
  precondition(descriptor.applications.count <= bytes.count, "an application needs an item")
}
