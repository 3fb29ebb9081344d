internal import CSystem
internal import Glibc
internal import SystemCalls

/// The virtual terminal in front.
final class Console: Sendable {
  /// "/dev/tty3"
  let path: String
  private let descriptor: FileDescriptor

  private init(path: String, descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens the active terminal; nil where there is none, or where it belongs to somebody else.
  ///
  /// Its own node is tried first: login(1) gives that to the user, /dev/tty0 only to root.
  static func active() -> Console? {
    let names = activeName().map { ["/dev/\($0)", "/dev/tty0"] } ?? ["/dev/tty0"]
    for path in names {
      if let descriptor = try? FileDescriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK) {
        return Console(path: path, descriptor: descriptor)
      }
    }
    return nil
  }

  /// The kernel's name of the terminal in front: "tty3".
  static func activeName() -> String? {
    guard let descriptor = try? FileDescriptor.open("/sys/class/tty/tty0/active", O_RDONLY) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = bytes.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? nil } ?? 0
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self).filter { $0 != "\n" } : nil
  }

  /// The keyboard mode (KDGKBMODE, ioctl_console(2)); nil when the terminal is not a virtual one.
  private var keyboardMode: CInt? {
    var mode: CInt = -1
    let result = hwctl_ioctl_pointer(descriptor.rawValue, HWCTL_KDGKBMODE, &mode)
    return result == 0 ? mode : nil
  }

  /// Whether the kernel turns keys into characters here. A compositor switches that off (K_OFF).
  var translatesKeys: Bool { keyboardMode == K_UNICODE || keyboardMode == K_XLATE }

  var isUnicode: Bool { keyboardMode == K_UNICODE }

  /// One entry of the key tables (KDGKBENT); nil for a hole.
  ///
  /// - Parameter table: 0 plain, 1 Shift, 2 AltGr, 3 both.
  func entry(table: UInt8, key: UInt16) -> UInt16? {
    guard key < 256 else { return nil }
    var entry = kbentry(kb_table: table, kb_index: UInt8(key), kb_value: 0)
    return hwctl_ioctl_pointer(descriptor.rawValue, HWCTL_KDGKBENT, &entry) == 0 ? entry.kb_value : nil
  }

  /// Whether Shift, AltGr, Ctrl or Alt is down on any keyboard (TIOCL_GETSHIFTSTATE, ioctl_console(2)).
  ///
  /// Nil when the kernel will not say: it answers only the terminal's own session, or an administrator.
  var hasHeldModifiers: Bool? {
    var argument = UInt8(TIOCL_GETSHIFTSTATE)
    let result = hwctl_ioctl_pointer(descriptor.rawValue, UInt(TIOCLINUX), &argument)
    return result == 0 ? argument & 0b1111 != 0 : nil
  }
}
