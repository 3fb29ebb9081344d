internal import Domain

extension DeviceModel {
  /// The buttons of any gamepad or joystick that the user has picked.
  ///
  /// Buttons go by key code, not by HID usage: vendor drivers (xpad, hid-playstation, hid-nintendo) send no MSC_SCAN, and
  /// the same usage is another button on another pad, while the codes have the meaning that the kernel's gamepad.rst
  /// gives them. A d-pad is a hat (ABS_HAT0X, ABS_HAT0Y) or four keys. Triggers are ABS_Z and ABS_RZ, or ABS_BRAKE and
  /// ABS_GAS; where ABS_Z and ABS_RZ rest in their middle they are a stick, and are not looked at. Pads that have keys for
  /// their triggers as well send two Controls. Of a joystick's buttons, the first twelve are known (BTN_TRIGGER…).
  static let gamepad = DeviceModel(
    id: "gamepad",
    name: "Gamepad",
    controls: gamepadFront + gamepadTop + joystickButtons,
    serialTrust: .address)

  private static let gamepadFront: [ControlDescription] = [
    .key("south", "South button (A, cross)", [.key(code: 0x130)], ControlPlace(8, 4)),
    .key("east", "East button (B, circle)", [.key(code: 0x131)], ControlPlace(9, 3)),
    .key("north", "North button (Y, triangle)", [.key(code: 0x133)], ControlPlace(8, 2)),
    .key("west", "West button (X, square)", [.key(code: 0x134)], ControlPlace(7, 3)),
    .key("c", "C button", [.key(code: 0x132)], ControlPlace(10, 4)),
    .key("z", "Z button", [.key(code: 0x135)], ControlPlace(10, 2)),
    .key("up", "D-pad up", [.hat(axis: 0x11, direction: -1), .key(code: 0x220)], ControlPlace(1, 2)),
    .key("down", "D-pad down", [.hat(axis: 0x11, direction: 1), .key(code: 0x221)], ControlPlace(1, 4)),
    .key("left", "D-pad left", [.hat(axis: 0x10, direction: -1), .key(code: 0x222)], ControlPlace(0, 3)),
    .key("right", "D-pad right", [.hat(axis: 0x10, direction: 1), .key(code: 0x223)], ControlPlace(2, 3)),
    .key("select", "Select", [.key(code: 0x13a)], ControlPlace(4, 2)),
    .key("start", "Start", [.key(code: 0x13b)], ControlPlace(6, 2)),
    .key("mode", "Mode (logo)", [.key(code: 0x13c)], ControlPlace(5, 2)),
    .key("left-stick", "Left stick pressed", [.key(code: 0x13d)], ControlPlace(3, 4)),
    .key("right-stick", "Right stick pressed", [.key(code: 0x13e)], ControlPlace(6, 4)),
  ]

  private static let gamepadTop: [ControlDescription] = [
    .key("left-shoulder", "Left shoulder", [.key(code: 0x136)], ControlPlace(0, 1, columns: 3)),
    .key("right-shoulder", "Right shoulder", [.key(code: 0x137)], ControlPlace(7, 1, columns: 3)),
    .key(
      "left-trigger", "Left trigger", [.trigger(axis: 0x02), .trigger(axis: 0x0a)],
      ControlPlace(0, 0, columns: 3)),
    .key(
      "right-trigger", "Right trigger", [.trigger(axis: 0x05), .trigger(axis: 0x09)],
      ControlPlace(7, 0, columns: 3)),
    .key("left-trigger-key", "Left trigger's key", [.key(code: 0x138)], ControlPlace(3)),
    .key("right-trigger-key", "Right trigger's key", [.key(code: 0x139)], ControlPlace(6)),
  ]

  private static let joystickButtons: [ControlDescription] = (1...12).map { number in
    .key(
      ControlID(rawValue: "button-\(number)"), "Joystick button \(number)",
      [.key(code: 0x120 + UInt16(number - 1))], ControlPlace((number - 1) % 6, 5 + (number - 1) / 6))
  }
}
