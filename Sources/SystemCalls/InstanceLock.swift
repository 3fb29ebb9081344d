internal import CSystem
internal import Glibc

/// The one daemon of a session: an advisory lock on a file, and a name in the kernel's abstract socket namespace (unix(7)).
///
/// Whoever removes the file, or the folder it is in, frees its lock; the name cannot be removed. But any user can take such
/// a name, so one that another user holds counts for nothing. Both go away with the process.
public struct InstanceLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  private let name: FileDescriptor?

  /// - Throws: EWOULDBLOCK when another process holds the lock.
  public init(_ path: String) throws(SystemError) {
    let taken = try UnixSocket.takeName(Self.name(path), of: path)
    let opened = try FileDescriptor.open(path, O_RDWR | O_CREAT)
    let rawValue = opened.rawValue
    try retrying("lock", path) { flock(rawValue, LOCK_EX | LOCK_NB) }
    ftruncate(rawValue, 0)
    try opened.writeAll(Array("\(getpid())\n".utf8))
    descriptor = opened
    name = taken
  }

  /// One for each user and lock file; a path may be longer than a name (FNV-1a, 64 bits).
  private static func name(_ path: String) -> String {
    let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "hwctl/\(getuid())/" + String(hash, radix: 16)
  }

  /// The process that holds the lock.
  public static func holder(_ path: String) -> Int32? {
    if let process = UnixSocket.holder(ofName: name(path)) { return process }
    guard let bytes = try? Files.read(path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes, as: UTF8.self).filter(\.isNumber))
  }
}

extension UnixSocket {
  /// Takes a name in the abstract namespace; nil when another user has it.
  ///
  /// - Throws: EWOULDBLOCK when another process of this user has it.
  fileprivate static func takeName(_ name: String, of path: String) throws(SystemError) -> FileDescriptor? {
    let socket = try makeNonblocking(path)
    do throws(SystemError) {
      try retrying("lock", path) { [descriptor = socket.rawValue] in
        withAbstractName(name) { bind(descriptor, $0, $1) }
      }
      // Nobody is ever accepted: who connects only asks who listens. Those who have asked stay in the queue; when it is
      // full the answer is still that someone is there.
      try retrying("lock", path) { [descriptor = socket.rawValue] in Glibc.listen(descriptor, 128) }
      return socket
    } catch {
      guard error.code == EADDRINUSE else { throw error }
      guard let user = peer(ofName: name)?.user else {
        // Too many have asked to be told who it is, or it has just ended.
        throw SystemError(call: "lock", subject: path, code: EWOULDBLOCK)
      }
      guard user == getuid() else { return nil }
      throw SystemError(call: "lock", subject: path, code: EWOULDBLOCK)
    }
  }

  /// The process of this user that has a name.
  fileprivate static func holder(ofName name: String) -> Int32? {
    guard let peer = peer(ofName: name), peer.user == getuid() else { return nil }
    return peer.process
  }

  private static func peer(ofName name: String) -> (user: uid_t, process: pid_t)? {
    guard let socket = try? makeNonblocking(name) else { return nil }
    let descriptor = socket.rawValue
    guard withAbstractName(name, { Glibc.connect(descriptor, $0, $1) }) == 0 else { return nil }
    var user: uid_t = 0
    var process: pid_t = 0
    guard hwctl_peer(descriptor, &user, &process) == 0 else { return nil }
    withExtendedLifetime(socket) {}
    return (user, process)
  }

  private static func makeNonblocking(_ subject: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      owning: try retrying("socket", subject) {
        socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      })
  }

  /// An abstract name begins with a zero byte and has no closing one (unix(7)); it must be short.
  private static func withAbstractName(
    _ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = [0] + Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }
}
