internal import CSystem
internal import Glibc

/// Unix stream sockets at a path, for processes of one user.
public enum UnixSocket {
  /// Listens at a path, mode 0600. A socket file left behind by a process that has ended is replaced.
  ///
  /// The caller must hold whatever lock says that no other process listens here.
  public static func listen(_ path: String) throws(SystemError) -> FileDescriptor {
    let descriptor = try make(path)
    var address = try address(of: path)
    unlink(path)
    // The socket's file takes the mode of its descriptor. A umask for this moment would reach the files of other threads.
    try retrying("fchmod", path) { fchmod(descriptor.rawValue, 0o600) }
    try retrying("bind", path) { withAddress(&address) { bind(descriptor.rawValue, $0, $1) } }
    try retrying("listen", path) { Glibc.listen(descriptor.rawValue, backlog) }
    return descriptor
  }

  /// Connects, blocking. ENOENT or ECONNREFUSED: nobody listens.
  public static func connect(_ path: String) throws(SystemError) -> FileDescriptor {
    let descriptor = try make(path)
    var address = try address(of: path)
    try retrying("connect", path) { withAddress(&address) { Glibc.connect(descriptor.rawValue, $0, $1) } }
    return descriptor
  }

  /// Connects a socket that never blocks, at once or not at all: EAGAIN where too many wait to be accepted (unix(7)).
  public static func connectWithoutBlocking(_ path: String) throws(SystemError) -> FileDescriptor {
    let descriptor = try make(path, flags: SOCK_NONBLOCK.rawValue)
    var address = try address(of: path)
    try retrying("connect", path) { withAddress(&address) { Glibc.connect(descriptor.rawValue, $0, $1) } }
    return descriptor
  }

  /// Sends all bytes on a blocking socket. A peer that has hung up is EPIPE and never a signal.
  public static func send(_ bytes: [UInt8], on socket: borrowing FileDescriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try retrying("send", "socket") { [descriptor = socket.rawValue] in
        rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The user at the other end, by SO_PEERCRED.
  public static func peerUser(of socket: borrowing FileDescriptor) throws(SystemError) -> UInt32 {
    var user: uid_t = 0
    var process: pid_t = 0
    let descriptor = socket.rawValue
    try retrying("getsockopt", "control socket") { hwctl_peer(descriptor, &user, &process) }
    return user
  }

  /// Connections that may wait to be accepted: a handful of commands at once is much for one user.
  private static let backlog: CInt = 16

  private static func make(_ path: String, flags: UInt32 = 0) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      owning: try retrying("socket", path) {
        socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags), 0)
      })
  }

  private static func address(of path: String) throws(SystemError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    let bytes = Array(path.utf8)
    guard bytes.count < capacity else { throw SystemError(call: "use", subject: path, code: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
