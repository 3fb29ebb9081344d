internal import Domain

extension DeviceModel {
  /// PCsensor FootSwitch, sold as iKKEGOL and under many other names: one to three pedals that type stored keys.
  ///
  /// - Ids: rgerganov/footswitch, README and src/footswitch.c; 1a86:e02d in older forks of it; 3553:c010 in its pull
  ///   request 93. The single-pedal 5131:2019 (FS1-P) and the Scythe 0426:3011 and 055a:0998 speak other configuration
  ///   protocols and their factory keys are not known: they have to be learned.
  /// - Factory keys: a, b, c from left to right; a single pedal sends b (udev-hid-bpf's notes on the QinHeng pedal). They
  ///   are Keyboard usages 0x04...0x06 (HID Usage Tables, page 0x07).
  /// - Interface 0 has a keyboard (report 1), a mouse (2), consumer keys (3) and a gamepad (4) in one descriptor of 212
  ///   bytes, and hid-generic makes an evdev node of each; all are grabbed, as a pedal may be programmed for any of them.
  ///   Interface 1 is for programming, which hwctl does not do.
  /// - In string mode (type 4) the pedal types and releases at once, so that nothing can be held: learning notices.
  /// - Newer firmware types Win+R and a URL when the left pedal is held for 7 s (footswitch issue 61): other keys of this
  ///   device are noise, and the grab keeps them from everybody else.
  /// - No serial number.
  static let pcsensor = DeviceModel(
    id: "pcsensor-footswitch",
    name: "PCsensor FootSwitch",
    products: [
      ProductID(vendor: 0x0c45, product: 0x7403), ProductID(vendor: 0x0c45, product: 0x7404),
      ProductID(vendor: 0x413d, product: 0x2107), ProductID(vendor: 0x1a86, product: 0xe026),
      ProductID(vendor: 0x1a86, product: 0xe02d), ProductID(vendor: 0x3553, product: 0xb001),
      ProductID(vendor: 0x3553, product: 0xc010),
    ],
    controls: ControlDescription.pedals(
      left: .key(scan: 0x70004, code: 30), center: .key(scan: 0x70005, code: 48),
      right: .key(scan: 0x70006, code: 46)),
    isReprogrammable: true)
}
