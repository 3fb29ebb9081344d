internal import Domain
internal import SystemCalls

/// What a server says of itself, for people.
public struct OllamaReport: Hashable, Sendable {
  public struct Model: Hashable, Sendable {
    public var name: String
    /// In hexadecimal; nil where the server tells none.
    public var digest: String?
    /// On disk, in bytes.
    public var size: Int?
    /// It runs on another machine, or its name would lead there.
    public var isRemote: Bool
    public var isLoaded: Bool
  }

  public var version: OllamaVersion
  /// As the server lists them.
  public var models: [Model]

  /// Asks the server; changes nothing. Whether a model is remote is what the list says: before a text is sent the model
  /// itself is asked, too.
  public static func read(at endpoint: LoopbackEndpoint) async throws(RefinerFailure) -> OllamaReport {
    let server = OllamaServer(endpoint)
    let deadline = MonotonicInstant.now().advanced(by: OllamaServer.lookUpLimit)
    let version = try await server.version(deadline)
    let loaded = Set(try await server.loaded(deadline).map(\.name))
    let models = try await server.installed(deadline).map { model in
      Model(
        name: model.name, digest: model.digest.flatMap(ModelDigest.init)?.hex, size: model.size,
        isRemote: model.isRemote || OllamaModelName(model.name)?.isCloud == true,
        isLoaded: loaded.contains(model.name))
    }
    return OllamaReport(version: version, models: models)
  }
}
