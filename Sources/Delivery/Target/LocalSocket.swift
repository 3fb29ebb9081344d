internal import Domain
internal import Glibc
internal import SystemCalls

/// One conversation with a compositor over its socket, within a time limit.
struct LocalSocket: ~Copyable {
  private let descriptor: FileDescriptor
  private let deadline: MonotonicInstant

  /// A compositor accepts at once, or its queue of connections is full and the connection fails.
  init(path: String, timeLimit: Duration) throws(WindowSystemError) {
    deadline = MonotonicInstant.now().advanced(by: timeLimit)
    do {
      descriptor = try UnixSocket.connectWithoutBlocking(path)
    } catch {
      throw WindowSystemError(code: .unreachable)
    }
  }

  /// Requests are a few bytes, which fit into the buffer of a new socket.
  func send(_ bytes: [UInt8]) throws(WindowSystemError) {
    do { try UnixSocket.send(bytes, on: descriptor) } catch { throw WindowSystemError(code: .unreachable) }
  }

  /// Reads exactly so many bytes.
  func read(_ count: Int) throws(WindowSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let more = try readSome(count - bytes.count) else { throw WindowSystemError(code: .malformed) }
      bytes += more
    }
    return bytes
  }

  /// Reads up to the end, which must come before `limit` bytes.
  func readToEnd(limit: Int) throws(WindowSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try readSome(65_536) {
      bytes += more
      guard bytes.count <= limit else { throw WindowSystemError(code: .malformed) }
    }
    return bytes
  }

  /// - Returns: nil at the end.
  private func readSome(_ count: Int) throws(WindowSystemError) -> [UInt8]? {
    let rest = MonotonicInstant.now().duration(to: deadline)
    var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard rest > .zero, poll(&request, 1, CInt(rest.wholeMilliseconds) + 1) != 0 else {
      throw WindowSystemError(code: .timedOut)
    }
    let capacity = min(count, 65_536)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 1)
    defer { buffer.deallocate() }
    let got: Int?
    do { got = try descriptor.read(into: buffer) } catch { throw WindowSystemError(code: .unreachable) }
    // Nothing yet: a signal woke the wait.
    guard let got else { return [] }
    return got == 0 ? nil : Array(buffer[..<got])
  }
}
