/// Texts of others, which may hold anything, as people read them on a terminal.
///
/// A terminal obeys control characters (ECMA-48: ESC and, in UTF-8 too, the C1 set): a text could clear the screen, set the
/// clipboard or type an answer. Bidirectional embeddings, overrides and isolates (Unicode, UAX #9) show another order than
/// the one that is there.
enum ReadableText {
  /// Each such character but line break and tab as "\u{1B}".
  static func neutralised(_ text: String) -> String {
    replacing(text) { scalar in scalar == "\n" || scalar == "\t" ? nil : "\\u{\(digits(scalar))}" }
  }

  /// The same JSON with each such character as an escape; the encoder escapes those below a space itself.
  static func escapedJSON(_ json: String) -> String {
    replacing(json) { scalar in
      let digits = digits(scalar)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private static func digits(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }

  private static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    guard text.unicodeScalars.contains(where: isCommand) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isCommand(scalar), let shown = replacement(scalar) {
        result += shown.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
