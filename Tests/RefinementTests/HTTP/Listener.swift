import Glibc
import Synchronization

/// A socket that accepts connections and says what a test wants, or nothing at all.
final class Listener: Sendable {
  let port: UInt16
  private let descriptor: CInt
  private let isOpen = Mutex(true)

  /// - Parameter path: of a Unix socket; nil for 127.0.0.1.
  init(path: String? = nil) {
    let descriptor = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    self.descriptor = descriptor
    port = path.map { Self.bindUnix(descriptor, $0) } ?? Self.bindLoopback(descriptor)
    listen(descriptor, 16)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  private static func bindUnix(_ descriptor: CInt, _ path: String) -> UInt16 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafeBytes(of: &address) {
      _ = bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    return 0
  }

  private static func bindLoopback(_ descriptor: CInt) -> UInt16 {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    withUnsafeMutableBytes(of: &address) {
      let generic = $0.assumingMemoryBound(to: sockaddr.self).baseAddress
      _ = bind(descriptor, generic, length)
      getsockname(descriptor, generic, &length)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  deinit { stop() }

  /// From now on nothing answers at the port.
  func stop() {
    isOpen.withLock { isOpen in
      if isOpen { close(descriptor) }
      isOpen = false
    }
  }

  /// Connections that have come and were not taken.
  var hasVisitor: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Takes the next connection, reads what it says at first and answers with a text, then with another one for ever.
  func answer(_ text: String, thenEndlessly more: String? = nil) async -> String {
    _ = await eventually { self.hasVisitor }
    let connection = accept(descriptor, nil, nil)
    defer { close(connection) }
    var request: [UInt8] = []
    _ = await eventually {
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &chunk, chunk.count, dontWait)
      if count > 0 { request += chunk[..<count] }
      return count > 0
    }
    var isThere = await say(text, on: connection)
    while isThere, let more { isThere = await say(more, on: connection) }
    return String(decoding: request, as: UTF8.self)
  }

  /// False when the other side has gone.
  private func say(_ text: String, on connection: CInt) async -> Bool {
    var rest = Array(text.utf8)[...]
    var isThere = true
    _ = await eventually {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal | dontWait) }
      if count > 0 { rest.removeFirst(count) }
      isThere = count >= 0 || errno == EAGAIN
      return !isThere || rest.isEmpty
    }
    return isThere
  }
}

private let dontWait = Int32(MSG_DONTWAIT)
private let noSignal = Int32(MSG_NOSIGNAL)
