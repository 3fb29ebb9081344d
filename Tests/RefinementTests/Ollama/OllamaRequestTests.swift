import Domain
import SystemCalls
import TestSupport
import Testing

@testable import Refinement

/// What the server was asked: each test has a double of its own.
@Suite(.serialized) struct OllamaRequestTests {
  private let double: OllamaDouble
  private let client: HTTPClient
  private let text = "so can you hear me"

  init() async throws {
    double = try await OllamaDouble.start()
    client = HTTPClient(LoopbackEndpoint(port: double.port))
  }

  private struct Asked: Decodable {
    var path: String
    var body: Body?

    struct Body: Decodable {
      var model: String?
      var messages: [Message]?
      var think: Bool?
      var stream: Bool?
      var options: Options?
      var format: Format?
      var keepAlive: Int?

      enum CodingKeys: String, CodingKey {
        case model, messages, think, stream, options, format
        case keepAlive = "keep_alive"
      }
    }
    struct Message: Decodable {
      var role: String
      var content: String
    }
    struct Options: Decodable, Equatable {
      var contextTokens: Int?
      var temperature: Int?
      var predictedTokens: Int?

      enum CodingKeys: String, CodingKey {
        case temperature
        case contextTokens = "num_ctx"
        case predictedTokens = "num_predict"
      }
    }
    struct Format: Decodable { var type: String }
  }

  private func get(_ path: String) async throws -> [UInt8] {
    try await client.reply(
      to: HTTPRequest(
        method: .get, path: path, deadline: MonotonicInstant.now().advanced(by: .seconds(5)),
        responseLimit: 1_000_000)
    ).body
  }

  private func post(_ path: String, _ json: String) async throws {
    _ = try await client.reply(
      to: HTTPRequest(
        method: .post(Array(json.utf8)), path: path,
        deadline: MonotonicInstant.now().advanced(by: .seconds(5)),
        responseLimit: 1_000_000))
  }

  private func asked() async throws -> [Asked] {
    try #require(JSONText.decode([Asked].self, from: try await get("/double/requests")))
  }

  private func loaded() async throws -> [String] {
    try #require(
      JSONText.decode(OllamaMessages.Models.self, from: try await get("/api/ps")).map { $0.models ?? [] }
    )
    .map(\.name)
  }

  private func refiner(_ model: String) throws -> OllamaRefiner {
    OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName(model))),
      at: LoopbackEndpoint(port: double.port))
  }

  @Test func `the text goes only into the user's message, and the request is bounded`() async throws {
    _ = await RefinerRouter(refiner: try refiner("editor")).outcome(of: text)
    let chats = try await asked().filter { $0.path == "/api/chat" }
    let body = try #require(chats.first?.body)
    #expect(chats.count == 1)
    #expect(body.messages?.map(\.role) == ["system", "user"])
    #expect(body.messages?.first?.content == PromptPolicy.text)
    #expect(body.messages?.last?.content.contains(text) == true)
    #expect(body.think == false)
    #expect(body.stream == false)
    #expect(body.format?.type == "object")
    #expect(
      body.options == .init(contextTokens: 4096, temperature: 0, predictedTokens: 96 + text.utf8.count / 2))
    #expect(body.keepAlive == 300)
  }

  @Test(arguments: ["alias", "hidden", "gpt-oss:120b-cloud", "gpt-oss:cloud", "vector", "missing"])
  func `nothing is sent to a model that is not a local one that writes`(model: String) async throws {
    let router = RefinerRouter(refiner: try refiner(model))
    router.warmUp()
    _ = await router.outcome(of: text)
    #expect(try await asked().contains { $0.path == "/api/chat" || $0.path == "/api/generate" } == false)
  }

  @Test func `a digest that changed is verified again before anything is sent`() async throws {
    let router = RefinerRouter(refiner: try refiner("drift"))
    #expect(await router.outcome(of: text).outcome.reason == nil)
    #expect(await router.outcome(of: text).outcome.reason == .modelRemote)
    let paths = try await asked().map(\.path)
    #expect(paths.count { $0 == "/api/chat" } == 1)
    #expect(paths.count { $0 == "/api/show" } == 2)
  }

  @Test func `a digest that is known costs one small request more`() async throws {
    let router = RefinerRouter(refiner: try refiner("editor"))
    for _ in 0..<3 { _ = await router.outcome(of: text) }
    #expect(
      try await asked().map(\.path)
        == [
          "/api/tags", "/api/show", "/api/ps", "/api/chat", "/api/tags", "/api/chat", "/api/tags",
          "/api/chat",
        ])
  }

  @Test func `a warm-up loads without a text, and the end unloads what it loaded`() async throws {
    let refiner = try refiner("editor")
    try await refiner.prepare()
    #expect(try await loaded() == ["editor:latest"])
    let load = try #require(try await asked().last { $0.path == "/api/chat" }?.body)
    #expect(load.messages?.isEmpty == true)
    #expect(load.options == .init(contextTokens: 4096))
    await refiner.release()
    #expect(try await loaded() == [])
  }

  @Test func `a model that somebody else has loaded keeps its life and is left where it is`() async throws {
    try await post("/api/chat", #"{"model":"editor","keep_alive":-1}"#)
    let refiner = try refiner("editor")
    try await refiner.prepare()
    let router = RefinerRouter(refiner: refiner)
    #expect(await router.outcome(of: text).outcome.reason == nil)
    let chats = try await asked().filter { $0.path == "/api/chat" }
    #expect(chats.count == 2)
    #expect(chats.last?.body?.keepAlive == nil)
    await withCheckedContinuation { done in router.shutDown { done.resume() } }
    #expect(try await loaded() == ["editor:latest"])
  }

  @Test func `a model that somebody else uses since is left where it is`() async throws {
    let refiner = try refiner("editor")
    try await refiner.prepare()
    try await post("/api/chat", #"{"model":"editor","keep_alive":"1h"}"#)
    await refiner.release()
    #expect(try await loaded() == ["editor:latest"])
  }

  @Test func `a text without a warm-up is unloaded at the end, too`() async throws {
    let refiner = try refiner("editor")
    let router = RefinerRouter(refiner: refiner)
    _ = await router.outcome(of: text)
    #expect(try await loaded() == ["editor:latest"])
    await withCheckedContinuation { done in router.shutDown { done.resume() } }
    #expect(try await loaded() == [])
  }

  @Test func `readiness changes nothing`() async throws {
    #expect(await (try refiner("editor")).readiness() == .ready(isLoaded: false))
    #expect(try await loaded() == [])
    #expect(
      try await asked().map(\.path) == ["/api/version", "/api/tags", "/api/show", "/api/ps", "/api/ps"])
  }
}
