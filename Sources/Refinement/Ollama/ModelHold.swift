internal import Domain

/// Who has the model in memory: decides whether its keep-alive is ours to set, and whether it is unloaded at the end.
///
///     1  not loaded, we load it                               ours   keep-alive set, unloaded at the end
///     2  loaded before we came                                theirs keep-alive left alone, never unloaded
///     3  ours, expired, loaded by somebody else, we look      theirs (it was away from what we knew)
///     4  ours, used by somebody else too, which kept it       at the end it expires later than our last use allows:
///        alive for longer                                     left alone, it is theirs now
enum ModelHold: Hashable, Sendable {
  /// Nobody has looked yet.
  case unknown
  case theirs
  /// - Parameter expiry: when the server drops it if only we use it, in milliseconds since 1970.
  case ours(expiry: Int64)

  /// The server's clock is ours, but a request ends before we note its end, and it may round.
  private static let slack: Int64 = 2_000

  /// - Parameter expiry: when the server says that it drops the loaded model; nil where the model is not loaded.
  func afterLook(isLoaded: Bool, expiry: Int64?) -> ModelHold {
    guard isLoaded else { return .unknown }
    switch self {
    case .unknown, .theirs: return .theirs
    case .ours(let own):
      guard let expiry, expiry > own + Self.slack else { return self }
      return .theirs
    }
  }
}
