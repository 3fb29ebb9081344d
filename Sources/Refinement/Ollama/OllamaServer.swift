internal import Domain
internal import Glibc
internal import SystemCalls

/// The calls of Ollama's API that hwctl makes, with their failures in the refiner's words.
struct OllamaServer: Sendable {
  /// How long a call may take that only looks something up.
  static let lookUpLimit = Duration.seconds(2)

  /// The longest answers accepted, in bytes: 500 installed models are 300 KB; a model's licence and template some 100 KB;
  /// a text of 2,400 characters is 15 KB even with every character escaped.
  private enum Size {
    static let version = 4_096
    static let models = 2_000_000
    static let details = 4_000_000
    static let chat = 200_000
  }

  private let client: HTTPClient

  init(_ endpoint: LoopbackEndpoint) { client = HTTPClient(endpoint) }

  func version(_ deadline: MonotonicInstant) async throws(RefinerFailure) -> OllamaVersion {
    let body: [UInt8]
    do throws(RefinerFailure) {
      body = try await answer(to: .get, "/api/version", Size.version, deadline)
    } catch  where error.reason == .failed || error.reason == .modelMissing || error.reason == .tooLarge {
      // Ollama answers this always.
      throw RefinerFailure(.notOllama, detail: error.detail)
    }
    guard let message = JSONText.decode(OllamaMessages.Version.self, from: body) else {
      throw RefinerFailure(.notOllama)
    }
    return OllamaVersion(message.version)
  }

  func installed(_ deadline: MonotonicInstant) async throws(RefinerFailure) -> [OllamaMessages.Model] {
    try await models("/api/tags", deadline)
  }

  func loaded(_ deadline: MonotonicInstant) async throws(RefinerFailure) -> [OllamaMessages.Model] {
    try await models("/api/ps", deadline)
  }

  func details(of model: String, _ deadline: MonotonicInstant) async throws(RefinerFailure)
    -> OllamaMessages.Details
  {
    let request = JSONText.bytes(OllamaMessages.Name(model: model))
    return try read(await answer(to: .post(request), "/api/show", Size.details, deadline))
  }

  func chat(_ chat: OllamaMessages.Chat, _ deadline: MonotonicInstant) async throws(RefinerFailure)
    -> ChatAnswer
  {
    try ChatAnswer(await answer(to: .post(JSONText.bytes(chat)), "/api/chat", Size.chat, deadline))
  }

  private func models(
    _ path: String, _ deadline: MonotonicInstant
  ) async throws(RefinerFailure) -> [OllamaMessages.Model] {
    let message: OllamaMessages.Models = try read(await answer(to: .get, path, Size.models, deadline))
    return message.models ?? []
  }

  private func read<Message: Decodable>(_ body: [UInt8]) throws(RefinerFailure) -> Message {
    guard let message = JSONText.decode(Message.self, from: body) else { throw RefinerFailure(.malformed) }
    return message
  }

  private func answer(
    to method: HTTPRequest.Method, _ path: String, _ limit: Int, _ deadline: MonotonicInstant
  ) async throws(RefinerFailure) -> [UInt8] {
    let reply: HTTPReply
    do throws(HTTPFailure) {
      reply = try await client.reply(
        to: HTTPRequest(method: method, path: path, deadline: deadline, responseLimit: limit))
    } catch {
      throw RefinerFailure(error)
    }
    if reply.status == 200 { return reply.body }
    throw RefinerFailure(reply)
  }
}

extension RefinerFailure {
  /// The transport's failures.
  init(_ failure: HTTPFailure) {
    let (reason, detail): (FallbackReason, String?) =
      switch failure {
      // Of a Unix socket only.
      case .unreachable(ENOENT):
        (.unreachable, "there is no relay: systemctl --user start hwctl-ollama.socket")
      case .unreachable(let errno): (.unreachable, errno == 0 ? nil : String(cString: strerror(errno)))
      case .timedOut: (.deadline, nil)
      case .cancelled: (.cancelled, nil)
      case .tooLarge: (.tooLarge, nil)
      // An answer that is not HTTP, or one that ends before its announced length (libcurl-errors(3)).
      case .broken(let code): (.malformed, "libcurl error \(code)")
      case .overloaded: (.overloaded, nil)
      case .closed: (.stopped, nil)
      }
    self.init(reason, detail: detail)
  }

  /// A status other than 200. Errors are JSON, except for paths that the server does not know.
  init(_ reply: HTTPReply) {
    let said = JSONText.decode(OllamaMessages.Failure.self, from: reply.body)?.error
    let detail = "status \(reply.status)" + (said.map { ": " + $0.beginning(units: 300) } ?? "")
    let reason: FallbackReason =
      switch reply.status {
      case 300..<400: .redirected
      case 404: .modelMissing
      case 503: .busy
      default: .failed
      }
    self.init(reason, detail: detail)
  }
}
