import Testing

/// A keyboard layout that the delivery matrix has a row for, on a desktop and on a virtual terminal.
struct MatrixLayout: Sendable, CustomTestStringConvertible {
  /// In the table.
  var name: String
  /// The names of xkeyboard-config(7).
  var layout: String
  var variant = ""
  var group: UInt8 = 0
  /// What people write on it, with the characters that it has keys for.
  var prose: String

  var testDescription: String { name }

  static let all = [
    MatrixLayout(name: "us", layout: "us", prose: "The fox isn't \"quick\": 50% of it @ $7 (each)!"),
    MatrixLayout(
      name: "de", layout: "de", prose: "Grüße aus Köln: Öl, Äpfel & Übriges für 12 € an der Straße"),
    MatrixLayout(name: "fr", layout: "fr", prose: "Déjà l'été : où ça va, à l'école ? 5 € et 3 µg"),
    MatrixLayout(name: "es", layout: "es", prose: "¡Señor, mañana a las 10! ¿No? El Ñu cuesta 5 €"),
    MatrixLayout(
      name: "dvorak", layout: "us", variant: "dvorak", prose: "Quick jumps; 'snth' <aoeu> {pyf}? Vex \"wz\"!"),
    MatrixLayout(
      name: "neo", layout: "de", variant: "neo", prose: "Grüße: „Öl“, Äpfel – Xaver & Quark für 12 € … Maß"),
    MatrixLayout(name: "us+ru", layout: "us,ru", variant: ",", prose: "Hello, it's still English here"),
    // The same layouts, switched in mid-session.
    MatrixLayout(
      name: "us+ru, switched", layout: "us,ru", variant: ",", group: 1,
      prose: "Привет: съешь ещё этих булок №5"),
  ]

  /// Whether it is the row before, with another group.
  func isSwitch(from last: MatrixLayout?) -> Bool { layout == last?.layout && variant == last?.variant }
}

/// The columns of the delivery matrix.
enum MatrixText: String, CaseIterable, Sendable {
  case prose
  /// All punctuation of ASCII, as shells and programs have it.
  case code
  /// Letters of other layouts.
  case foreign
  case combining
  case emoji
  case rightToLeft = "right-to-left"
  case lines

  func text(_ layout: MatrixLayout) -> String {
    switch self {
    case .prose: layout.prose
    case .code: ##"ls ~/x_1|awk '{print $2 "\t" `id`}'>/tmp/[a-z]*.c; ((^1+2%3))&& echo "#!@"=<b>?,:-."##
    case .foreign: "Жук 你好 ñÿ ğ ħ Ω ﬁ"
    case .combining: "e\u{301}te\u{301} n\u{303} a\u{328}\u{301} ก็"
    case .emoji: "👍🏽 👨‍👩‍👧‍👦 🇩🇪 ❤️"
    case .rightToLeft: "שלום עולם, مرحبا"
    case .lines: "one\n\n- two\n- three"
    }
  }
}
