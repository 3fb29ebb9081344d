internal import Domain

/// P.I. Engineering X-keys, read by hidraw on interface 0.
///
/// Ids, bytes and bits: SuperFlyTV/xkeys, packages/core/src/products.ts and xkeys.ts, confirmed by the recordings there.
/// The input report has no id:
///
///     byte 0   unit id, 0 from the factory, which the user can set; stored in the unit
///     byte 1   bit 0 program switch (always 1 on some XK-3), bit 1 reply to a request; above 3: a report of another kind
///     byte 2…  one byte for each column of keys, bit 0 the top row; then jog (steps) and shuttle (position), both signed
///     then     milliseconds since the unit's start, four bytes; not used, as the host's clock is the one of all others
///
/// Their USB serial numbers are not relied on by that library. Other product numbers of the same units type keys.
extension DeviceModel {
  static let xkeysXK3 = DeviceModel(
    id: "xkeys-xk3",
    name: "X-keys XK-3 Foot Pedal",
    products: [ProductID(vendor: 0x05f3, product: 0x0438), ProductID(vendor: 0x05f3, product: 0x043a)],
    // The time stamp ends at byte 21; recorded reports have 32 bytes.
    transport: .hidraw(xkeys(minimumBytes: 22)),
    controls: ControlDescription.pedals(
      left: .bit(byte: 2, mask: 0x02), center: .bit(byte: 2, mask: 0x04), right: .bit(byte: 2, mask: 0x08)))

  static let xkeysXK24 = DeviceModel(
    id: "xkeys-xk24",
    name: "X-keys XK-24",
    products: [ProductID(vendor: 0x05f3, product: 0x0405), ProductID(vendor: 0x05f3, product: 0x0403)],
    transport: .hidraw(xkeys(minimumBytes: 10)),
    controls: keys(columns: 4, rows: 6))

  /// The shuttle goes to 7 on both sides in the recordings.
  static let xkeysXK12Jog = DeviceModel(
    id: "xkeys-xk12-jog",
    name: "X-keys XK-12 Jog & Shuttle",
    products: [ProductID(vendor: 0x05f3, product: 0x0426), ProductID(vendor: 0x05f3, product: 0x0428)],
    transport: .hidraw(xkeys(minimumBytes: 12)),
    controls: keys(columns: 4, rows: 3) + [
      ControlDescription(
        id: "jog", name: "Jog wheel", kind: .wheel, signals: [.steps(byte: 6)],
        place: ControlPlace(1, 4, columns: 2, rows: 2)),
      ControlDescription(
        id: "shuttle", name: "Shuttle ring", kind: .shuttle, signals: [.position(byte: 7)],
        place: ControlPlace(0, 3, columns: 4, rows: 4), range: -127...127),
    ])

  private static func xkeys(minimumBytes: Int) -> ReportLayout {
    ReportLayout(
      minimumBytes: minimumBytes, conditions: [ReportLayout.ByteCondition(byte: 1, allowed: 0...3)],
      unitByte: 0, interface: 0)
  }

  /// "key-2-1": the second row from the top, the first column from the left.
  private static func keys(columns: Int, rows: Int) -> [ControlDescription] {
    (0..<rows).flatMap { row in
      (0..<columns).map { column in
        .key(
          ControlID(rawValue: "key-\(row + 1)-\(column + 1)"), "Row \(row + 1), column \(column + 1)",
          [.bit(byte: 2 + column, mask: 1 << UInt8(row))], ControlPlace(column, row))
      }
    }
  }
}
