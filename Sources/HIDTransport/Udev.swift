internal import CUdev
internal import Drivers
internal import Glibc
internal import SystemCalls

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
    for subsystem in ["input", "hidraw"] {
      let filtered = udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
      guard filtered >= 0 else { throw HIDError(.discoveryUnavailable, systemCode: -filtered) }
    }
    let enabled = udev_monitor_enable_receiving(monitor)
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
  borrowing func nextChange(_ models: KnownModels) -> Change? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let action = text(udev_device_get_action(device)),
        let path = text(udev_device_get_syspath(device))
      else { continue }
      if action == "remove" { return .removed(path: path) }
      guard let node = MatchedNode(device, models) else { continue }
      return action == "add" ? .appeared(node) : .changed(node)
    }
    return nil
  }

  /// All nodes of known models that are there now, in the order of their paths.
  ///
  /// - Parameter ready: only those that udevd has dealt with; the others will be told as appeared. Before that, a node
  ///   has no access list yet, and its driver may still be at work: the kernel drops reports until it is done.
  static func matchedNodes(_ models: KnownModels, ready: Bool) throws(HIDError) -> [MatchedNode] {
    try list(["input": "event*", "hidraw": "hidraw*"], ready: ready) { MatchedNode($0, models) }
      .sorted { $0.path < $1.path }
  }

  /// What `make` makes of the nodes there are, in no order.
  ///
  /// - Parameter names: by subsystem, the names of its nodes.
  static func list<Node>(
    _ names: [String: String], ready: Bool, _ make: (OpaquePointer) -> Node?
  ) throws(HIDError) -> [Node] {
    guard let context = udev_new() else { throw HIDError(.discoveryUnavailable, systemCode: errno) }
    defer { udev_unref(context) }
    guard let list = udev_enumerate_new(context) else {
      throw HIDError(.discoveryUnavailable, systemCode: errno)
    }
    defer { udev_enumerate_unref(list) }
    for (subsystem, name) in names {
      udev_enumerate_add_match_subsystem(list, subsystem)
      udev_enumerate_add_match_sysname(list, name)
    }
    if ready { udev_enumerate_add_match_is_initialized(list) }
    let scanned = udev_enumerate_scan_devices(list)
    // ENOENT: a kernel without any input device has no such class.
    guard scanned >= 0 || scanned == -ENOENT else {
      throw HIDError(.discoveryUnavailable, systemCode: -scanned)
    }
    var nodes: [Node] = []
    var entry = udev_enumerate_get_list_entry(list)
    while let current = entry {
      if let path = udev_list_entry_get_name(current),
        let device = udev_device_new_from_syspath(context, path)
      {
        if let node = make(device) { nodes.append(node) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return nodes
  }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
