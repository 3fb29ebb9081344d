internal import CSystem
internal import Glibc

/// An open file descriptor; the one owner closes it.
public struct FileDescriptor: ~Copyable, Sendable {
  public let rawValue: CInt

  /// Takes over a descriptor that nobody else will close.
  public init(owning rawValue: CInt) { self.rawValue = rawValue }

  deinit { close(rawValue) }

  /// Gives the descriptor to something else that will close it.
  public consuming func release() -> CInt {
    let rawValue = self.rawValue
    discard self
    return rawValue
  }

  /// open(2) with O_CLOEXEC; a file made is 0600 unless `mode` says otherwise.
  public static func open(
    _ path: String, _ flags: CInt, mode: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying("open", path) { hwctl_open(path, flags, mode) })
  }

  /// The path that it was opened by, as proc(5) knows it, for messages; "descriptor 6" where it has none.
  private static func name(_ rawValue: CInt) -> String {
    let failure = errno
    defer { errno = failure }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(rawValue)", &buffer, buffer.count)
    let path = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.hasPrefix("/") ? path : "descriptor \(rawValue)"
  }

  /// A second descriptor of the same open file; what one does to the file's state, the other sees.
  public borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      owning: try retrying("duplicate", Self.name(rawValue)) { [rawValue] in hwctl_duplicate(rawValue) })
  }

  /// Reads at most `buffer.count` bytes: 0 at the end, nil where it would block.
  public borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    // Decided before there is an error, whose name for the file costs a system call: devices are read until they would block.
    let wouldBlock = Int.max
    let count = try retrying("read", Self.name(rawValue)) { [rawValue] in
      let count = Glibc.read(rawValue, buffer.baseAddress, buffer.count)
      return count < 0 && errno == EAGAIN ? wouldBlock : count
    }
    return count == wouldBlock ? nil : count
  }

  /// Writes all bytes. The descriptor must be blocking.
  public borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = try retrying("write", Self.name(rawValue)) { [rawValue] in
        Glibc.write(rawValue, rest.baseAddress, rest.count)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  public borrowing func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var failure: SystemError?
    bytes.withUnsafeBytes { raw in
      do throws(SystemError) { try writeAll(raw) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Flushes data and metadata to the disk.
  public borrowing func synchronize() throws(SystemError) {
    try retrying("fsync", Self.name(rawValue)) { [rawValue] in fsync(rawValue) }
  }
}

/// An eventfd(2) that wakes a thread out of epoll or poll.
public struct WakeEvent: ~Copyable, Sendable {
  public let descriptor: FileDescriptor

  public init() throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try retrying("eventfd", "wake event") { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  public func signal() {
    var one: UInt64 = 1
    _ = Glibc.write(descriptor.rawValue, &one, 8)
  }

  /// Takes back all signals so far.
  public func clear() {
    var count: UInt64 = 0
    _ = Glibc.read(descriptor.rawValue, &count, 8)
  }
}
