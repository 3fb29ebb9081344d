internal import CEvdev
internal import CSystem
internal import Glibc
internal import SystemCalls

/// The virtual copy of a grabbed keyboard, through which everything but chords goes on to the desktop.
///
/// The kernel removes it, and lets go of its keys, when the descriptor closes.
struct CopyKeyboard: ~Copyable {
  static let path = "/dev/uinput"

  /// UINPUT_MAX_NAME_SIZE of linux/uinput.h, without the end.
  private static let nameLimit = 79

  /// What comes back from the desktop at a time: the kernel keeps 16 (UINPUT_BUFFER_SIZE).
  private static let bufferEvents = 32

  let descriptor: FileDescriptor
  /// "event9"
  let nodeName: String
  private let device: OpaquePointer
  private let buffer: UnsafeMutableBufferPointer<input_event>

  /// A keyboard with the same keys, lights, axes and numbers, and a name of ours.
  init(of source: borrowing SourceKeyboard, name: String) throws(SystemError) {
    let descriptor = try FileDescriptor.open(Self.path, O_RDWR | O_NONBLOCK)
    guard let template = source.capabilities() else {
      throw SystemError(call: "read the capabilities for", subject: Self.path, code: ENODEV)
    }
    defer { libevdev_free(template) }
    libevdev_set_name(template, Self.copyName(of: name))
    // Auto-repeat is passed on as it comes; with EV_REP the kernel would repeat the copy's keys once more. Sounds and
    // force feedback are not passed back.
    for type in [EV_REP, EV_SND, EV_FF] { libevdev_disable_event_type(template, UInt32(type)) }
    var device: OpaquePointer?
    let result = libevdev_uinput_create_from_device(template, descriptor.rawValue, &device)
    guard result == 0, let device else {
      throw SystemError(call: "create", subject: Self.path, code: -result)
    }
    self.descriptor = descriptor
    self.device = device
    let node = libevdev_uinput_get_devnode(device).map { String(cString: $0) } ?? ""
    nodeName = String(node.split(separator: "/").last ?? "")
    buffer = .allocate(capacity: Self.bufferEvents)
  }

  deinit {
    libevdev_uinput_destroy(device)
    buffer.deallocate()
  }

  /// "hwctl copy of Acme Keyboard", cut to what the kernel takes.
  static func copyName(of name: String) -> String {
    var text = KeyboardNode.ownPrefix + "copy of " + name
    while text.utf8.count > nameLimit { text.removeLast() }
    return text
  }

  /// One write(2), so that no frame is torn. False when the copy is gone.
  borrowing func write(_ events: UnsafeMutableBufferPointer<input_event>) -> Bool {
    let bytes = events.count * MemoryLayout<input_event>.stride
    while true {
      let written = Glibc.write(descriptor.rawValue, events.baseAddress, bytes)
      if written == bytes { return true }
      guard written < 0, errno == EINTR else { return false }
    }
  }

  /// Takes what came back, and gives the lights that the desktop has set, each frame ended; empty when there are none.
  ///
  /// The kernel gives back every scan code that was written as well (MSC events go to the device, too), and keeps 16
  /// events: it has to be emptied after each write, or a light may be lost.
  borrowing func takeLights() -> UnsafeMutableBufferPointer<input_event> {
    let bytes = read(
      descriptor.rawValue, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
    var count = 0
    for event in buffer[..<(max(bytes, 0) / MemoryLayout<input_event>.stride)]
    where event.type == UInt16(EV_LED) {
      buffer[count] = event
      count += 1
    }
    guard count > 0 else { return UnsafeMutableBufferPointer(rebasing: buffer[..<0]) }
    if count == buffer.count { count -= 1 }
    buffer[count] = input_event()
    return UnsafeMutableBufferPointer(rebasing: buffer[...count])
  }

  /// Lets keys go, in one frame.
  borrowing func release(_ keys: KeySet) {
    let events = UnsafeMutableBufferPointer<input_event>.allocate(capacity: keys.members.count + 1)
    defer { events.deallocate() }
    events.initialize(repeating: input_event())
    for (index, key) in keys.members.enumerated() {
      events[index].type = UInt16(EV_KEY)
      events[index].code = key
    }
    // When this fails the copy has gone, and the kernel has let go of its keys.
    if events.count > 1 { _ = write(events) }
  }
}
