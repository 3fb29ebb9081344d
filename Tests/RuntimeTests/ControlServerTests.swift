import ControlProtocol
import Foundation
import Runtime
import SystemCalls
import Testing

/// A server on a socket of its own that answers every request with its name.
private final class EchoServer: Sendable {
  let path: String
  let server: ControlServer

  init() throws {
    let folder = NSTemporaryDirectory() + "hwctl-" + UUID().uuidString.prefix(8)
    try Files.makeFolder(folder)
    path = folder + "/s"
    let (requests, continuation) = AsyncStream<(ControlRequest, ControlServer.Client)>.makeStream()
    let server = try ControlServer(path: path, onRequest: { continuation.yield(($0, $1)) }, onLeave: { _ in })
    self.server = server
    try server.start()
    Task {
      for await (request, client) in requests {
        server.send(ControlReply(error: ControlFailure(.notReady, request.name.rawValue)), to: client)
      }
    }
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(atPath: Files.parent(of: path))
  }

  /// Sends bytes on a new connection and reads the lines that come back until the end or `count` lines.
  func exchange(_ bytes: [UInt8], replies count: Int) throws -> [ControlReply] {
    let socket = try UnixSocket.connect(path)
    try socket.writeAll(bytes)
    var input: [UInt8] = []
    while input.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let read = try buffer.withUnsafeMutableBytes { raw throws(SystemError) in try socket.read(into: raw) }
      guard let read, read > 0 else { break }
      input += buffer[..<read]
    }
    return try input.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(ControlReply.self, from: Data($0))
    }
  }
}

private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

@Suite struct ControlServerTests {
  @Test func requestsAreAnsweredInOrder() throws {
    let echo = try EchoServer()
    let replies = try echo.exchange(
      line(#"{"version":1,"name":"status"}"#) + line(#"{"version":1,"name":"monitor"}"#), replies: 2)
    #expect(replies.map(\.error?.message) == ["status", "monitor"])
  }

  @Test func aLineThatIsNoRequestIsAnsweredAndTheConnectionGoesOn() throws {
    let echo = try EchoServer()
    let replies = try echo.exchange(
      line("nonsense") + line(#"{"version":1,"name":"fly"}"#) + line(#"{"version":1,"name":"status"}"#),
      replies: 3)
    #expect(replies.map(\.error?.code) == [.badRequest, .badRequest, .notReady])
  }

  @Test func anotherProtocolVersionIsRefusedWithBothNumbers() throws {
    let replies = try EchoServer().exchange(line(#"{"version":9,"name":"status"}"#), replies: 1)
    #expect(replies.first?.error?.code == .unsupportedVersion)
    #expect(replies.first?.error?.message.contains("version 1") == true)
  }

  @Test func anEndlessLineIsCutOff() throws {
    let endless = [UInt8](repeating: UInt8(ascii: "x"), count: ControlRequest.lineLimitBytes + 1)
    // The server hangs up: either the write fails or no reply ever comes.
    #expect(((try? EchoServer().exchange(endless, replies: 1)) ?? []).isEmpty)
  }

  @Test func theSocketIsForItsOwnerOnly() throws {
    let echo = try EchoServer()
    let attributes = try FileManager.default.attributesOfItem(atPath: echo.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func fortyClientsAtOnceAreNotMoreThanTheLimit() throws {
    let echo = try EchoServer()
    var answered = 0
    var open: [CInt] = []
    defer { for descriptor in open { close(descriptor) } }
    for _ in 0..<40 {
      let socket = try UnixSocket.connect(echo.path)
      // A client past the limit is hung up on.
      try? socket.writeAll(line(#"{"version":1,"name":"status"}"#))
      var byte = [UInt8](repeating: 0, count: 1)
      let read = try? byte.withUnsafeMutableBytes { raw throws(SystemError) in try socket.read(into: raw) }
      if read == 1 { answered += 1 }
      open.append(socket.release())
    }
    #expect(answered == 32)
  }
}
