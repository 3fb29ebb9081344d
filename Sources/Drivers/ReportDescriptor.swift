/// A HID usage: page and id (USB HID Usage Tables).
public struct HIDUsage: Hashable, Sendable {
  public var page: UInt16
  public var id: UInt16

  public init(page: UInt16, id: UInt16) {
    self.page = page
    self.id = id
  }
}

/// The little that is asked of a HID report descriptor: what its applications are, and whether reports are numbered.
///
/// Format: USB Device Class Definition for HID 1.11, section 6.2.2. Each item is a byte with size, type and tag, then
/// 0, 1, 2 or 4 bytes. Bytes that do not follow the format end the reading; what came before counts.
public struct ReportDescriptor: Hashable, Sendable {
  /// The usages of the top-level collections, in their order.
  public private(set) var applications: [HIDUsage] = []
  public private(set) var isNumbered = false

  /// The kernel's own limit (HID_MAX_DESCRIPTOR_SIZE of linux/hid.h).
  public static let maximumBytes = 4_096

  /// Short items as size-less tags (section 6.2.2.4 and on).
  private enum Tag {
    static let usage: UInt8 = 0x08
    static let usagePage: UInt8 = 0x04
    static let reportID: UInt8 = 0x84
    static let collection: UInt8 = 0xa0
    static let endCollection: UInt8 = 0xc0
    static let long: UInt8 = 0xfe
  }

  public init(_ bytes: [UInt8]) {
    var page: UInt16 = 0
    var usage: HIDUsage?
    var depth = 0
    var rest = bytes.prefix(Self.maximumBytes)
    while let head = rest.popFirst() {
      if head == Tag.long { return }
      let size = head & 3 == 3 ? 4 : Int(head & 3)
      guard rest.count >= size else { return }
      let value = rest.prefix(size).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      rest.removeFirst(size)
      switch head & 0xfc {
      case Tag.usagePage: page = UInt16(truncatingIfNeeded: value)
      case Tag.usage:
        // Four bytes carry the page as well.
        let ownPage = size == 4 ? UInt16(value >> 16) : page
        usage = usage ?? HIDUsage(page: ownPage, id: UInt16(truncatingIfNeeded: value))
      case Tag.reportID: isNumbered = true
      case Tag.collection:
        if depth == 0, let usage { applications.append(usage) }
        depth += 1
        usage = nil
      case Tag.endCollection:
        depth = max(depth - 1, 0)
        usage = nil
      // Input, Output and Feature use up the usages (type 0, main items).
      case let tag where tag & 0x0c == 0: usage = nil
      default: break
      }
    }
  }
}
