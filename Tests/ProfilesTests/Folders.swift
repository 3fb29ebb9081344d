import SystemCalls

/// The checkout that the tests were built from.
enum Folders {
  static let checkout = Files.parent(of: Files.parent(of: Files.parent(of: #filePath)))
  static let readyMade = checkout + "/profiles"

  /// Files as released versions have written them.
  static func fixture(_ name: String) throws -> [UInt8] {
    try Files.read("\(checkout)/Tests/Fixtures/settings/\(name)", limit: 100_000)
  }
}
