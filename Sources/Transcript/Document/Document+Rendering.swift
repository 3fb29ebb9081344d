/// What the place of the text can take.
public enum RenderedForm: String, CaseIterable, Hashable, Sendable, Codable {
  /// One line, for a search field or a chat where Enter sends.
  case line
  /// Paragraphs with an empty line between them, lists as "- " and "1. ", line breaks.
  case structured
}

extension Document {
  /// The text to deliver: no line break at its end, none at all in the form of one line, no control characters.
  ///
  /// Reading the structured form again (`init(text:)`) and rendering that gives the same text.
  public func rendered(_ form: RenderedForm) -> String {
    switch form {
    case .line: blocks.map(\.line).filter { !$0.isEmpty }.joined(separator: " ")
    case .structured: structured
    }
  }

  private var structured: String {
    var text = ""
    var previous: Block?
    for block in blocks where !block.isEmpty {
      if let previous { text += previous.joint(to: block) }
      text += block.structured
      previous = block
    }
    return text.isEmpty ? "" : String(repeating: "\n", count: leadingBreaks) + text
  }
}

extension Document.Block {
  /// A list stands close below the paragraph that introduces it.
  fileprivate func joint(to next: Self) -> String {
    if case (.paragraph, .list) = (self, next) { return "\n" }
    return "\n\n"
  }

  fileprivate var structured: String {
    switch self {
    case .paragraph(let text): return text
    case .list(let list):
      return list.items.enumerated().map { index, item in
        (list.isOrdered ? "\(index + 1). " : "- ") + item
      }.joined(separator: "\n")
    }
  }

  fileprivate var line: String {
    switch self {
    case .paragraph(let text): Self.joined(text)
    case .list(let list): list.sentence.map(Self.joined) ?? Self.line(of: list)
    }
  }

  private static func joined(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\n"))
      ? text.split(separator: "\n").joined(separator: " ") : text
  }

  /// "milk, eggs, bread"; items that end like sentences stand one after another.
  private static func line(of list: DocumentList) -> String {
    var text = ""
    for (index, item) in list.items.enumerated() {
      if index > 0 { text += text.last.map(endings.contains) == true ? " " : ", " }
      text += (list.isOrdered ? "\(index + 1). " : "") + joined(item)
    }
    return text
  }

  private static let endings: Set<Character> = [".", "!", "?", "…", ",", ";", ":"]
}
