internal import CSystem
internal import Domain
internal import Glibc
internal import SystemCalls

/// What a display server has sent to a program and the program has not read yet.
///
/// A Wayland compositor disconnects, and so ends, a program that reads nothing while some 220 characters are typed
/// (measured with foot and GTK3). The kernel tells how many bytes wait in the program's socket (sock_diag(7)), so keys are
/// sent only to a program that reads them.
final class Backlog {
  private let netlink: FileDescriptor
  private let inode: UInt32

  /// - Returns: nil when the program's connection to a display server cannot be seen: another user's program, one in
  ///   a container, one without a window.
  init?(of process: Int32) {
    let number = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), Self.sockDiag)
    guard number >= 0 else { return nil }
    let netlink = FileDescriptor(owning: number)
    guard let inode = Self.displaySocket(of: process, netlink) else { return nil }
    self.netlink = netlink
    self.inode = inode
  }

  /// Whether the program has read all that was sent to it. True also when it has gone: then the lease says so.
  var isRead: Bool {
    var state = hwctl_unix_socket()
    return hwctl_unix_socket_state(netlink.rawValue, inode, &state) != 0 || state.unread == 0
  }

  /// Waits until it has been read.
  ///
  /// - Returns: false when it has not after `limit`, or `isCancelled`.
  func waitUntilRead(limit: Duration = Backlog.limit, isCancelled: () -> Bool) -> Bool {
    let end = MonotonicInstant.now().advanced(by: limit)
    while !isRead {
      if isCancelled() || MonotonicInstant.now() >= end { return false }
      MonotonicInstant.now().advanced(by: Self.poll).sleep()
    }
    return true
  }

  /// A program that is busy for longer does not answer its user either.
  static let limit = Duration.seconds(5)
  /// Half of the time from one key to the next.
  private static let poll = Duration.milliseconds(2)
  /// NETLINK_SOCK_DIAG of linux/netlink.h.
  private static let sockDiag: CInt = 4

  /// The inode of the program's socket that leads to a Wayland compositor or an X server.
  private static func displaySocket(of process: Int32, _ netlink: borrowing FileDescriptor) -> UInt32? {
    let folder = "/proc/\(process)/fd"
    for name in (try? Files.names(in: folder)) ?? [] {
      var state = hwctl_unix_socket()
      guard let inode = socketInode("\(folder)/\(name)"),
        hwctl_unix_socket_state(netlink.rawValue, inode, &state) == 0, state.peer != 0,
        hwctl_unix_socket_state(netlink.rawValue, state.peer, &state) == 0
      else { continue }
      let address = withUnsafeBytes(of: &state.name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if isDisplay(address) { return inode }
    }
    return nil
  }

  /// "/run/user/1000/wayland-1", "/tmp/.X11-unix/X0" or "@/tmp/.X11-unix/X0".
  static func isDisplay(_ address: String) -> Bool {
    address.contains("/.X11-unix/X") || address.split(separator: "/").last?.hasPrefix("wayland-") == true
  }

  private static func socketInode(_ link: String) -> UInt32? {
    guard let text = Links.target(link), text.hasPrefix("socket:["), text.hasSuffix("]") else { return nil }
    return UInt32(text.dropFirst(8).dropLast())
  }
}

extension MonotonicInstant {
  /// Sleeps until this instant.
  func sleep() {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
