internal import CUdev
internal import Domain
internal import Drivers
internal import Glibc
internal import SystemCalls

/// The evdev node of a Device that hwctl knows, as sysfs shows it. Nothing is opened to find this out.
struct MatchedNode: Hashable {
  /// The name of this appearance of the node: "/sys/devices/…/event7".
  var path: String
  /// "/dev/input/event7"
  var node: String
  /// The physical device: nodes with the same parent belong to one attachment.
  var parent: String
  var name: String
  var product: ProductID
  var model: DeviceModel
}

/// libudev: which nodes there are, and which come and go.
struct Udev: ~Copyable {
  enum Change {
    case appeared(MatchedNode)
    case changed(MatchedNode)
    case removed(path: String)
  }

  private let context: OpaquePointer
  private let monitor: OpaquePointer

  /// Hears from now on, so that a device that comes while the list is read is not missed.
  static func listen() throws(HIDError) -> Udev {
    guard let context = udev_new() else { throw HIDError(.discoveryUnavailable, systemCode: errno) }
    guard let monitor = udev_monitor_new_from_netlink(context, "udev") else {
      let code = errno
      udev_unref(context)
      throw HIDError(.discoveryUnavailable, systemCode: code)
    }
    let udev = Udev(context: context, monitor: monitor)
    let filtered = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let enabled = filtered < 0 ? filtered : udev_monitor_enable_receiving(monitor)
    guard enabled >= 0 else { throw HIDError(.discoveryUnavailable, systemCode: -enabled) }
    return udev
  }

  private init(context: OpaquePointer, monitor: OpaquePointer) {
    self.context = context
    self.monitor = monitor
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(context)
  }

  var rawDescriptor: CInt { udev_monitor_get_fd(monitor) }

  /// The next change, nil when there is no more for now. Changes of other devices are passed over.
  borrowing func nextChange() -> Change? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let action = udevText(udev_device_get_action(device)),
        let path = udevText(udev_device_get_syspath(device))
      else { continue }
      if action == "remove" { return .removed(path: path) }
      guard let node = Self.match(device) else { continue }
      return action == "add" ? .appeared(node) : .changed(node)
    }
    return nil
  }

  /// All nodes of known models that are there now, in the order of their paths.
  ///
  /// - Parameter ready: only those that udevd has dealt with; the others will be told as appeared. Before that, a node
  ///   has no access list yet, and its driver may still be at work: the kernel drops reports until it is done.
  static func matchedNodes(ready: Bool) throws(HIDError) -> [MatchedNode] {
    guard let context = udev_new() else { throw HIDError(.discoveryUnavailable, systemCode: errno) }
    defer { udev_unref(context) }
    guard let list = udev_enumerate_new(context) else {
      throw HIDError(.discoveryUnavailable, systemCode: errno)
    }
    defer { udev_enumerate_unref(list) }
    udev_enumerate_add_match_subsystem(list, "input")
    udev_enumerate_add_match_sysname(list, "event*")
    if ready { udev_enumerate_add_match_is_initialized(list) }
    let scanned = udev_enumerate_scan_devices(list)
    // ENOENT: a kernel without any input device has no such class.
    guard scanned >= 0 || scanned == -ENOENT else {
      throw HIDError(.discoveryUnavailable, systemCode: -scanned)
    }
    var nodes: [MatchedNode] = []
    var entry = udev_enumerate_get_list_entry(list)
    while let current = entry {
      if let path = udev_list_entry_get_name(current),
        let device = udev_device_new_from_syspath(context, path)
      {
        if let node = match(device) { nodes.append(node) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return nodes.sorted { $0.path < $1.path }
  }

  private static func match(_ device: OpaquePointer) -> MatchedNode? {
    guard udevText(udev_device_get_sysname(device))?.hasPrefix("event") == true,
      let path = udevText(udev_device_get_syspath(device)),
      let node = udevText(udev_device_get_devnode(device)),
      let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
      let vendor = attribute(input, "id/vendor").flatMap({ UInt16($0, radix: 16) }),
      let productNumber = attribute(input, "id/product").flatMap({ UInt16($0, radix: 16) })
    else { return nil }
    let product = ProductID(vendor: vendor, product: productNumber)
    let name = attribute(input, "name") ?? ""
    // Our own virtual devices: listening to what we type would be a loop.
    guard let model = DeviceCatalogue.model(for: product), !name.hasPrefix("hwctl ") else { return nil }
    return MatchedNode(
      path: path, node: node, parent: parent(of: device) ?? path, name: name, product: product, model: model)
  }

  private static func attribute(_ device: OpaquePointer, _ name: String) -> String? {
    udevText(udev_device_get_sysattr_value(device, name))
  }

  /// The USB device; else the HID device (Bluetooth, uhid); else the input device (uinput).
  private static func parent(of device: OpaquePointer) -> String? {
    let parent =
      udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
      ?? udev_device_get_parent_with_subsystem_devtype(device, "hid", nil)
      ?? udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    return parent.flatMap { udevText(udev_device_get_syspath($0)) }
  }
}

private func udevText(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
