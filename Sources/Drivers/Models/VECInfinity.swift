internal import Domain

extension DeviceModel {
  /// VEC Infinity USB (IN-USB-1, -2, -3) and rebadged units: three pedals that are held.
  ///
  /// - Id 05f3:00ff: usb.ids, and USB_DEVICE_ID_PI_ENGINEERING_VEC_USB_FOOTPEDAL in the kernel's `hid-ids.h`.
  ///   The kernel's quirk HIDINPUT_FORCE for it (`hid-quirks.c`) is what makes an evdev node at all: the application
  ///   usage, Consumer/Programmable Buttons, would get hidraw only.
  /// - Controls: Button usages 1, 2, 3 (HID Usage Tables, page 0x09) in bits 0, 1, 2 of the report's first byte, from
  ///   left to right. hid-input numbers buttons of such an application from BTN_MISC (0x100) on.
  ///   What is printed on the pedals (rewind, play, forward) differs between units, so they are named by position.
  /// - No serial number (iSerial 0), no auto-repeat (EV_REP unset), a release report for each press.
  ///
  /// Two report descriptors are in circulation; the input report is the same in both. Neither is looked at, as evdev
  /// carries the Device, and nothing is ever written.
  ///
  ///     05 0c 09 03 a1 01               Consumer, Programmable Buttons, application      both
  ///       a1 02 05 08 09 4b 75 08 95 23 91 02 c0    output, 35 bytes of LED page usage   A: read from an Infinity 3
  ///                                                 0x4b; appears as EV_LED/LED_MISC        (hardware_controller notes)
  ///       05 09 19 01 29 03             Button 1...3
  ///       15 00 25 01 95 03 75 01 81 02 three bits, input
  ///       95 01 75 05 81 01             five bits of padding
  ///       95 01 75 08 81 01             a byte of padding
  ///     c0                                               B: forum.remapper.org, topic 190: the same without the output
  static let vecInfinity = DeviceModel(
    id: "vec-infinity",
    name: "VEC Infinity USB",
    products: [ProductID(vendor: 0x05f3, product: 0x00ff)],
    controls: ControlDescription.pedals(
      left: .key(scan: 0x90001, code: 0x100), center: .key(scan: 0x90002, code: 0x101),
      right: .key(scan: 0x90003, code: 0x102)))
}
