/// Who refines text and where it runs; every adapter declares one.
public struct RefinerIdentity: Hashable, Sendable {
  public enum Locality: String, CaseIterable, Hashable, Sendable {
    case inProcess
    /// A server on 127.0.0.1 at a port that cannot be configured away.
    case fixedLoopback
    /// It could send text off the machine.
    case remoteCapable
  }

  /// "ollama"
  public var provider: String
  public var model: String
  public var locality: Locality

  public init(provider: String, model: String, locality: Locality) {
    self.provider = provider
    self.model = model
    self.locality = locality
  }
}

/// The rule that keeps dictated text on the machine: asked before a refiner is called at all.
public struct LocalityPolicy: Hashable, Sendable {
  /// True unless the user has decided otherwise.
  public var localOnly: Bool

  public init(localOnly: Bool = true) { self.localOnly = localOnly }

  public func admits(_ identity: RefinerIdentity) -> Bool {
    !localOnly || identity.locality != .remoteCapable
  }
}
