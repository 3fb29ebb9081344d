public import Domain
internal import SystemCalls

/// Refines with a model of a local Ollama server.
///
/// Before a text leaves this process the server is asked what it would answer with (`verify`): a name can stand for a model
/// on another machine.
public actor OllamaRefiner: TranscriptRefining {
  public nonisolated let identity: RefinerIdentity
  private let configuration: OllamaConfiguration
  private let server: OllamaServer
  /// Of the model that was last found to be local.
  private var verifiedDigest: String?
  private var hold = ModelHold.unknown

  public init(_ configuration: OllamaConfiguration, at endpoint: LoopbackEndpoint) {
    self.configuration = configuration
    identity = RefinerIdentity(
      provider: "ollama", model: configuration.model.text, locality: .fixedLoopback)
    server = OllamaServer(endpoint)
  }

  public func readiness() async -> RefinerReadiness {
    let deadline = Self.lookUpDeadline
    do throws(RefinerFailure) {
      try await checkVersion(deadline)
      _ = try await verify(deadline)
      let isLoaded = try await loadedModel(deadline) != nil
      return .ready(isLoaded: isLoaded)
    } catch {
      return .notReady(error)
    }
  }

  public func prepare() async throws(RefinerFailure) { try await prepare {} }

  /// - Parameter onLoad: called when the model is there, local and allowed, and must be loaded, which takes its time.
  public func prepare(onLoad: @Sendable () -> Void) async throws(RefinerFailure) {
    let lookUp = Self.lookUpDeadline
    try await checkVersion(lookUp)
    _ = try await verify(lookUp)
    try await look(lookUp)
    if hold == .theirs { return }
    let deadline = MonotonicInstant.now().advanced(by: configuration.loadLimit)
    var chat = OllamaMessages.Chat(model: configuration.model.text)
    chat.options = options()
    chat.keepAlive = keepAliveSeconds
    onLoad()
    // Before the answer: a load that we do not wait for any more goes on in the server.
    noteUse()
    let answer = try await server.chat(chat, deadline)
    noteUse()
    guard answer.doneReason == "load" else { throw RefinerFailure(.malformed, detail: "it was not loaded") }
  }

  public func refine(
    _ request: RefinementRequest, deadline: MonotonicInstant
  ) async throws(RefinerFailure) -> RefinerReply {
    let digest = try await verify(deadline)
    if hold == .unknown { try await look(deadline) }
    var chat = self.chat(for: request)
    if hold != .theirs {
      chat.keepAlive = keepAliveSeconds
      noteUse()
    }
    let answer = try await server.chat(chat, deadline)
    if hold != .theirs { noteUse() }
    guard let model = OllamaModelName(answer.model) else { throw RefinerFailure(.wrongIdentity) }
    // Only now is it known what answered: the router compares.
    let returned = RefinerIdentity(
      provider: identity.provider, model: model.isSame(as: configuration.model) ? identity.model : model.text,
      locality: answer.isRemote ? .remoteCapable : .fixedLoopback)
    guard returned == identity else {
      return RefinerReply(identity: returned, blocks: [], modelDigest: digest)
    }
    guard answer.doneReason == "stop" else { throw RefinerFailure(.truncated, detail: answer.doneReason) }
    return RefinerReply(
      identity: returned, blocks: try AnswerFormat.blocks(answer.content), modelDigest: digest)
  }

  public func release() async {
    let deadline = Self.lookUpDeadline
    guard case .ours = hold, (try? await look(deadline)) != nil, case .ours = hold else { return }
    var chat = OllamaMessages.Chat(model: configuration.model.text)
    chat.keepAlive = 0
    _ = try? await server.chat(chat, deadline)
    hold = .unknown
  }

  // MARK: Verification

  private func checkVersion(_ deadline: MonotonicInstant) async throws(RefinerFailure) {
    let version = try await server.version(deadline)
    guard version.isSufficient else { throw RefinerFailure(.outdated, detail: version.description) }
  }

  /// Makes sure that the name stands for a model on this machine. Asked before every text, as names can be given anew at any
  /// time; a digest that is known needs one small request.
  ///
  /// - Returns: the model's digest.
  private func verify(_ deadline: MonotonicInstant) async throws(RefinerFailure) -> String {
    let name = configuration.model
    guard !name.isCloud else { throw RefinerFailure(.modelRemote, detail: "its name ends in 'cloud'") }
    let models = try await server.installed(deadline)
    guard let model = models.first(where: { OllamaModelName($0.name)?.isSame(as: name) == true }) else {
      throw RefinerFailure(.modelMissing)
    }
    guard !model.isRemote else { throw RefinerFailure(.modelRemote) }
    guard let digest = model.digest.flatMap(ModelDigest.init) else {
      throw RefinerFailure(.malformed, detail: "the list of models has no digest")
    }
    if let pinned = configuration.digest, !digest.matches(pinned) {
      throw RefinerFailure(.modelChanged, detail: "installed is \(digest.hex.prefix(12))")
    }
    if digest.hex == verifiedDigest { return digest.hex }
    verifiedDigest = nil
    let details = try await server.details(of: name.text, deadline)
    guard !details.isRemote else { throw RefinerFailure(.modelRemote) }
    guard details.capabilities?.contains("completion") ?? true else { throw RefinerFailure(.modelUnfit) }
    verifiedDigest = digest.hex
    return digest.hex
  }

  // MARK: Who holds the model

  private func loadedModel(_ deadline: MonotonicInstant) async throws(RefinerFailure) -> OllamaMessages.Model?
  {
    try await server.loaded(deadline).first {
      OllamaModelName($0.name)?.isSame(as: configuration.model) == true
    }
  }

  private func look(_ deadline: MonotonicInstant) async throws(RefinerFailure) {
    let model = try await loadedModel(deadline)
    hold = hold.afterLook(isLoaded: model != nil, expiry: model?.expiresAt.flatMap(ServerTime.milliseconds))
  }

  private func noteUse() {
    hold = .ours(expiry: UnixTime.nowMilliseconds() + Int64(keepAliveSeconds) * 1000)
  }

  private var keepAliveSeconds: Int { Int(configuration.keepAlive.components.seconds) }

  // MARK: Requests

  private func chat(for request: RefinementRequest) -> OllamaMessages.Chat {
    let units = request.transcript.utf16.count
    var chat = OllamaMessages.Chat(
      model: configuration.model.text,
      messages: [
        .init(role: "system", content: PromptPolicy.text),
        .init(role: "user", content: PromptPayload(request).json),
      ])
    chat.think = false
    chat.truncate = false
    chat.format = AnswerFormat.schema(transcriptUnits: units)
    chat.options = options()
    chat.options?.temperature = 0
    chat.options?.predictedTokens = Self.predictedTokens(request.transcript)
    return chat
  }

  private func options() -> OllamaMessages.Chat.Options { .init(contextTokens: configuration.contextTokens) }

  /// About twice what is needed: a token is four letters of English or one of Chinese, which are four and three bytes, and a
  /// block costs about twelve more.
  static func predictedTokens(_ transcript: String) -> Int { min(96 + transcript.utf8.count / 2, 2_048) }

  private static var lookUpDeadline: MonotonicInstant { .now().advanced(by: OllamaServer.lookUpLimit) }
}
