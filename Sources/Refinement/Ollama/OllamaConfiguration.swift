/// How Ollama is used.
public struct OllamaConfiguration: Hashable, Sendable {
  public var model: OllamaModelName

  /// The beginning (12 hexadecimal digits or more, as `ollama list` shows it) of the only digest that may be used; nil for
  /// whatever is installed under that name.
  public var digest: String?

  /// How long a model stays loaded after its last use when hwctl loaded it. 1 second ... 24 hours.
  public var keepAlive: Duration

  /// The size of the model's context, in tokens: policy, payload and answer. Memory grows with it.
  public var contextTokens: Int

  /// How long the model may take to load at a warm-up.
  public var loadLimit: Duration

  public init(
    model: OllamaModelName, digest: String? = nil, keepAlive: Duration = .seconds(300),
    contextTokens: Int = 4_096,
    loadLimit: Duration = .seconds(60)
  ) {
    self.model = model
    self.digest = digest
    self.keepAlive = min(max(keepAlive, .seconds(1)), .seconds(86_400))
    self.contextTokens = contextTokens
    self.loadLimit = loadLimit
  }
}
