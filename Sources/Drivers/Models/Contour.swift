internal import Domain

/// Contour ShuttleXpress, ShuttlePRO and ShuttlePRO v2: buttons, a jog wheel and a spring-loaded shuttle ring.
///
/// Ids and bytes: hopejr/ShuttleControlUSB, lib/; 0b33:0011 from systemd's hwdb. The input report has no id:
///
///     byte 0      shuttle, signed, -7...7
///     byte 1      jog, counts up clockwise and wraps from 255 to 0
///     byte 2      not used
///     bytes 3, 4  buttons, lowest bit first
///
/// evdev cannot carry it: hid-input sends the absolute values as EV_REL, and the input core drops an EV_REL of 0, so that
/// “back in the center” never arrives. The evdev node would scroll, and is grabbed to silence it.
extension DeviceModel {
  static let contourShuttleXpress = contour(
    id: "contour-shuttle-xpress", name: "Contour ShuttleXpress", products: [0x0020], firstBit: 4, buttons: 5)

  static let contourShuttlePro = contour(
    id: "contour-shuttle-pro", name: "Contour ShuttlePRO", products: [0x0010, 0x0011], firstBit: 0,
    buttons: 13)

  static let contourShuttleProV2 = contour(
    id: "contour-shuttle-pro-v2", name: "Contour ShuttlePRO v2", products: [0x0030], firstBit: 0, buttons: 15)

  private static func contour(
    id: ModelID, name: String, products: [UInt16], firstBit: Int, buttons: Int
  ) -> DeviceModel {
    let keys = (0..<buttons).map { button -> ControlDescription in
      let bit = firstBit + button
      return .key(
        ControlID(rawValue: "button-\(button + 1)"), "Button \(button + 1)",
        [.bit(byte: 3 + bit / 8, mask: 1 << UInt8(bit % 8))], ControlPlace(button % 5, button / 5))
    }
    let below = (buttons + 4) / 5
    return DeviceModel(
      id: id, name: name, products: products.map { ProductID(vendor: 0x0b33, product: $0) },
      transport: .hidraw(ReportLayout(minimumBytes: 5)),
      controls: keys + [
        ControlDescription(
          id: "jog", name: "Jog wheel", kind: .wheel, signals: [.counter(byte: 1)],
          place: ControlPlace(1, below + 1, columns: 3, rows: 3)),
        ControlDescription(
          id: "shuttle", name: "Shuttle ring", kind: .shuttle, signals: [.position(byte: 0)],
          place: ControlPlace(0, below, columns: 5, rows: 5), range: -7...7),
      ])
  }
}
