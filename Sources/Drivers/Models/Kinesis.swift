internal import Domain

extension DeviceModel {
  /// Kinesis Savant Elite, first generation, in play mode: three pedals that type stored chords.
  ///
  /// - Id 05f3:030c. 05f3:0232 is the programming mode (a switch on the bottom, then a new plug), which is left alone.
  /// - From the factory the pedals send Ctrl+Alt+4, 5, 6, the whole chord on press (luther7/savantconf; RE_FINDINGS.md of
  ///   Dicklesworthstone/savant-elite): Keyboard usages 0x21...0x23 after 0xe0 and 0xe2. Only the last key counts; the
  ///   modifiers are common to all and belong to no Control.
  static let kinesisSavantElite = DeviceModel(
    id: "kinesis-savant-elite",
    name: "Kinesis Savant Elite",
    products: [ProductID(vendor: 0x05f3, product: 0x030c)],
    controls: ControlDescription.pedals(
      left: .key(scan: 0x70021, code: 5), center: .key(scan: 0x70022, code: 6),
      right: .key(scan: 0x70023, code: 7)),
    isReprogrammable: true)

  /// Kinesis Savant Elite2: up to three pedals and four jacks.
  ///
  /// - Id 29ea:0100: a user's udev and keyd notes, one source.
  /// - What the inputs send is in a text file on a drive inside the unit, and no public source gives the factory's. hwctl
  ///   takes F1...F7 (Keyboard usages 0x3a...0x40; the kernel's KEY_F1...KEY_F7 are 59...65), which is what the notes
  ///   set for the first: write them to the file, or learn the unit.
  static let kinesisSavantElite2 = DeviceModel(
    id: "kinesis-savant-elite2",
    name: "Kinesis Savant Elite2",
    products: [ProductID(vendor: 0x29ea, product: 0x0100)],
    controls: ControlDescription.pedals(left: functionKey(1), center: functionKey(2), right: functionKey(3))
      + (1...4).map { jack in
        .key(
          ControlID(rawValue: "jack-\(jack)"), "Jack \(jack)", [functionKey(3 + jack)],
          ControlPlace(jack - 1, 1))
      },
    isReprogrammable: true)

  private static func functionKey(_ number: Int) -> ControlSignal {
    .key(scan: 0x70039 + UInt32(number), code: 58 + UInt16(number))
  }
}
