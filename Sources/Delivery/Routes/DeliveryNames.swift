// The names that stand in history and in messages.

extension DeliveryReport {
  /// The part of the text that has left hwctl.
  public func deliveredText(of text: String) -> String {
    switch outcome {
    case .typed, .inserted, .pasted, .written: text
    case .kept: ""
    case .partial(let count, _): String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
  }
}

extension DeliveryReport.Outcome {
  public var name: String {
    switch self {
    case .typed: "typed"
    case .inserted: "inserted"
    case .pasted: "pasted"
    case .written: "written"
    case .kept: "kept"
    case .partial: "partial"
    }
  }
}
