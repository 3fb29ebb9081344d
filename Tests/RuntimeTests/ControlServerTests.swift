import ControlProtocol
import Foundation
import Runtime
import Synchronization
import SystemCalls
import TestSupport
import Testing

/// A server on a socket of its own that answers every request with its name, from the control thread itself: a test that
/// blocks in a read must not wait for the cooperative pool.
private final class EchoServer: Sendable {
  let path: String
  private let server: ControlServer

  init(idleGrace: Duration = .seconds(1)) throws {
    let folder = NSTemporaryDirectory() + "hwctl-" + UUID().uuidString.prefix(8)
    try Files.makeFolder(folder)
    path = folder + "/s"
    let answering = Mutex<ControlServer?>(nil)
    server = try ControlServer(
      path: path, version: "9.9", idleGrace: idleGrace,
      onRequest: { request, client in
        let reply = ControlReply(error: ControlFailure(.notReady, request.name.rawValue))
        let server = answering.withLock { $0 }
        server?.send(reply, to: client)
        server?.answered(client)
      }, onLeave: { client in answering.withLock { $0 }?.forget(client) })
    answering.withLock { [server] in $0 = server }
    try server.start()
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(atPath: Files.parent(of: path))
  }

  /// Sends bytes on a new connection and reads the lines that come back until the end or `count` lines.
  func exchange(_ bytes: [UInt8], replies count: Int, thenSilent: Bool = false) throws -> [ControlReply] {
    let socket = try UnixSocket.connect(path)
    try socket.writeAll(bytes)
    let descriptor = socket.rawValue
    if thenSilent { shutdown(descriptor, CInt(SHUT_WR)) }
    limitReads(descriptor)
    var input: [UInt8] = []
    while input.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let read = recv(descriptor, &buffer, buffer.count, 0)
      guard read > 0 else { break }
      input += buffer[..<read]
    }
    withExtendedLifetime(socket) {}
    return try input.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(ControlReply.self, from: Data($0))
    }
  }
}

/// A read that gets nothing for 5 s fails, instead of hanging the run.
private func limitReads(_ descriptor: CInt) {
  var limit = timeval(tv_sec: 5, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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
    #expect(replies.map(\.error?.code) == [.badRequest, .unknownRequest, .notReady])
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

  @Test func aClientThatSaysNothingMoreStillGetsItsReplies() throws {
    let status = line(#"{"version":1,"name":"status"}"#)
    let replies = try EchoServer().exchange(status + status, replies: 2, thenSilent: true)
    #expect(replies.map(\.error?.message) == ["status", "status"])
  }

  @Test func aThousandRequestsAtOnceAreAllAnswered() throws {
    let many = (0..<1000).flatMap { _ in line(#"{"version":1,"name":"status"}"#) }
    #expect(try EchoServer().exchange(many, replies: 1000).count == 1000)
  }

  @Test func theSocketIsForItsOwnerOnly() throws {
    let echo = try EchoServer()
    let attributes = try FileManager.default.attributesOfItem(atPath: echo.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `what would begin something is not done for a client that has gone, and what ends something is`()
    throws
  {
    let folder = try TemporaryFolder()
    let asked = Mutex<[(ControlRequest, ControlServer.Client)]>([])
    let server = try ControlServer(
      path: folder.file("s"), version: "9.9",
      onRequest: { request, client in asked.withLock { $0.append((request, client)) } }, onLeave: { _ in })
    try server.start()
    defer { server.stop() }
    let requests =
      [ControlRequest(.status)]
      + [.begin, .toggle, .end, .cancel].map {
        ControlRequest(.action, verb: $0, action: "localDictation")
      } + [ControlRequest(.redeliver), ControlRequest(.panic)]
    do {
      let socket = try UnixSocket.connect(folder.file("s"))
      for request in requests { try socket.writeAll(JSONEncoder().encode(request) + [UInt8(ascii: "\n")]) }
    }
    // The client is gone, and its first request not answered yet.
    var heard = 0
    let end = ContinuousClock.now + .seconds(10)
    while heard < 4, ContinuousClock.now < end {
      let now = asked.withLock { $0 }
      if now.count > heard { server.answered(now[heard].1) }
      heard = now.count
      sched_yield()
    }
    #expect(
      asked.withLock { $0.map { $0.0.verb?.rawValue ?? $0.0.name.rawValue } } == [
        "status", "end", "cancel", "panic",
      ])
  }

  @Test func `words of a newer hwctl are answered with the daemon's version`() throws {
    let replies = try EchoServer().exchange(
      line(#"{"version":1,"name":"fly"}"#) + line(#"{"version":1,"name":"action","verb":"hop"}"#), replies: 2)
    #expect(replies.map(\.error?.code) == [.unknownRequest, .unknownRequest])
    #expect(
      replies[0].error?.message.hasPrefix("this hwctld is version 9.9 and does not know the request 'fly'")
        == true)
    #expect(replies[1].error?.message.contains("the verb 'hop'") == true)
  }

  @Test func `the thirty-third busy client is told that there is no room, the thirty-two go on`() throws {
    let echo = try EchoServer(idleGrace: .zero)
    let followers = try (0..<32).map { _ in try Client(echo.path) }
    for follower in followers { #expect(try follower.ask("follow")?.error?.code == .notReady) }
    let refused = try Client(echo.path).readLine()
    #expect(refused?.error?.code == .tooManyClients)
    #expect(refused?.error?.message.contains("32 clients") == true)
    for follower in followers { #expect(try follower.ask("status")?.error?.code == .notReady) }
  }

  @Test func `a client that has been idle longest makes room for one who asks`() throws {
    let echo = try EchoServer(idleGrace: .zero)
    let idle = try (0..<32).map { _ in try Client(echo.path) }
    for client in idle { #expect(try client.ask("status") != nil) }
    #expect(try Client(echo.path).ask("status")?.error?.code == .notReady)
    #expect(try idle[0].readLine()?.error?.code == .tooManyClients)
    #expect(try idle[1].ask("status")?.error?.code == .notReady)
  }

  @Test func `a socket whose folder is removed is made again`() throws {
    let echo = try EchoServer()
    let client = try Client(echo.path)
    #expect(try client.ask("status") != nil)
    unlink(echo.path)
    rmdir(Files.parent(of: echo.path))
    var again: ControlReply?
    // The control thread hears of it from the kernel; at most 5 s.
    for _ in 0..<500 where again == nil {
      again = try? Client(echo.path).ask("status")
      if again == nil { usleep(10_000) }
    }
    #expect(again?.error?.code == .notReady)
    #expect(try client.ask("status") != nil, "who was connected stays so")
  }
}

/// A connection that stays.
private final class Client {
  private let socket: FileDescriptor
  private var input: [UInt8] = []

  init(_ path: String) throws {
    socket = try UnixSocket.connect(path)
    limitReads(socket.rawValue)
  }

  func ask(_ name: String) throws -> ControlReply? {
    try socket.writeAll(line(#"{"version":1,"name":""# + name + #""}"#))
    return try readLine()
  }

  /// Nil when the server hung up, or said nothing for 5 s.
  func readLine() throws -> ControlReply? {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeFirst(end + 1) }
        return try JSONDecoder().decode(ControlReply.self, from: Data(input[..<end]))
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(socket.rawValue, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      input += buffer[..<count]
    }
  }
}
