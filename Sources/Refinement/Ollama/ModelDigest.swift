/// The SHA-256 of a model's manifest, by which Ollama tells versions of a model apart.
struct ModelDigest: Hashable, Sendable {
  let hex: String

  /// - Returns: nil unless it is 64 hexadecimal digits, with or without "sha256:".
  init?(_ text: String) {
    let digits = (text.hasPrefix("sha256:") ? String(text.dropFirst(7)) : text).lowercased()
    guard digits.utf8.count == 64, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    hex = digits
  }

  /// Twelve digits are what `ollama list` shows; fewer would be a guess.
  func matches(_ pinned: String) -> Bool {
    let digits = (pinned.hasPrefix("sha256:") ? String(pinned.dropFirst(7)) : pinned).lowercased()
    return digits.utf8.count >= 12 && hex.hasPrefix(digits)
  }
}
