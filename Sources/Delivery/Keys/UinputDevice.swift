internal import CEvdev
internal import CSystem
internal import Glibc
internal import SystemCalls

/// One keyboard made through /dev/uinput. The kernel removes it, and lets go of its keys, when the descriptor closes.
final class UinputDevice: Sendable {
  private let descriptor: FileDescriptor
  /// libevdev's record of the device. Unprotected: it is not changed between init and deinit.
  private nonisolated(unsafe) let device: OpaquePointer
  /// "event7"
  let nodeName: String

  static let path = "/dev/uinput"

  init(name: String, keyCodes: [UInt16]) throws(DeliveryError) {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(Self.path, O_RDWR | O_NONBLOCK)
    } catch {
      throw Self.openFailure(error)
    }
    guard let template = Self.template(name: name, keyCodes: keyCodes) else {
      throw DeliveryError(.uinputFailed, subject: Self.path)
    }
    defer { libevdev_free(template) }
    var device: OpaquePointer?
    let result = libevdev_uinput_create_from_device(template, descriptor.rawValue, &device)
    guard result == 0, let device else {
      let cause = SystemError(call: "create", subject: Self.path, code: -result)
      throw DeliveryError(.uinputFailed, subject: Self.path, cause: cause)
    }
    self.descriptor = descriptor
    self.device = device
    nodeName =
      libevdev_uinput_get_devnode(device).map { String(cString: $0) }?
      .split(separator: "/").last.map(String.init) ?? ""
  }

  deinit { libevdev_uinput_destroy(device) }

  static func openFailure(_ error: SystemError) -> DeliveryError {
    let code: DeliveryError.Code =
      switch error.code {
      case EACCES, EPERM: .noUinputPermission
      case ENOENT, ENODEV, ENXIO: .noUinput
      default: .uinputFailed
      }
    return DeliveryError(code, subject: path, cause: error)
  }

  private static func template(name: String, keyCodes: [UInt16]) -> OpaquePointer? {
    guard let template = libevdev_new() else { return nil }
    libevdev_set_name(template, name)
    libevdev_set_id_bustype(template, CInt(BUS_VIRTUAL))
    // pid.codes' vendor number for private use.
    libevdev_set_id_vendor(template, 0x1209)
    libevdev_set_id_product(template, 0x7fff)
    for code in keyCodes { libevdev_enable_event_code(template, UInt32(EV_KEY), UInt32(code), nil) }
    for code in [LED_NUML, LED_CAPSL, LED_SCROLLL] {
      libevdev_enable_event_code(template, UInt32(EV_LED), UInt32(code), nil)
    }
    // Never sent. The kernel sizes a reader's queue by the axes: with nine it holds 128 events instead of 64
    // (drivers/input/evdev.c, drivers/input/input.c). No X, Y or WHEEL, which would make it a pointer to udev.
    for code in [3, 4, 5, 7, 9, 10, 13, 14, 15] {
      libevdev_enable_event_code(template, UInt32(EV_REL), UInt32(code), nil)
    }
    return template
  }

  /// Sends frames with one write(2), so that no other writer's events come between.
  func write(_ frames: [KeyFrame]) throws(SystemError) {
    let events = Self.events(frames)
    guard !events.isEmpty else { return }
    let code = write(events, 0..<events.count)
    if code != 0 { throw SystemError(call: "write", subject: Self.path, code: code) }
  }

  /// Sends prepared events with one write(2).
  ///
  /// uinput takes whole events, as many as there are, or fails (drivers/input/misc/uinput.c).
  ///
  /// - Returns: 0, or errno.
  func write(_ events: [input_event], _ range: Range<Int>) -> CInt {
    let size = MemoryLayout<input_event>.stride
    return events.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      while true {
        let written = Glibc.write(
          descriptor.rawValue, base + range.lowerBound * size, range.count * size)
        if written >= 0 { return 0 }
        if errno != EINTR { return errno }
      }
    }
  }

  static func events(_ frames: [KeyFrame]) -> [input_event] {
    var events: [input_event] = []
    for frame in frames where !frame.isEmpty {
      for transition in frame {
        events.append(event(EV_KEY, CInt(transition.code), transition.isDown ? 1 : 0))
      }
      events.append(event(EV_SYN, SYN_REPORT, 0))
    }
    return events
  }

  private static func event(_ type: CInt, _ code: CInt, _ value: CInt) -> input_event {
    var event = input_event()
    event.type = UInt16(type)
    event.code = UInt16(code)
    event.value = value
    return event
  }

  /// The last state of the Caps Lock light since the last call; nil when nobody has set it since.
  ///
  /// These events come from the desktop or the kernel's console, not from a user's keys.
  func takeCapsLockLight() -> Bool? {
    var state: Bool?
    var event = input_event()
    while true {
      let count = withUnsafeMutableBytes(of: &event) { (try? descriptor.read(into: $0)) ?? nil } ?? 0
      guard count == MemoryLayout<input_event>.size else { return state }
      if CInt(event.type) == EV_LED, CInt(event.code) == LED_CAPSL { state = event.value != 0 }
    }
  }
}
