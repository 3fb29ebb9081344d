import Domain
import Drivers
import Foundation
import Testing

/// udev/70-hwctl.rules gives access to what the catalogue knows, and to nothing else.
@Suite struct UdevRulesTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "udev/70-hwctl.rules")

  private static func expected() -> [String] {
    DeviceCatalogue.models.filter { !$0.isTemplate }.flatMap { model in
      ["# \(model.name)"] + model.products.flatMap(lines)
    }
  }

  private static func lines(_ product: ProductID) -> [String] {
    let numbers = product.description.split(separator: ":")
    let (vendor, number) = (numbers[0], numbers[1])
    return [
      #"SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="\#(vendor)", ATTRS{id/product}=="\#(number)", "#
        + #"TAG+="uaccess""#,
      #"SUBSYSTEM=="hidraw", KERNEL=="hidraw*", KERNELS=="*:\#(vendor.uppercased()):\#(number.uppercased()).*", "#
        + #"TAG+="uaccess""#,
    ]
  }

  @Test func `every product has its evdev and its hidraw nodes, and no other product has any`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let expected = Self.expected()
    let first = try #require(lines.firstIndex(of: expected[0]))
    #expect(Array(lines[first...].prefix(expected.count)) == expected)
    let access = lines.filter { $0.contains("uaccess\"") && !$0.hasPrefix("#") }
    // One more: uinput.
    #expect(access.count == expected.filter { !$0.hasPrefix("#") }.count + 1)
  }

  @Test func `the file sorts before the rules that make access lists`() {
    #expect(Self.file.lastPathComponent < "73-seat-late.rules")
    #expect(Self.file.lastPathComponent > "60-persistent-input.rules")
  }
}
