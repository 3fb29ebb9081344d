internal import CSystemd
internal import Glibc

/// An interface as sd-bus wants it: a table of C strings and callbacks that stays where it is as long as the slot lives.
final class ExportedInterface {
  private let methods: [String: BusMethod]
  private let properties: [String: BusProperty]
  let table: UnsafeMutablePointer<sd_bus_vtable>
  private var strings: [UnsafeMutablePointer<CChar>] = []
  var slot: OpaquePointer?

  init(_ interface: BusInterface) {
    methods = Dictionary(interface.methods.map { ($0.name, $0) }) { first, _ in first }
    properties = Dictionary(interface.properties.map { ($0.name, $0) }) { first, _ in first }
    let count = interface.methods.count + interface.signals.count + interface.properties.count + 2
    table = .allocate(capacity: count)
    var entries = [hwctl_vtable_start()]
    for method in interface.methods {
      entries.append(hwctl_vtable_method(keep(method.name), keep(method.takes), keep(method.gives), called))
    }
    for signal in interface.signals {
      entries.append(hwctl_vtable_signal(keep(signal.name), keep(signal.carries)))
    }
    for property in interface.properties {
      let (name, signature) = (keep(property.name), keep(property.signature))
      entries.append(
        property.set == nil
          ? hwctl_vtable_property(name, signature, propertyRead)
          : hwctl_vtable_writable_property(name, signature, propertyRead, propertyWritten))
    }
    entries.append(hwctl_vtable_end())
    for (index, entry) in entries.enumerated() { (table + index).initialize(to: entry) }
  }

  deinit {
    end()
    table.deallocate()
    for string in strings { string.deallocate() }
  }

  /// After this sd-bus does not come back to this object.
  func end() { slot = sd_bus_slot_unref(slot) }

  private func keep(_ text: String) -> UnsafePointer<CChar> {
    let characters = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
    for (index, character) in characters.enumerated() { (copy + index).initialize(to: character) }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  fileprivate func call(_ message: OpaquePointer) -> CInt {
    guard let member = sd_bus_message_get_member(message), let method = methods[String(cString: member)],
      let call = try? MessageReader.message(message)
    else { return -EBADMSG }
    method.handler(BusInvocation(call, message))
    return 1
  }

  fileprivate func read(_ name: String, into reply: OpaquePointer) -> CInt {
    guard let property = properties[name], (try? MessageWriter.append(property.get(), to: reply)) != nil
    else {
      return -EINVAL
    }
    return 1
  }

  fileprivate func write(_ name: String, from message: OpaquePointer) -> CInt {
    guard let set = properties[name]?.set, let value = try? MessageReader.value(message) else {
      return -EINVAL
    }
    set(value)
    return 1
  }
}

private func exported(_ userdata: UnsafeMutableRawPointer?) -> ExportedInterface? {
  userdata.map { Unmanaged<ExportedInterface>.fromOpaque($0).takeUnretainedValue() }
}

private let called: sd_bus_message_handler_t = { message, userdata, _ in
  guard let message, let interface = exported(userdata) else { return -EINVAL }
  return interface.call(message)
}

private let propertyRead: sd_bus_property_get_t = { _, _, _, property, reply, userdata, _ in
  guard let property, let reply, let interface = exported(userdata) else { return -EINVAL }
  return interface.read(String(cString: property), into: reply)
}

private let propertyWritten: sd_bus_property_set_t = { _, _, _, property, value, userdata, _ in
  guard let property, let value, let interface = exported(userdata) else { return -EINVAL }
  return interface.write(String(cString: property), from: value)
}
