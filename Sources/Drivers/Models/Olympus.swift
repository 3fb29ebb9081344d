internal import Domain

extension DeviceModel {
  /// Olympus RS-28 (RS-28H): three pedals.
  ///
  /// - Id 07b4:0218: usb.ids. Bits: a public WebHID table of dictation pedals (slowriff), byte 2 of the data after the
  ///   report id: left 1, right 2, middle 4. One source.
  /// - The report descriptor is not public, so whether reports are numbered is read from the unit's own. Read by hidraw,
  ///   because what hid-input makes of it is not known either.
  static let olympusRS28 = DeviceModel(
    id: "olympus-rs28",
    name: "Olympus RS-28",
    products: [ProductID(vendor: 0x07b4, product: 0x0218)],
    transport: .hidraw(ReportLayout(minimumBytes: 3)),
    controls: ControlDescription.pedals(
      left: .bit(byte: 2, mask: 0x01), center: .bit(byte: 2, mask: 0x04), right: .bit(byte: 2, mask: 0x02)))

  /// Olympus / OM System RS31H in its Olympus mode: three pedals; the middle one reports 3 at its second stage.
  ///
  /// - Id 07b4:025f: the same table. Bits: that table, and a raw-input listing of 2025 (MarkGzero): right 1, middle 2,
  ///   left 4. In the second stage the middle pedal sets the right one's bit as well, so both are told then.
  /// - The fourth pedal, at the top, is in a field that no public source names. In keyboard mode the unit has another
  ///   product number, which is not known, and sends keys that the owner has chosen: learn it.
  static let olympusRS31H = DeviceModel(
    id: "olympus-rs31h",
    name: "Olympus RS31H",
    products: [ProductID(vendor: 0x07b4, product: 0x025f)],
    transport: .hidraw(ReportLayout(minimumBytes: 3)),
    controls: ControlDescription.pedals(
      left: .bit(byte: 2, mask: 0x04), center: .bit(byte: 2, mask: 0x02), right: .bit(byte: 2, mask: 0x01)))
}
