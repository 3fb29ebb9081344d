internal import FoundationEssentials

/// Evidence as history keeps it: JSON with its keys in order, so that equal evidence is equal text.
enum EvidenceJSON {
  /// Nil for what JSON cannot hold; nothing of a transcript is that.
  static func text(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}
