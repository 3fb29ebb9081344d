import Glibc
import Synchronization

/// An HTTP server on the loopback that serves bytes, understands ranges where it is told to, and hangs up in the middle.
final class LoopbackServer: Sendable {
  struct Behaviour: Sendable {
    /// After so many bytes of each answer's body it hangs up; nil: never.
    var cutAfter: Int?
    var knowsRanges = true
    /// Answers with this status and nothing else, so often, before it serves.
    var refusals = 0
    var status = 503
    /// Sends to this path instead.
    var redirect: String?
  }

  struct Request: Sendable, Equatable {
    var path: String
    var range: Int?
  }

  let port: UInt16
  private let listener: CInt
  private let files: [String: [UInt8]]
  private let state: Mutex<(behaviour: Behaviour, requests: [Request])>

  init(_ files: [String: [UInt8]], _ behaviour: Behaviour = Behaviour()) {
    self.files = files
    state = Mutex((behaviour, []))
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        precondition(bind(listener, pointer, length) == 0 && listen(listener, 16) == 0)
        precondition(getsockname(listener, pointer, &length) == 0)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    // A thread, since its reads block; it ends when the listener is shut down.
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<LoopbackServer>.fromOpaque(argument).takeUnretainedValue().serve()
        Unmanaged<LoopbackServer>.fromOpaque(argument).release()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  func stop() { shutdown(listener, CInt(SHUT_RDWR)) }

  var address: String { "http://127.0.0.1:\(port)/" }
  var requests: [Request] { state.withLock { $0.requests } }
  func change(_ body: (inout Behaviour) -> Void) { state.withLock { body(&$0.behaviour) } }

  private func serve() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { break }
      answer(client)
      close(client)
    }
    close(listener)
  }

  private func answer(_ client: CInt) {
    guard let request = read(client) else { return }
    let behaviour = state.withLock { state in
      state.requests.append(request)
      let behaviour = state.behaviour
      if state.behaviour.refusals > 0 { state.behaviour.refusals -= 1 }
      return behaviour
    }
    if behaviour.refusals > 0 {
      return send(client, "HTTP/1.1 \(behaviour.status) No\r\nContent-Length: 0\r\n\r\n")
    }
    if let redirect = behaviour.redirect, request.path != redirect {
      return send(client, "HTTP/1.1 302 Found\r\nLocation: \(redirect)\r\nContent-Length: 0\r\n\r\n")
    }
    guard let body = files[request.path] else {
      return send(client, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    }
    let from = behaviour.knowsRanges ? request.range ?? 0 : 0
    guard from < body.count || from == 0 else {
      return send(client, "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")
    }
    let rest = body[from...]
    var head = from > 0 ? "HTTP/1.1 206 Partial Content\r\n" : "HTTP/1.1 200 OK\r\n"
    head += "Content-Length: \(rest.count)\r\nConnection: close\r\n"
    if from > 0 { head += "Content-Range: bytes \(from)-\(body.count - 1)/\(body.count)\r\n" }
    send(client, head + "\r\n")
    send(client, Array(rest.prefix(behaviour.cutAfter ?? rest.count)))
  }

  private func read(_ client: CInt) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    guard let path = lines.first?.split(separator: " ").dropFirst().first else { return nil }
    let range = lines.first { $0.lowercased().hasPrefix("range: bytes=") }?
      .split(separator: "=").last?.split(separator: "-").first
    return Request(path: String(path), range: range.flatMap { Int($0) })
  }

  private func send(_ client: CInt, _ text: String) { send(client, Array(text.utf8)) }

  private func send(_ client: CInt, _ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}
