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
  /// - Two report descriptors are in circulation, one of them with an output report that appears as EV_LED. Input is
  ///   the same in both; neither EV_LED nor descriptor bytes are looked at, and nothing is ever written.
  /// - No serial number (iSerial 0), no auto-repeat (EV_REP unset), a release report for each press.
  static let vecInfinity = DeviceModel(
    id: "vec-infinity",
    name: "VEC Infinity USB",
    products: [ProductID(vendor: 0x05f3, product: 0x00ff)],
    controls: [
      ControlDescription(
        id: "left", name: "Left pedal", scanCode: 0x90001, defaultKeyCode: 0x100, kind: .pedal, position: 0),
      ControlDescription(
        id: "center", name: "Center pedal", scanCode: 0x90002, defaultKeyCode: 0x101, kind: .pedal,
        position: 1),
      ControlDescription(
        id: "right", name: "Right pedal", scanCode: 0x90003, defaultKeyCode: 0x102, kind: .pedal, position: 2),
    ],
    serialTrust: .absent)
}
