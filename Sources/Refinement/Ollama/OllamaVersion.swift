/// A version of Ollama, as GET /api/version tells it: "0.14.0", "0.12.1-rc2".
public struct OllamaVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let numbers: [Int]
  public let description: String

  /// The first that knows `think` (its release notes): an older one lets a thinking model think aloud in its answer.
  public static let oldest = OllamaVersion("0.9.0")

  /// What a server says that was built without a version, which is a developer's own and newer than any.
  private static let unnumbered = [0, 0, 0]

  public init(_ text: String) {
    description = text.beginning(units: 40)
    numbers =
      text.split(separator: "-", maxSplits: 1).first.map { release in
        release.split(separator: ".").prefix(3).map { Int($0) ?? 0 }
      } ?? []
  }

  public var isSufficient: Bool { numbers == Self.unnumbered || self >= .oldest }

  public static func < (left: Self, right: Self) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
