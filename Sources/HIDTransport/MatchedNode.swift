internal import CEvdev
internal import CUdev
internal import Domain
internal import Drivers
internal import Glibc
internal import SystemCalls

/// A node of a Device that hwctl knows, as sysfs shows it. The node itself is not opened to find this out.
struct MatchedNode: Hashable {
  enum Kind: Hashable {
    case evdev
    /// - Parameter isNumbered: its reports begin with a report id.
    case hidraw(isNumbered: Bool)
  }

  /// The name of this appearance of the node: "/sys/devices/…/event7".
  var path: String
  /// "/dev/input/event7" or "/dev/hidraw3"
  var node: String
  var kind: Kind
  /// The physical device, its path in sysfs or its Bluetooth address: nodes with the same parent belong to one attachment.
  var parent: String
  var name: String
  var product: ProductID
  var model: DeviceModel
  var role: NodeRole
  /// What the driver calls "uniq": the USB serial number or the Bluetooth address. Empty where there is none.
  var serial: String
  /// "usb-0000:00:14.0-1/input0": port and interface. Empty where the driver tells none.
  var physicalPath: String

  /// "usb-0000:00:14.0-1"
  var port: String { Self.split(physicalPath).port }

  /// The physical path at its "/inputN", where it has one.
  static func split(_ path: String) -> (port: String, interface: Int?) {
    guard let slash = path.lastIndex(of: "/"), path[slash...].hasPrefix("/input"),
      let number = Int(path[slash...].dropFirst(6))
    else { return (path, nil) }
    return (String(path[..<slash]), number)
  }
}

extension MatchedNode {
  /// Nil for a node of an unknown product, for one that is of no use, and for our own virtual devices: listening to what
  /// we type would be a loop.
  init?(_ device: OpaquePointer, _ models: KnownModels) {
    guard let sysname = text(udev_device_get_sysname(device)),
      let path = text(udev_device_get_syspath(device)),
      let node = text(udev_device_get_devnode(device)),
      let facts = sysname.hasPrefix("event")
        ? HIDFacts(event: device) : sysname.hasPrefix("hidraw") ? HIDFacts(hidraw: device) : nil,
      !facts.name.hasPrefix("hwctl "), let model = models.model(for: facts.product)
    else { return nil }
    let interface = Self.split(facts.physicalPath).interface
    // Only now: reading the descriptor of every device that is plugged in would be in vain.
    let traits = NodeTraits(kind: facts.kind(device), interface: interface)
    guard let role = model.role(of: traits) else { return nil }
    self.init(
      path: path, node: node, kind: Self.kind(traits),
      parent: facts.bluetoothUnit ?? Self.parent(of: device) ?? path,
      name: facts.name, product: facts.product, model: model, role: role, serial: facts.serial,
      physicalPath: facts.physicalPath)
  }

  private static func kind(_ traits: NodeTraits) -> Kind {
    if case .hidraw(let descriptor) = traits.kind {
      .hidraw(isNumbered: descriptor.isNumbered)
    } else {
      .evdev
    }
  }

  /// The USB device; else the HID device (uhid); else the input device (uinput).
  private static func parent(of device: OpaquePointer) -> String? {
    let parent =
      udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
      ?? udev_device_get_parent_with_subsystem_devtype(device, "hid", nil)
      ?? udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    return parent.flatMap { text(udev_device_get_syspath($0)) }
  }
}

/// What the parent of a node says of the device.
struct HIDFacts {
  var product: ProductID
  var name: String
  var serial: String
  var physicalPath: String
  /// As linux/input.h numbers them; nil where the kernel does not say.
  private var bus: UInt16?
  private var keys: String?

  /// On a bus where things come and go, and say what they are.
  var isPluggable: Bool { bus == UInt16(BUS_USB) || bus == UInt16(BUS_BLUETOOTH) }

  /// Names the unit. BlueZ makes a HID device of each HID service that a unit has, and nothing but the address, which the
  /// kernel has as "uniq", says that they are one. Nil on other buses.
  var bluetoothUnit: String? {
    bus == UInt16(BUS_BLUETOOTH) && !serial.isEmpty ? "bluetooth/\(serial.lowercased())/\(product)" : nil
  }

  /// The codes of the keys that an input device has.
  var keyCodes: Set<UInt16> { keys.map(Self.keyCodes) ?? [] }

  /// The attributes of the input device (Documentation/input/, `struct input_dev`).
  init?(event device: OpaquePointer) {
    guard let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
      let vendor = attribute(input, "id/vendor").flatMap({ UInt16($0, radix: 16) }),
      let product = attribute(input, "id/product").flatMap({ UInt16($0, radix: 16) })
    else { return nil }
    self.product = ProductID(vendor: vendor, product: product)
    name = attribute(input, "name") ?? ""
    serial = attribute(input, "uniq") ?? ""
    physicalPath = attribute(input, "phys") ?? ""
    bus = attribute(input, "id/bustype").flatMap { UInt16($0, radix: 16) }
    keys = attribute(input, "capabilities/key")
  }

  /// The properties of the HID device (hid_uevent in drivers/hid/hid-core.c): HID_ID is "0003:000005F3:000000FF".
  init?(hidraw device: OpaquePointer) {
    guard let hid = udev_device_get_parent_with_subsystem_devtype(device, "hid", nil),
      let numbers = property(hid, "HID_ID")?.split(separator: ":"), numbers.count == 3,
      let bus = UInt16(numbers[0], radix: 16), let vendor = UInt32(numbers[1], radix: 16),
      let product = UInt32(numbers[2], radix: 16)
    else { return nil }
    self.product = ProductID(
      vendor: UInt16(truncatingIfNeeded: vendor), product: UInt16(truncatingIfNeeded: product))
    name = property(hid, "HID_NAME") ?? ""
    serial = property(hid, "HID_UNIQ") ?? ""
    physicalPath = property(hid, "HID_PHYS") ?? ""
    self.bus = bus
    keys = nil
  }

  func kind(_ device: OpaquePointer) -> NodeTraits.Kind {
    guard let hid = udev_device_get_parent_with_subsystem_devtype(device, "hid", nil),
      text(udev_device_get_subsystem(device)) == "hidraw"
    else { return .evdev(keys: keys.map(Self.keyCodes)) }
    return .hidraw(ReportDescriptor(Self.descriptor(text(udev_device_get_syspath(hid)) ?? "")))
  }

  /// "10000000000000 0 2": words of 64 bits, the highest first, without leading zeros (input_print_bitmap, input.c).
  private static func keyCodes(_ bitmap: String) -> Set<UInt16> {
    var codes: Set<UInt16> = []
    for (place, word) in bitmap.split(separator: " ").reversed().enumerated() {
      var bits = UInt64(word, radix: 16) ?? 0
      while bits != 0 {
        codes.insert(UInt16(place * 64 + bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    return codes
  }

  private static func descriptor(_ hid: String) -> [UInt8] {
    guard let file = try? FileDescriptor.open(hid + "/report_descriptor", O_RDONLY) else { return [] }
    return withUnsafeTemporaryAllocation(byteCount: ReportDescriptor.maximumBytes, alignment: 1) { buffer in
      let count = (try? file.read(into: buffer)).flatMap { $0 } ?? 0
      return Array(buffer[..<count])
    }
  }
}

private func attribute(_ device: OpaquePointer, _ name: String) -> String? {
  text(udev_device_get_sysattr_value(device, name))
}

private func property(_ device: OpaquePointer, _ name: String) -> String? {
  text(udev_device_get_property_value(device, name))
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
