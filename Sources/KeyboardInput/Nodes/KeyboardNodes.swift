internal import CUdev
internal import Domain
internal import Glibc

/// libudev: which evdev nodes there are, and which come and go.
struct KeyboardNodes: ~Copyable {
  enum Change {
    case present(KeyboardNode)
    case removed(path: String)
  }

  private let context: OpaquePointer
  private let monitor: OpaquePointer

  /// Hears from now on, so that a keyboard that comes while the list is read is not missed.
  static func listen() throws(KeyboardInputError) -> KeyboardNodes {
    guard let context = udev_new() else {
      throw KeyboardInputError(.discoveryUnavailable, systemCode: errno)
    }
    guard let monitor = udev_monitor_new_from_netlink(context, "udev") else {
      let code = errno
      udev_unref(context)
      throw KeyboardInputError(.discoveryUnavailable, systemCode: code)
    }
    let nodes = KeyboardNodes(context: context, monitor: monitor)
    let filtered = udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let enabled = filtered < 0 ? filtered : udev_monitor_enable_receiving(monitor)
    guard enabled >= 0 else { throw KeyboardInputError(.discoveryUnavailable, systemCode: -enabled) }
    return nodes
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

  /// The next change, nil when there is no more for now.
  borrowing func nextChange() -> Change? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let action = text(udev_device_get_action(device)),
        let path = text(udev_device_get_syspath(device))
      else { continue }
      if action == "remove" { return .removed(path: path) }
      if let node = Self.node(device) { return .present(node) }
    }
    return nil
  }

  /// The nodes that udevd has dealt with; the others will be told as changes.
  borrowing func present() throws(KeyboardInputError) -> [KeyboardNode] {
    guard let list = udev_enumerate_new(context) else {
      throw KeyboardInputError(.discoveryUnavailable, systemCode: errno)
    }
    defer { udev_enumerate_unref(list) }
    udev_enumerate_add_match_subsystem(list, "input")
    udev_enumerate_add_match_sysname(list, "event*")
    udev_enumerate_add_match_is_initialized(list)
    let scanned = udev_enumerate_scan_devices(list)
    // ENOENT: a kernel without any input device has no such class.
    guard scanned >= 0 || scanned == -ENOENT else {
      throw KeyboardInputError(.discoveryUnavailable, systemCode: -scanned)
    }
    return entries(udev_enumerate_get_list_entry(list)).compactMap { path in
      guard let device = udev_device_new_from_syspath(context, path) else { return nil }
      defer { udev_device_unref(device) }
      return Self.node(device)
    }
  }

  private static func node(_ device: OpaquePointer) -> KeyboardNode? {
    guard text(udev_device_get_sysname(device))?.hasPrefix("event") == true,
      let path = text(udev_device_get_syspath(device)), let node = text(udev_device_get_devnode(device)),
      let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    else { return nil }
    func number(_ name: String) -> UInt16 {
      text(udev_device_get_sysattr_value(input, name)).flatMap { UInt16($0, radix: 16) } ?? 0
    }
    return KeyboardNode(
      path: path, node: node, name: text(udev_device_get_sysattr_value(input, "name")) ?? "",
      product: ProductID(vendor: number("id/vendor"), product: number("id/product")),
      links: entries(udev_device_get_devlinks_list_entry(device)),
      hasKeys: text(udev_device_get_property_value(device, "ID_INPUT_KEY")) == "1")
  }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

/// The names of a list of libudev.
private func entries(_ first: OpaquePointer?) -> [String] {
  var names: [String] = []
  var entry = first
  while let current = entry {
    if let name = text(udev_list_entry_get_name(current)) { names.append(name) }
    entry = udev_list_entry_get_next(current)
  }
  return names
}
