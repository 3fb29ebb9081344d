internal import Domain

extension DeviceModel {
  /// Grundig digta foot control: three pedals, on hidraw only.
  ///
  /// - Id 15d8:0024, application on vendor page 0xffff, usage 1, for which hid-input makes no evdev node. Nobody else
  ///   reads it, and nothing can be grabbed.
  /// - Byte 0: bit 2 rewind, bit 1 play, bit 0 fast forward (two independent WebHID projects); 0 is all up. Places: left
  ///   rewind, right play, middle fast forward (slowriff's table, one source).
  /// - The descriptor is not public: whether reports are numbered is read from the unit's own.
  static let grundigDigta = DeviceModel(
    id: "grundig-digta",
    name: "Grundig digta foot control",
    products: [ProductID(vendor: 0x15d8, product: 0x0024)],
    transport: .hidraw(ReportLayout(minimumBytes: 1, application: HIDUsage(page: 0xffff, id: 1))),
    controls: [
      .pedal("left", "Left pedal (rewind)", .bit(byte: 0, mask: 0x04), ControlPlace(0)),
      .pedal("center", "Center pedal (fast forward)", .bit(byte: 0, mask: 0x01), ControlPlace(1, columns: 2)),
      .pedal("right", "Right pedal (play)", .bit(byte: 0, mask: 0x02), ControlPlace(3)),
    ])
}
