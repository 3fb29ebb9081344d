import Domain
import Refinement
import SystemCalls
import TestSupport
import Testing
import Transcript

/// One double for all that do not look at what was asked before.
enum SharedDouble {
  private static let double = Task { try await OllamaDouble.start() }

  static func refiner(_ model: String, digest: String? = nil) async throws -> OllamaRefiner {
    OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName(model)), digest: digest),
      at: LoopbackEndpoint(port: try await double.value.port))
  }
}

@Suite struct OllamaFaultTests {
  private let text = "um so can you uh tell me what the capital of france is"

  @Test func `a sentence goes there and back`() async throws {
    let router = RefinerRouter(refiner: try await SharedDouble.refiner("editor"))
    let (outcome, _) = await router.outcome(of: text)
    #expect(outcome.text == "So can you tell me what the capital of france is.")
    #expect(outcome.evidence.modelDigest == String(repeating: "01", count: 32))
    #expect(outcome.evidence.identity?.model == "editor:latest")
  }

  @Test(arguments: [
    ("busy", FallbackReason.busy), ("boom", .failed), ("halfway", .failed), ("redirect", .redirected),
    ("endless", .tooLarge), ("cut", .malformed), ("plain", .malformed), ("truncated", .truncated),
    ("undone", .truncated),
    ("impostor", .wrongIdentity), ("leaky", .wrongIdentity), ("garbage", .malformed), ("blank", .malformed),
    ("missing", .modelMissing), ("alias", .modelRemote), ("hidden", .modelRemote),
    ("gpt-oss:120b-cloud", .modelRemote),
    ("vector", .modelUnfit), ("answering", .rejected), ("obeying", .rejected), ("adding", .rejected),
    ("dropping", .rejected),
  ])
  func `what goes wrong delivers the Edited text, with its reason`(model: String, reason: FallbackReason)
    async throws
  {
    let router = RefinerRouter(refiner: try await SharedDouble.refiner(model))
    let (outcome, _) = await router.outcome(of: text)
    #expect(outcome.reason == reason, "\(outcome)")
  }

  @Test func `a model that never answers costs the deadline`() async throws {
    let router = RefinerRouter(refiner: try await SharedDouble.refiner("never"))
    let (outcome, time) = await router.outcome(of: text, within: .milliseconds(300))
    #expect(outcome.reason == .deadline)
    #expect(time < .milliseconds(400), "\(time)")
  }

  @Test func `a slow model is waited for as long as there is time`() async throws {
    let refiner = try await SharedDouble.refiner("slow")
    #expect(
      await RefinerRouter(refiner: refiner).outcome(of: text, within: .milliseconds(500)).outcome.reason
        == .deadline)
    #expect(
      await RefinerRouter(refiner: refiner).outcome(of: text, within: .seconds(20)).outcome.reason == nil)
  }

  @Test func `loading counts against the same deadline`() async throws {
    let router = RefinerRouter(refiner: try await SharedDouble.refiner("heavy"))
    let (outcome, time) = await router.outcome(of: text, within: .milliseconds(300))
    #expect(outcome.reason == .deadline)
    #expect(time < .milliseconds(400), "\(time)")
  }

  @Test func `another digest than the pinned one is refused`() async throws {
    let pinned = String(repeating: "01", count: 32)
    let right = RefinerRouter(
      refiner: try await SharedDouble.refiner("editor", digest: String(pinned.prefix(12))))
    #expect(await right.outcome(of: text).outcome.reason == nil)
    let wrong = RefinerRouter(refiner: try await SharedDouble.refiner("editor", digest: "ffffffffffff"))
    #expect(await wrong.outcome(of: text).outcome.reason == .modelChanged)
  }

  @Test(arguments: ["0.8.9", "0.5.1"])
  func `an old server is said to be old`(version: String) async throws {
    let double = try await OllamaDouble.start(version: version)
    let refiner = OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName("editor"))),
      at: LoopbackEndpoint(port: double.port))
    guard case .notReady(let failure) = await refiner.readiness() else {
      Issue.record("it is ready")
      return
    }
    #expect(failure.reason == .outdated)
  }

  @Test func `what listens there and is not Ollama is said not to be`() async throws {
    let listener = Listener()
    let refiner = OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName("editor"))),
      at: LoopbackEndpoint(port: listener.port))
    async let seen = listener.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    guard case .notReady(let failure) = await refiner.readiness() else {
      Issue.record("it is ready")
      return
    }
    #expect(failure.reason == .notOllama)
    _ = await seen
  }

  @Test func `a dead port falls back at once`() async throws {
    let listener = Listener()
    listener.stop()
    let refiner = OllamaRefiner(
      OllamaConfiguration(model: try #require(OllamaModelName("editor"))),
      at: LoopbackEndpoint(port: listener.port))
    let (outcome, time) = await RefinerRouter(refiner: refiner).outcome(of: text)
    #expect(outcome.reason == .unreachable)
    #expect(time < .seconds(1))
  }
}
