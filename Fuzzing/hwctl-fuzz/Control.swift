internal import ControlProtocol
internal import Glibc
internal import Runtime
internal import SystemCalls

/// A real control socket; every request is answered with nothing but an acknowledgement.
private final class Socket: Sendable {
  static let shared = Socket()
  let path: String

  private init() {
    path = "/tmp/hwctl-fuzz-\(getpid()).sock"
    let box = ServerBox()
    do throws(SystemError) {
      let server = try ControlServer(
        path: path, version: "fuzz",
        onRequest: { _, client in
          box.server?.send(ControlReply(), to: client)
          box.server?.answered(client)
        }, onLeave: { client in box.server?.forget(client) })
      box.server = server
      try server.start()
    } catch { fatalError(error.description) }
    atexit { unlink("/tmp/hwctl-fuzz-\(getpid()).sock") }
  }

  /// `@unchecked Sendable`: set once before the server starts.
  private final class ServerBox: @unchecked Sendable {
    var server: ControlServer?
  }
}

/// All bytes are sent at once, then no more; every line must be answered or the connection closed within a second.
@Sendable func fuzzControl(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard let socket = try? UnixSocket.connect(Socket.shared.path) else {
    fatalError("the server does not listen")
  }
  var limit = timeval(tv_sec: 1, tv_usec: 0)
  setsockopt(socket.rawValue, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  _ = send(socket.rawValue, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
  shutdown(socket.rawValue, CInt(SHUT_WR))
  let lines = bytes.count { $0 == UInt8(ascii: "\n") }
  var answers = 0
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = recv(socket.rawValue, &buffer, buffer.count, 0)
    // libFuzzer's clock is a signal.
    if count < 0 && errno == EINTR { continue }
    if count == 0 || (count < 0 && errno == ECONNRESET) { break }
    guard count > 0 else { fatalError("the server neither answers nor closes") }
    answers += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
  }
  precondition(answers <= lines, "one answer a line")
  precondition(
    answers == lines || bytes.count > ControlRequest.lineLimitBytes, "every line is answered, bad ones too")
}
