internal import Domain

extension DeviceModel {
  /// Philips ACC2310 and ACC2320, and the older 0911:184c: three pedals.
  ///
  /// - Ids and bits: GoogleChromeLabs/dictation_support, written with the vendor: byte 0, bit 0 rewind, 1 play, 2 forward,
  ///   3 end of letter / priority. 0911:184c: slowriff's WebHID table, one source.
  /// - The bits carry the function, not the place. Places: the same table gives left 1, right 2, middle 4 for these.
  /// - The application is Generic Desktop/Joystick, so the kernel makes Button 1... into BTN_TRIGGER (0x120) and on, a
  ///   js node, and udev gives access by itself. The grab keeps games from it.
  static let philipsACC2310 = DeviceModel(
    id: "philips-acc2310",
    name: "Philips ACC2310/2320",
    products: [
      ProductID(vendor: 0x0911, product: 0x1844), ProductID(vendor: 0x0911, product: 0x184c),
    ],
    controls: [
      .pedal("left", "Left pedal (rewind)", button(1), ControlPlace(0)),
      .pedal("center", "Center pedal (forward)", button(3), ControlPlace(1, columns: 2)),
      .pedal("right", "Right pedal (play)", button(2), ControlPlace(3)),
    ])

  /// Philips ACC2330 (LFH2330): four pedals, one of them above the others. Same bits as the ACC2310 in another order:
  /// left 4, right 1, middle 2 (slowriff's table).
  static let philipsACC2330 = DeviceModel(
    id: "philips-acc2330",
    name: "Philips ACC2330",
    products: [ProductID(vendor: 0x0911, product: 0x091a)],
    controls: [
      .pedal("left", "Left pedal (forward)", button(3), ControlPlace(0, 1)),
      .pedal("center", "Center pedal (play)", button(2), ControlPlace(1, 1, columns: 2)),
      .pedal("right", "Right pedal (rewind)", button(1), ControlPlace(3, 1)),
      .pedal("top", "Top pedal (priority)", button(4), ControlPlace(1, 0, columns: 2)),
    ])

  /// Button usage n of a Joystick application: BTN_TRIGGER + n - 1 (kernel, hid-input.c).
  private static func button(_ number: UInt16) -> ControlSignal {
    .key(scan: 0x90000 + UInt32(number), code: 0x120 + number - 1)
  }
}
