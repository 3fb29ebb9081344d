/// What an application is built with, by the name that it gives itself (Application.ToolkitName), and what follows from it.
/// All rules were measured with GTK 3.24, GTK 4.8, Qt 5.15, Qt 6.4, Firefox 153 and Chromium on Debian 12.
enum Toolkit: Hashable, Sendable {
  case gtk3
  case gtk4
  case qt
  case gecko
  case chromium
  case other

  init(name: String) {
    switch name {
    case "gtk": self = .gtk3
    case "GTK": self = .gtk4
    case "Qt": self = .qt
    case "Gecko": self = .gecko
    case "Chromium": self = .chromium
    default: self = .other
    }
  }

  /// Whether EditableText does what it says. Gecko answers that it inserted, and inserts nothing; Chromium has no EditableText.
  var insertsText: Bool {
    switch self {
    case .gtk3, .gtk4, .qt: true
    case .gecko, .chromium, .other: false
    }
  }

  /// What a step of a caret's offset is.
  var offsetUnit: OffsetUnit {
    switch self {
    case .qt: .utf16
    case .gtk3, .gtk4, .gecko, .chromium, .other: .scalar
    }
  }

  /// The argument `length` of InsertText. In bytes it makes Qt append junk from memory; in UTF-16 units GTK cuts the text.
  func insertionLength(of text: String) -> Int {
    switch self {
    case .qt: text.utf16.count
    case .gtk3, .gtk4, .gecko, .chromium, .other: text.utf8.count
    }
  }

  /// Whether an editable text without a word about its lines has one. GTK and Qt mark those with several.
  var marksMultiLine: Bool { insertsText }

  /// Whether a window in the background still says that something in it has the focus.
  var keepsFocusInBackground: Bool { !insertsText }
}

/// What offsets in a text count.
enum OffsetUnit: Hashable, Sendable {
  /// Unicode scalars ("code points")
  case scalar
  case utf16

  func count(_ text: String) -> Int {
    switch self {
    case .scalar: text.unicodeScalars.count
    case .utf16: text.utf16.count
    }
  }
}
