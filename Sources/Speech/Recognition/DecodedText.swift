/// Cleans what the engine writes.
package enum DecodedText {
  /// Without "<unk>", the engine's sign for what it has no token for, and with single spaces only.
  package static func cleaned(_ text: String) -> String {
    var rest = text[...]
    var kept = ""
    while let marker = firstRange(of: unknown, in: rest) {
      kept += rest[..<marker.lowerBound]
      kept += " "
      rest = rest[marker.upperBound...]
    }
    kept += rest
    return kept.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// But for the English "I".
  package static func inSmallLetters(_ text: String, language: String?) -> String {
    let isEnglish = language == "en" || language?.hasPrefix("en-") == true
    return text.split(separator: " ").map { word in
      let small = word.lowercased()
      let isI = small == "i" || small.hasPrefix("i'")
      return isEnglish && isI ? "I" + small.dropFirst() : small
    }.joined(separator: " ")
  }

  /// "en" from "en" or "<|en|>"; nil when there is none.
  package static func language(_ label: String) -> String? {
    let bare = label.filter { $0.isASCII && ($0.isLetter || $0 == "-") }
    return bare.isEmpty ? nil : bare
  }

  private static let unknown = "<unk>"

  private static func firstRange(of needle: String, in text: Substring) -> Range<Substring.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(needle) { return start..<text.index(start, offsetBy: needle.count) }
      start = text.index(after: start)
    }
    return nil
  }
}
