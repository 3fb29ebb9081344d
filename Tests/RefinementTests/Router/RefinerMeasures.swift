import CCurl
import Domain
import Glibc
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import Refinement

/// Figures, printed: HWCTL_MEASURE=1 swift test --filter RefinerMeasures. Not part of other runs: they take half a minute and
/// want the machine for themselves.
@Suite(.serialized, .enabled(if: getenv("HWCTL_MEASURE") != nil, "HWCTL_MEASURE is not set"))
struct RefinerMeasures {
  private let text = "um so can you uh tell me what the capital of france is"

  /// The same bytes by libcurl's easy interface, which waits, and by what is here.
  @Test func `our way against bare libcurl, the same request`() async throws {
    let double = try await OllamaDouble.start()
    let endpoint = LoopbackEndpoint(port: double.port)
    let body = JSONText.bytes(
      OllamaMessages.Chat(
        model: "editor",
        messages: [
          .init(role: "system", content: PromptPolicy.text),
          .init(role: "user", content: PromptPayload(RefinementRequest(transcript: text)).json),
        ], format: AnswerFormat.schema(transcriptUnits: 55)))
    let client = HTTPClient(endpoint)
    let bare = BareCurl(url: endpoint.base + "/api/chat", body: body)
    let router = RefinerRouter(
      refiner: OllamaRefiner(
        OllamaConfiguration(model: try #require(OllamaModelName("editor"))), at: endpoint))
    _ = await router.outcome(of: text)
    var times: [String: [Duration]] = [:]
    for _ in 0..<300 {
      times["1 bare libcurl, chat", default: []].append(await bare.perform())
      let call = TimedCall()
      call.start(
        client,
        HTTPRequest(
          method: .post(body), path: "/api/chat", deadline: MonotonicInstant.now().advanced(by: .seconds(5)),
          responseLimit: 100_000))
      #expect(await call.failure() == nil)
      times["2 HTTPClient, chat", default: []].append(call.time)
      let (outcome, time) = await router.outcome(of: text)
      #expect(outcome.reason == nil)
      times["3 router: list of models, chat, judgement", default: []].append(time)
    }
    for (name, list) in times.sorted(by: { $0.key < $1.key }) { report(name, list) }
  }

  @Test func `from cancel to return`() async throws {
    let double = try await OllamaDouble.start()
    let router = RefinerRouter(
      refiner: OllamaRefiner(
        OllamaConfiguration(model: try #require(OllamaModelName("never"))),
        at: LoopbackEndpoint(port: double.port)))
    var times: [Duration] = []
    for _ in 0..<100 {
      let ended = Mutex<MonotonicInstant?>(nil)
      let ticket = router.refine(
        RefinementRequest(transcript: text), deadline: MonotonicInstant.now().advanced(by: .seconds(30))
      ) { _ in ended.withLock { $0 = .now() } }
      try await Task.sleep(for: .milliseconds(20))
      let start = MonotonicInstant.now()
      ticket.cancel()
      #expect(await eventually { ended.withLock { $0 != nil } })
      times.append(start.duration(to: ended.withLock { $0 } ?? .now()))
    }
    report("cancel to return", times)
  }

  @Test func `the deadline of 3 s with a server that never answers, and with a provider that ignores all`()
    async throws
  {
    let double = try await OllamaDouble.start()
    let ollama = OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName("never"))),
      at: LoopbackEndpoint(port: double.port))
    let deaf = ScriptedRefiner(.blocks)
    defer { deaf.letGo() }
    let refiners: [(String, any TranscriptRefining)] = [
      ("server never answers", ollama), ("provider ignores all", deaf),
    ]
    for (name, refiner) in refiners {
      let (outcome, time) = await RefinerRouter(refiner: refiner).outcome(of: text)
      #expect(outcome.reason == .deadline)
      #expect(time <= .milliseconds(3_100))
      report("deadline 3 s, \(name)", [time])
    }
  }

  @Test func `memory over 200 requests that are given up`() async throws {
    let double = try await OllamaDouble.start()
    let ollama = OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName("never"))),
      at: LoopbackEndpoint(port: double.port))
    let router = RefinerRouter(refiner: ollama)
    for _ in 0..<20 { _ = await router.outcome(of: text, within: .milliseconds(20)) }
    let before = try Self.memory()
    for _ in 0..<200 { _ = await router.outcome(of: text, within: .milliseconds(20)) }
    print(
      "MEASURE given up 200 times, server never answers: \(try Self.memory() - before) KB more, \(try Self.threads()) threads"
    )
    let deaf = ScriptedRefiner(.blocks)
    defer { deaf.letGo() }
    let deafRouter = RefinerRouter(refiner: deaf)
    for _ in 0..<4 { _ = await deafRouter.outcome(of: text, within: .milliseconds(20)) }
    let held = try Self.memory()
    for _ in 0..<200 { _ = await deafRouter.outcome(of: text, within: .milliseconds(20)) }
    print(
      "MEASURE given up 200 times, provider ignores all: \(try Self.memory() - held) KB more, \(try Self.threads()) threads"
    )
    #expect(deaf.counts.refined == 4)
  }

  private func report(_ name: String, _ times: [Duration]) {
    let sorted = times.map(\.wholeNanoseconds).sorted()
    let milliseconds = [sorted[sorted.count / 2], sorted[sorted.count * 95 / 100], sorted[sorted.count - 1]]
      .map {
        Double($0 / 1_000) / 1_000
      }
    print(
      "MEASURE \(name): median \(milliseconds[0]) ms, p95 \(milliseconds[1]) ms, most \(milliseconds[2]) ms, n \(times.count)"
    )
  }

  private static func memory() throws -> Int { try status("VmRSS:") }
  private static func threads() throws -> Int { try status("Threads:") }

  /// A line of /proc/self/status, which is no regular file with a size.
  private static func status(_ name: String) throws -> Int {
    let descriptor = open("/proc/self/status", O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = read(descriptor, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(name) })
    return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }
}

/// The least that libcurl can do: one handle, kept, on a thread that waits.
private final class BareCurl: Sendable {
  private let url: String
  private let body: [UInt8]
  private let work = Mutex<[@Sendable (UnsafeMutableRawPointer) -> Void]>([])

  init(url: String, body: [UInt8]) {
    self.url = url
    self.body = body
    Thread(name: "bare") { [weak self] in
      guard let easy = curl_easy_init() else { return }
      while let bare = self {
        let next = bare.work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let next { next(easy) } else { usleep(200) }
      }
      curl_easy_cleanup(easy)
    }.start()
  }

  func perform() async -> Duration {
    await withCheckedContinuation { continuation in
      work.withLock { work in
        work.append { [url, body] easy in
          let start = MonotonicInstant.now()
          hwctl_curl_set_text(easy, CURLOPT_URL, url)
          hwctl_curl_set_text(easy, CURLOPT_PROXY, "")
          let headers = curl_slist_append(curl_slist_append(nil, "Content-Type: application/json"), "Expect:")
          hwctl_curl_set_headers(easy, headers)
          hwctl_curl_set_number(easy, CURLOPT_POSTFIELDSIZE, body.count)
          hwctl_curl_set_writer(easy, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
          body.withUnsafeBytes {
            _ = hwctl_curl_set_pointer(
              easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
          }
          curl_easy_perform(easy)
          curl_slist_free_all(headers)
          continuation.resume(returning: start.duration(to: .now()))
        }
      }
    }
  }
}
