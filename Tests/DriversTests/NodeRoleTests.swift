import Domain
import Drivers
import Testing

@Suite struct NodeRoleTests {
  private static let rawHID: [UInt8] = [
    0x06, 0x60, 0xff, 0x09, 0x61, 0xa1, 0x01, 0x09, 0x62, 0x15, 0x00, 0x26, 0xff, 0x00, 0x95, 0x20, 0x75,
    0x08, 0x81, 0x02, 0xc0,
  ]

  private func role(_ model: ModelID, _ kind: NodeTraits.Kind, interface: Int? = nil) throws -> NodeRole? {
    try #require(DeviceCatalogue.model(id: model)).role(of: NodeTraits(kind: kind, interface: interface))
  }

  @Test func `an evdev model reads its evdev nodes and leaves hidraw alone`() throws {
    #expect(try role("pcsensor-footswitch", .evdev(keys: nil)) == .reads)
    #expect(try role("pcsensor-footswitch", .hidraw(ReportDescriptor([]))) == nil)
  }

  @Test func `of a QMK board only the node with macro keys is taken`() throws {
    #expect(try role("qmk-buttons", .evdev(keys: [0x290, 0x291])) == .reads)
    #expect(try role("qmk-buttons", .evdev(keys: [30, 48])) == nil)
    #expect(try role("qmk-buttons", .evdev(keys: nil)) == nil)
  }

  @Test func `a hidraw model reads one node and silences its evdev nodes`() throws {
    #expect(try role("contour-shuttle-xpress", .hidraw(ReportDescriptor([]))) == .reads)
    #expect(try role("contour-shuttle-xpress", .evdev(keys: nil)) == .silences)
  }

  @Test func `X-keys are read on interface 0`() throws {
    #expect(try role("xkeys-xk3", .hidraw(ReportDescriptor([])), interface: 0) == .reads)
    #expect(try role("xkeys-xk3", .hidraw(ReportDescriptor([])), interface: 1) == nil)
    #expect(try role("xkeys-xk3", .hidraw(ReportDescriptor([])), interface: nil) == .reads)
  }

  @Test func `QMK raw HID is known by its application, and its keyboard is not silenced`() throws {
    #expect(try role("qmk-raw", .hidraw(ReportDescriptor(Self.rawHID))) == .reads)
    #expect(try role("qmk-raw", .hidraw(ReportDescriptor([]))) == nil)
    #expect(try role("qmk-raw", .evdev(keys: [30])) == nil)
  }

  @Test func `applications are the top-level collections only`() {
    let descriptor = ReportDescriptor([
      0x05, 0x0c, 0x09, 0x03, 0xa1, 0x01, 0xa1, 0x02, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x81, 0x02, 0xc0,
      0xc0, 0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x85, 0x01, 0x81, 0x02, 0xc0,
    ])
    #expect(descriptor.applications == [HIDUsage(page: 0x0c, id: 3), HIDUsage(page: 1, id: 6)])
    #expect(descriptor.isNumbered)
    #expect(!ReportDescriptor(Self.rawHID).isNumbered)
    // A usage of four bytes brings its page.
    #expect(
      ReportDescriptor([0x0b, 0x01, 0x00, 0xff, 0xff, 0xa1, 0x01]).applications == [
        HIDUsage(page: 0xffff, id: 1)
      ])
  }

  @Test(arguments: 0..<21) func `a descriptor that is cut off anywhere is no trap`(length: Int) {
    _ = ReportDescriptor(Array(Self.rawHID.prefix(length)))
    _ = ReportDescriptor([0xfe, 0x03] + Self.rawHID.prefix(length) + [0xc0, 0xc0, 0xc0, 0xff])
  }
}
