import CSystem
import Domain
import Glibc
import SystemCalls

/// An Infinity made by the kernel's uhid driver (Documentation/hid/uhid.rst): a HID device whose reports this test
/// writes. Bus USB and the real ids, so that the kernel's quirk for it applies. It is unplugged with `deinit`.
struct VirtualPedal: ~Copyable {
  /// The shorter of the two descriptors in circulation.
  private static let descriptor: [UInt8] = [
    0x05, 0x0c, 0x09, 0x03, 0xa1, 0x01, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x15, 0x00, 0x25, 0x01, 0x95,
    0x03, 0x75,
    0x01, 0x81, 0x02, 0x95, 0x01, 0x75, 0x05, 0x81, 0x01, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01, 0xc0,
  ]
  private static let create2: UInt32 = 11
  private static let input2: UInt32 = 12
  /// Sent by the kernel when the driver begins.
  private static let start: UInt32 = 2

  private let file: FileDescriptor

  init(port: String, name: String = "VEC  VEC USB Footpedal") throws(SystemError) {
    let file = try FileDescriptor.open("/dev/uhid", O_RDWR)
    var event = Self.bytes(Self.create2)
    event += Self.padded(name, 128) + Self.padded(port + "/input0", 64) + Self.padded("", 64)
    event += Self.bytes(UInt16(Self.descriptor.count)) + Self.bytes(UInt16(BUS_USB))
    event += Self.bytes(UInt32(0x05f3)) + Self.bytes(UInt32(0x00ff)) + Self.bytes(UInt32(0x0100))
    event += Self.bytes(UInt32(0)) + Self.descriptor
    // struct uhid_event is as long as its longest request.
    event += [UInt8](repeating: 0, count: 4_380 - event.count)
    try file.writeAll(event)
    try Self.waitForDriver(file)
    self.file = file
  }

  /// The kernel drops reports silently while the HID driver is still probing the device (driver_input_lock in
  /// hid_input_report, drivers/hid/hid-core.c). Binding it again has to wait for the end of the probe, and is refused.
  private static func waitForDriver(_ file: borrowing FileDescriptor) throws(SystemError) {
    var ready = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
    var type: UInt32 = 0
    while type != start {
      guard poll(&ready, 1, CInt(SinkLog.limitSeconds * 1_000)) == 1 else {
        throw SystemError(call: "start", subject: "the virtual pedal", code: ETIMEDOUT)
      }
      _ = Glibc.read(file.rawValue, &type, 4)
    }
    let drivers = "/sys/bus/hid/drivers/hid-generic"
    for name in try Files.names(in: drivers) where name.hasPrefix("0003:05F3:00FF.") {
      let bind = try FileDescriptor.open(drivers + "/bind", O_WRONLY)
      do throws(SystemError) { try bind.writeAll(Array(name.utf8)) } catch {
        guard error.code == EBUSY else { throw error }
      }
    }
  }

  /// Bits 0, 1, 2: left, center, right are down.
  borrowing func report(_ pressed: UInt8) throws(SystemError) {
    try file.writeAll(Self.bytes(Self.input2) + Self.bytes(UInt16(2)) + [pressed, 0])
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  private static func padded(_ text: String, _ count: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
  }
}

/// Another program that reads a node.
struct OtherReader: ~Copyable {
  private let file: FileDescriptor

  init(_ node: String) throws(SystemError) { file = try FileDescriptor.open(node, O_RDONLY | O_NONBLOCK) }

  borrowing func grab(_ isGrabbed: Bool) -> Bool {
    hwctl_ioctl_int(file.rawValue, HWCTL_EVIOCGRAB, isGrabbed ? 1 : 0) == 0
  }

  /// How many bytes of events are queued, up to a page; they are taken out.
  borrowing func read() throws(SystemError) -> Int {
    var count: Int?
    var failure: SystemError?
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      do throws(SystemError) { count = try file.read(into: buffer) } catch { failure = error }
    }
    if let failure { throw failure }
    return count ?? 0
  }
}
