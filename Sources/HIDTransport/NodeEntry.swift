internal import Domain
internal import Drivers

/// One matched node on the input thread: what it is, how far it has come, and its descriptor while it is open.
/// Not Sendable: only the input thread has it.
final class NodeEntry {
  let token: UInt64
  let matched: MatchedNode
  var machine = NodeMachine()
  var node: EvdevNode?
  /// While the node is grabbed.
  var attachment: Attachment?
  /// `blocked` was delivered and not taken back.
  var isBlocked = false

  struct Attachment {
    var descriptor: DeviceDescriptor
    var decoder: DeviceDecoder
  }

  init(token: UInt64, matched: MatchedNode) {
    self.token = token
    self.matched = matched
  }

  /// The serial number where it tells units apart, else the port ("usb-0000:00:14.0-1"), else the place in sysfs.
  func identity() -> DeviceID {
    if let serial = node?.serial, matched.model.serialTrust.isTrustworthy(serial) {
      return DeviceID(product: matched.product, serial: serial)
    }
    guard let path = node?.physicalPath else { return identityByParent }
    return DeviceID(product: matched.product, port: Self.port(path))
  }

  /// For a second unit that has no identity of its own.
  var identityByParent: DeviceID { DeviceID(product: matched.product, port: matched.parent) }

  /// EVIOCGPHYS without the interface: "usb-0000:00:14.0-1/input0" is at port "usb-0000:00:14.0-1".
  static func port(_ physicalPath: String) -> String {
    guard let slash = physicalPath.lastIndex(of: "/"), physicalPath[slash...].hasPrefix("/input"),
      physicalPath[slash...].dropFirst(6).allSatisfy(\.isNumber)
    else { return physicalPath }
    return String(physicalPath[..<slash])
  }
}
