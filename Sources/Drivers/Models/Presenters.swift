internal import Domain

extension DeviceModel {
  /// Logitech R400 and R700 presenters (receiver 046d:c52d).
  ///
  /// - Keyboard usages: back 0x4b (Page Up), forward 0x4e (Page Down), play 0x3e (F5) and 0x29 (Escape) in turn, blank
  ///   0x37 (full stop): arcticicestudio/igloo's evtest listing. systemd's 60-keyboard.hwdb gives the last three other key
  ///   codes (KEY_PRESENTATION 425, KEY_DISPLAYTOGGLE 431), so the scan code is what counts.
  static let logitechPresenter = DeviceModel(
    id: "logitech-presenter",
    name: "Logitech R400/R700",
    products: [ProductID(vendor: 0x046d, product: 0xc52d)],
    controls: [
      .key("back", "Back", [.key(scan: 0x7004b, code: 104)], ControlPlace(0)),
      .key("forward", "Forward", [.key(scan: 0x7004e, code: 109)], ControlPlace(1)),
      .key(
        "play", "Play", [.key(scan: 0x7003e, code: 425), .key(scan: 0x70029, code: 1)], ControlPlace(0, 1)),
      .key("blank", "Blank screen", [.key(scan: 0x70037, code: 431)], ControlPlace(1, 1)),
    ])

  /// Norwii N27 presenter: ubunatic/udev-norwii, one source.
  static let norwiiN27 = DeviceModel(
    id: "norwii-n27",
    name: "Norwii N27",
    products: [ProductID(vendor: 0x3243, product: 0x0111)],
    controls: [
      .key("tab", "Tab", [.key(scan: 0x7002b, code: 15)], ControlPlace(0)),
      .key("up", "Up", [.key(scan: 0x70052, code: 103)], ControlPlace(0, 1)),
      .key("down", "Down", [.key(scan: 0x70051, code: 108)], ControlPlace(0, 2)),
    ])

  /// Any page turner or presenter that sends a keyboard's navigation keys, picked by the user: AirTurn, PageFlip and the
  /// like, whose product numbers are not public. Bluetooth ones are known by their address.
  static let pageTurner = DeviceModel(
    id: "page-turner",
    name: "Page turner or presenter",
    controls: [
      .key("page-up", "Page Up", [.key(scan: 0x7004b, code: 104)], ControlPlace(0)),
      .key("page-down", "Page Down", [.key(scan: 0x7004e, code: 109)], ControlPlace(1)),
      .key("left", "Left", [.key(scan: 0x70050, code: 105)], ControlPlace(0, 1)),
      .key("right", "Right", [.key(scan: 0x7004f, code: 106)], ControlPlace(1, 1)),
      .key("up", "Up", [.key(scan: 0x70052, code: 103)], ControlPlace(0, 2)),
      .key("down", "Down", [.key(scan: 0x70051, code: 108)], ControlPlace(1, 2)),
      .key("space", "Space", [.key(scan: 0x7002c, code: 57)], ControlPlace(0, 3)),
      .key("enter", "Enter", [.key(scan: 0x70028, code: 28)], ControlPlace(1, 3)),
    ],
    serialTrust: .address)
}
