internal import Domain

/// Elgato Stream Deck devices without the need of a picture, read by hidraw.
///
/// Ids and bytes: Julusian/node-elgato-stream-deck, packages/core/src/index.ts and models/pedal.ts. Each report has all
/// keys. The units have a USB serial number of their own ("FL51K1A0…"). The evdev node carries nothing of use.
extension DeviceModel {
  /// Raw report: 01, three bytes, then one byte for each pedal, 1 is down.
  static let streamDeckPedal = DeviceModel(
    id: "stream-deck-pedal",
    name: "Stream Deck Pedal",
    products: [ProductID(vendor: 0x0fd9, product: 0x0086)],
    transport: .hidraw(ReportLayout(reportID: 1, minimumBytes: 6)),
    controls: ControlDescription.pedals(
      left: .bit(byte: 3, mask: 0x01), center: .bit(byte: 4, mask: 0x01), right: .bit(byte: 5, mask: 0x01)),
    serialTrust: .unique)

  /// Raw report: 01, then one byte for each of six keys, row by row. The pictures stay what they are.
  static let streamDeckMini = DeviceModel(
    id: "stream-deck-mini",
    name: "Stream Deck Mini",
    products: [
      ProductID(vendor: 0x0fd9, product: 0x0063), ProductID(vendor: 0x0fd9, product: 0x0090),
      ProductID(vendor: 0x0fd9, product: 0x00b3),
    ],
    transport: .hidraw(ReportLayout(reportID: 1, minimumBytes: 6)),
    controls: (0..<6).map { key in
      .key(
        ControlID(rawValue: "key-\(key + 1)"), "Key \(key + 1)", [.bit(byte: key, mask: 0x01)],
        ControlPlace(key % 3, key / 3))
    },
    serialTrust: .unique)
}
