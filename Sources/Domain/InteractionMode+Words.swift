extension InteractionMode {
  /// What people call it, in profiles and on the command line: "hold", "toggle", "holdOrLatch".
  public var word: String { self == .momentary ? "hold" : rawValue }

  public init?(word: String) {
    guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }

  public static var words: [String] { allCases.map(\.word) }
}
