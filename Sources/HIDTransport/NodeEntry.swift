internal import Domain
internal import Drivers

/// One matched node on the input thread: what it is, how far it has come, and its descriptor while it is open.
/// Not Sendable: only the input thread has it.
final class NodeEntry {
  let token: UInt64
  let matched: MatchedNode
  let group: DeviceGroup
  var machine = NodeMachine()
  // Not checked at run time: the input thread has them alone, and no receiver of events comes back to them.
  @exclusivity(unchecked) var evdev: EvdevNode?
  var hidraw: HidrawNode?
  /// Its number in the Device's decoder, while the Device is attached and the node is one that is read.
  @exclusivity(unchecked) var source: Int?
  /// `blocked` was delivered and not taken back.
  var isBlocked = false
  /// Of the EV_ABS axes that its Controls are made of, as they were when it was joined.
  var axes: [UInt16: AxisRange] = [:]
  /// Counts how often it was opened, so that an answer to an older question is known as such.
  var openings = 0
  /// Counts reports, so that an older state does not undo a newer one.
  var reports = 0
  /// The number that the user has given to the unit, where the device has told one.
  var unit: UInt8?
  /// The events of a frame that is not complete, while somebody records.
  var frame: [RawInputEvent] = []

  init(token: UInt64, matched: MatchedNode, group: DeviceGroup) {
    self.token = token
    self.matched = matched
    self.group = group
  }

  /// Its reports begin with a report id.
  var isNumbered: Bool { matched.kind == .hidraw(isNumbered: true) }

  /// What tells this unit from others, as long as no other says the same: the serial number or the number that the user
  /// has given it, else the port ("usb-0000:00:14.0-1"), else the place in sysfs.
  var identity: DeviceID {
    let (product, model) = (matched.product, matched.model)
    if model.serialTrust.isTrustworthy(matched.serial) {
      return DeviceID(product: product, serial: matched.serial)
    }
    if let unit { return DeviceID(product: product, serial: "unit-\(unit)") }
    return matched.port.isEmpty ? identityByParent : DeviceID(product: product, port: matched.port)
  }

  /// For a second unit that says the same as the first.
  var identityByParent: DeviceID { DeviceID(product: matched.product, port: matched.parent) }
}

/// One physical Device on the input thread, with its nodes by their numbers. Not Sendable, as `NodeEntry`.
final class DeviceGroup {
  let parent: String
  var machine: GroupMachine
  var panic = PanicMachine()
  /// While the Device is attached.
  @exclusivity(unchecked) var attachment: Attachment?

  struct Attachment {
    var descriptor: DeviceDescriptor
    var decoder: DeviceDecoder
    /// The identity before it was compared with those of other units.
    var identity: DeviceID
    var areAllDown = false
    var malformedReports = 0

    /// On a Device that has a panic chord.
    var isPanicChordDown: Bool {
      decoder.isEveryControlPressed && descriptor.controls.count >= PanicMachine.minimumControls
    }
  }

  init(parent: String, isSuspended: Bool) {
    self.parent = parent
    machine = GroupMachine(isSuspended: isSuspended)
  }
}
