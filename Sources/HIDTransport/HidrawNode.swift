internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// An open hidraw node. It is never written to, and nothing can be grabbed.
///
/// Foreign facts: kernel `drivers/hid/hidraw.c`, Documentation/hid/hidraw.rst.
struct HidrawNode: ~Copyable {
  enum Reading: Hashable {
    case complete
    /// The kernel's ring was full, and the newest reports may have been dropped: ask for the state.
    case lossy
    /// EIO after an unplug; ENODEV when revoked.
    case dead
  }

  /// The kernel's ring for each reader (HIDRAW_BUFFER_SIZE). When it overflows, the newest reports are lost without a word.
  private static let ringReports = 64
  /// HID_MAX_BUFFER_SIZE of linux/hid.h: no report is longer.
  private static let maximumReportBytes = 16_384

  private let descriptor: FileDescriptor
  private let buffer: UnsafeMutableRawBufferPointer

  static func open(_ path: String) throws(SystemError) -> HidrawNode {
    HidrawNode(try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK))
  }

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    buffer = .allocate(byteCount: Self.maximumReportBytes, alignment: 8)
  }

  deinit { buffer.deallocate() }

  var rawDescriptor: CInt { descriptor.rawValue }

  /// Gives every queued report in turn, with the instant of its reading: hidraw has no time stamps.
  borrowing func readReports(_ receive: (UnsafeRawBufferPointer, MonotonicInstant) -> Void) -> Reading {
    var count = 0
    while true {
      let bytes = read(descriptor.rawValue, buffer.baseAddress, buffer.count)
      guard bytes >= 0 else {
        if errno == EINTR { continue }
        if errno == EAGAIN { return count >= Self.ringReports - 1 ? .lossy : .complete }
        return .dead
      }
      count += 1
      receive(UnsafeRawBufferPointer(rebasing: buffer[..<bytes]), .now())
    }
  }

  /// Reads and forgets all that is queued; false when the node is dead.
  @discardableResult
  borrowing func discardReports() -> Bool { readReports { _, _ in } != .dead }

  /// Asks the device for its present state (HIDIOCGINPUT, kernel 5.11 and later). Nil where it does not answer.
  ///
  /// The kernel waits for the device, up to 5 s (USB_CTRL_GET_TIMEOUT): never on the input thread.
  ///
  /// - Parameter reportID: 0 where reports are not numbered; the answer then has no id either.
  static func inputReport(_ path: String, reportID: UInt8) -> [UInt8]? {
    guard let descriptor = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
    // Longer than the input reports of all models.
    var report = [UInt8](repeating: 0, count: 256)
    report[0] = reportID
    let count = report.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map {
        hwctl_ioctl_pointer(descriptor.rawValue, hwctl_hidiocginput(bytes.count), $0)
      } ?? -1
    }
    guard count > 0 else { return nil }
    // The first byte of the answer is the report id, which a report that is read does not have when it is 0.
    return Array(reportID == 0 ? report[1..<max(Int(count), 1)] : report[..<Int(count)])
  }
}
