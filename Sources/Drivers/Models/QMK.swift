internal import Domain

extension DeviceModel {
  /// The “programmable buttons” of any QMK board that the user has picked: PROGRAMMABLE_BUTTON_1… (QM_1… in keymaps).
  ///
  /// - The kernel (5.14 and later) gives KEY_MACRO1 (0x290) and on to 30 of them, and BTN_TRIGGER_HAPPY1 (0x2c0) and on to
  ///   the rest (hid-input.c, Consumer Control with a named array of Programmable Buttons). QMK has 32.
  /// - By key code, not by MSC_SCAN: the Button usages are those of the same board's mouse buttons too.
  /// - Only the node that can send KEY_MACRO1 is grabbed; the keyboard itself stays with the desktop.
  static let qmkButtons = DeviceModel(
    id: "qmk-buttons",
    name: "QMK programmable buttons",
    transport: .evdev(requiredKey: 0x290),
    controls: (1...32).map { number in
      macroKey(number, .key(code: number <= 30 ? 0x28f + UInt16(number) : 0x2c0 + UInt16(number - 31)))
    },
    serialTrust: .absent)

  /// Any QMK board that the user has picked, whose firmware reports keys over raw HID.
  ///
  /// Raw HID is page 0xff60, usage 0x61, 32 bytes without a report id, on hidraw only (QMK documentation, “Raw HID”). What
  /// the bytes mean is up to the firmware, and VIA speaks on the same endpoint, so hwctl takes only reports that begin
  /// with the bytes below, and never writes.
  ///
  ///     byte 0     0x68 'h'
  ///     byte 1     0x77 'w'
  ///     bytes 2…5  keys 1…32 that are down now, lowest bit first
  ///     byte 6     steps of a knob since the report before, signed
  static let qmkRaw = DeviceModel(
    id: "qmk-raw",
    name: "QMK raw HID",
    transport: .hidraw(
      ReportLayout(
        minimumBytes: 32,
        conditions: [
          ReportLayout.ByteCondition(byte: 0, allowed: 0x68...0x68),
          ReportLayout.ByteCondition(byte: 1, allowed: 0x77...0x77),
        ],
        application: HIDUsage(page: 0xff60, id: 0x61), silencesEvdev: false)),
    controls: (1...32).map { number in
      macroKey(number, .bit(byte: 2 + (number - 1) / 8, mask: 1 << UInt8((number - 1) % 8)))
    } + [
      ControlDescription(
        id: "knob", name: "Knob", kind: .wheel, signals: [.steps(byte: 6)], place: ControlPlace(8))
    ])

  private static func macroKey(_ number: Int, _ signal: ControlSignal) -> ControlDescription {
    .key(
      ControlID(rawValue: "key-\(number)"), "Key \(number)", [signal],
      ControlPlace((number - 1) % 8, (number - 1) / 8))
  }
}
