/// The name of a model in Ollama: "llama3.2", "llama3.2:3b", "someone/model:tag".
public struct OllamaModelName: Hashable, Sendable, CustomStringConvertible {
  /// With its tag.
  public let text: String

  public var description: String { text }

  /// Ollama allows 80 characters for each of its up to four parts (types/model/name.go).
  private static let longest = 330

  /// - Returns: nil for what cannot be a name.
  public init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "._-:/".utf8.contains(byte)
      }
    }
    guard !text.isEmpty, text.utf8.count <= Self.longest, isPlain else { return nil }
    self.text = Self.tags(of: text).isEmpty ? text + ":latest" : text
  }

  /// Whether the server would pass it on to ollama.com, even if it was never pulled (facts: the part after a colon is
  /// "cloud" or ends in "-cloud", in any case).
  public var isCloud: Bool {
    Self.tags(of: text).contains { tag in
      let tag = tag.lowercased()
      return tag == "cloud" || tag.hasSuffix("-cloud")
    }
  }

  /// As the server compares them.
  public func isSame(as other: OllamaModelName) -> Bool { text.lowercased() == other.text.lowercased() }

  /// What follows the colons after the last slash: before it a colon is a registry's port.
  private static func tags(of text: String) -> [Substring] {
    let last = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return Array(last.split(separator: ":", omittingEmptySubsequences: false).dropFirst())
  }
}
