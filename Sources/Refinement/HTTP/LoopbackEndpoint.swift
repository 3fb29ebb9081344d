internal import CCurl
internal import Glibc

/// The one place that requests go to: a port of 127.0.0.1, directly or through a relay that leads there and nowhere else.
///
/// Nothing outside this package can make another one, and no preference leads here.
public struct LoopbackEndpoint: Hashable, Sendable {
  enum Way: Hashable, Sendable {
    case direct
    /// A Unix socket whose other side connects to the same port (docs/decisions/0020).
    case relay(path: String)
  }

  let port: UInt16
  let way: Way

  /// For tests, which play the server.
  package init(port: UInt16) {
    self.port = port
    way = .direct
  }

  /// For tests, which play the relay.
  package init(port: UInt16, relay: String) {
    self.port = port
    way = .relay(path: relay)
  }

  /// Where Ollama listens unless told otherwise (its documentation, OLLAMA_HOST).
  private static let ollamaPort: UInt16 = 11434

  /// Ollama, directly where this process may open Internet sockets, else by the relay of the systemd unit.
  ///
  /// - Parameter relay: the path of the relay's socket.
  public static func ollama(relay: String) -> LoopbackEndpoint {
    mayOpenInternetSockets
      ? LoopbackEndpoint(port: ollamaPort) : LoopbackEndpoint(port: ollamaPort, relay: relay)
  }

  /// False under RestrictAddressFamilies= without AF_INET, where socket(2) answers EAFNOSUPPORT (systemd.exec(5)).
  private static var mayOpenInternetSockets: Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  var base: String { "http://127.0.0.1:\(port)" }

  /// Whether a socket may be opened to this address. Asked by libcurl before each connection, so that a mistake in
  /// any option, or in libcurl, cannot lead elsewhere.
  func admits(_ address: UnsafePointer<sockaddr>, length: UInt32) -> Bool {
    switch way {
    case .relay: return address.pointee.sa_family == sa_family_t(AF_UNIX)
    case .direct:
      guard address.pointee.sa_family == sa_family_t(AF_INET), length >= MemoryLayout<sockaddr_in>.size else {
        return false
      }
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_addr.s_addr == in_addr_t(0x7F00_0001).bigEndian
          && $0.pointee.sin_port == port.bigEndian
      }
    }
  }
}
