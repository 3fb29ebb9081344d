extension String {
  /// Runs of white space as one space, and no control characters: what a device says of itself, fit for a terminal.
  public var onOneLine: String {
    let visible = String(
      unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    return visible.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
