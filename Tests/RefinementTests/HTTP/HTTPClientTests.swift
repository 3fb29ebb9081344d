import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import Refinement

@Suite struct HTTPClientTests {
  private func request(_ limit: Duration = .seconds(5), bytes: Int = 10_000) -> HTTPRequest {
    HTTPRequest(
      method: .get, path: "/api/version", deadline: MonotonicInstant.now().advanced(by: limit),
      responseLimit: bytes)
  }

  private func failure(_ client: HTTPClient, _ request: HTTPRequest) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      _ = try await client.reply(to: request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an answer is handed over whole, whatever its status`() async throws {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    async let seen = listener.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")
    #expect(try await client.reply(to: request()) == HTTPReply(status: 404, body: Array("none".utf8)))
    let words = await seen
    #expect(words.hasPrefix("GET /api/version HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n"))
  }

  @Test func `a dead port is unreachable before the deadline`() async {
    let listener = Listener()
    listener.stop()
    let start = MonotonicInstant.now()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    #expect(await failure(client, request()) == .unreachable(errno: ECONNREFUSED))
    #expect(start.duration(to: .now()) < .seconds(5))
  }

  @Test func `a server that accepts and never answers costs the deadline and no more`() async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    let call = TimedCall()
    call.start(client, request(.milliseconds(150)))
    #expect(await call.failure() == .timedOut)
    #expect(call.time >= .milliseconds(150) && call.time < .milliseconds(250), "\(call.time)")
  }

  @Test func `a connection that closes without an answer is unreachable`() async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    async let seen = listener.answer("")
    #expect(await failure(client, request()) == .unreachable(errno: 0))
    _ = await seen
  }

  @Test(arguments: [("Content-Length: 1000\r\n\r\nhalf", "cut"), ("\r\n\r\n\u{1}", "no HTTP")])
  func `what ends too early is no answer`(rest: String, why: String) async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    async let seen = listener.answer(why == "cut" ? "HTTP/1.1 200 OK\r\n" + rest : rest)
    let failure = await failure(client, request())
    guard case .broken? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    _ = await seen
  }

  @Test(arguments: [(9_999, false), (10_000, false), (10_001, true)])
  func `a body of the limit passes and one byte more does not`(count: Int, isTooLarge: Bool) async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    let body = String(repeating: "a", count: count)
    async let seen = listener.answer("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n\(body)")
    #expect(await failure(client, request()) == (isTooLarge ? .tooLarge : nil))
    _ = await seen
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n"])
  func `a body or headers without end are cut off`(beginning: String) async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    let line = "X: " + String(repeating: "a", count: 4_000) + "\r\n"
    async let seen = listener.answer(beginning, thenEndlessly: line)
    #expect(await failure(client, request()) == .tooLarge)
    _ = await seen
  }

  @Test func `a redirect is an answer and is not followed`() async throws {
    let (listener, other) = (Listener(), Listener())
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    async let seen = listener.answer(
      "HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n")
    #expect(try await client.reply(to: request()).status == 307)
    _ = await seen
    #expect(!other.hasVisitor)
  }

  @Test func `a cancelled request ends within milliseconds`() async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    let call = TimedCall()
    call.start(client, request(.seconds(30)))
    #expect(await eventually { listener.hasVisitor })
    call.cancel(client)
    #expect(await call.failure() == .cancelled)
    #expect(call.time < .milliseconds(50), "\(call.time)")
  }

  @Test func `a task that is cancelled, now or before, cancels its request`() async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    let request = request(.seconds(30))
    let task = Task { await failure(client, request) }
    #expect(await eventually { listener.hasVisitor })
    task.cancel()
    #expect(await task.value == .cancelled)
    let cancelledBefore = Task {
      while !Task.isCancelled { await Task.yield() }
      return await failure(client, request)
    }
    cancelledBefore.cancel()
    #expect(await cancelledBefore.value == .cancelled)
  }

  @Test func `the ninth request at once is refused, and room comes back`() async {
    let listener = Listener()
    let client = HTTPClient(LoopbackEndpoint(port: listener.port))
    let calls = (0..<9).map { _ in TimedCall() }
    for call in calls { call.start(client, request(.seconds(1))) }
    for call in calls.dropLast() { #expect(await call.failure() == .timedOut) }
    #expect(await calls[8].failure() == .overloaded)
    #expect(await failure(client, request(.milliseconds(50))) == .timedOut)
  }

  @Test func `a relay leads to the same server over a Unix socket`() async throws {
    let folder = try TemporaryFolder()
    let listener = Listener(path: folder.path + "/relay")
    let client = HTTPClient(LoopbackEndpoint(port: 11434, relay: folder.path + "/relay"))
    async let seen = listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK")
    #expect(try await client.reply(to: request()).body == Array("OK".utf8))
    #expect(await seen.contains("\r\nHost: 127.0.0.1:11434\r\n"))
    let nowhere = HTTPClient(LoopbackEndpoint(port: 11434, relay: folder.path + "/missing"))
    #expect(await failure(nowhere, request()) == .unreachable(errno: ENOENT))
  }

  /// In a process of its own, as the environment belongs to all tests at once.
  @Test func `proxies in the environment see nothing`() async {
    await #expect(processExitsWith: .success) {
      let (listener, proxy) = (Listener(), Listener())
      let address = "http://127.0.0.1:\(proxy.port)"
      for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY", "ftp_proxy"] {
        setenv(name, address, 1)
      }
      setenv("no_proxy", "", 1)
      let client = HTTPClient(LoopbackEndpoint(port: listener.port))
      async let seen = listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK")
      let reply = try await client.reply(
        to: HTTPRequest(
          method: .get, path: "/", deadline: MonotonicInstant.now().advanced(by: .seconds(5)),
          responseLimit: 100))
      #expect(reply.status == 200)
      #expect(await seen.hasPrefix("GET / HTTP/1.1\r\n"))
      #expect(!proxy.hasVisitor)
    }
  }
}

@Suite struct LoopbackEndpointTests {
  @Test func `only its own port of 127_0_0_1 is admitted`() {
    let endpoint = LoopbackEndpoint(port: 11434)
    #expect(admits(endpoint, 0x7F00_0001, 11434))
    #expect(!admits(endpoint, 0x7F00_0001, 11435))
    #expect(!admits(endpoint, 0x7F00_0002, 11434))
    #expect(!admits(endpoint, 0x0808_0808, 11434))
    #expect(!admits(endpoint, 0, 11434))
    #expect(!admits(LoopbackEndpoint(port: 11434, relay: "/relay"), 0x7F00_0001, 11434))
  }

  private func admits(_ endpoint: LoopbackEndpoint, _ host: UInt32, _ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = host.bigEndian
    address.sin_port = port.bigEndian
    return withUnsafeBytes(of: &address) {
      endpoint.admits($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, length: UInt32($0.count))
    }
  }
}
