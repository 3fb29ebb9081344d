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

extension DeliveryRoute {
  public var name: String {
    switch self {
    case .automatic: "what fits the target"
    case .accessibility: RouteName.accessibility.name
    case .typedKeys: RouteName.typedKeys.name
    case .clipboard: RouteName.clipboard.name
    case .standardOutput: RouteName.standardOutput.name
    case .file: RouteName.file.name
    }
  }
}
