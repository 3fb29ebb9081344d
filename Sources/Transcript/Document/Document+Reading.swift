extension Document {
  /// Reads text in the structured form: empty lines between blocks, "- " and "1. " (counting from 1) at the beginning of a
  /// line. A line below an item that begins with neither belongs to the item.
  ///
  /// Control characters other than line breaks are left out. Text of one line without such marks is one paragraph.
  public init(text: String) {
    let lines = text.plainLines
    var reading = StructureReading()
    for line in lines { reading.take(line) }
    reading.endBlock()
    let leading = lines.prefix { $0.isEmpty }.count
    self.init(blocks: reading.blocks, leadingBreaks: reading.blocks.isEmpty ? 0 : leading)
  }
}

/// The blocks so far, and the one that grows.
private struct StructureReading {
  private(set) var blocks: [Document.Block] = []
  private var paragraph: [Substring] = []
  private var items: [String] = []
  private var isOrdered = false

  mutating func take(_ line: Substring) {
    if line.isEmpty {
      endBlock()
    } else if let item = line.bulletItem {
      add(item, ordered: false)
    } else if let (number, item) = line.numberedItem, number == (isOrdered ? items.count : 0) + 1 {
      add(item, ordered: true)
    } else if items.isEmpty {
      paragraph.append(line)
    } else {
      items[items.count - 1] += "\n" + line
    }
  }

  private mutating func add(_ item: Substring, ordered: Bool) {
    if items.isEmpty || isOrdered != ordered { endBlock() }
    isOrdered = ordered
    items.append(String(item))
  }

  mutating func endBlock() {
    if !paragraph.isEmpty { blocks.append(.paragraph(paragraph.joined(separator: "\n"))) }
    if !items.isEmpty { blocks.append(.list(DocumentList(isOrdered: isOrdered, items: items))) }
    paragraph = []
    items = []
    isOrdered = false
  }
}

extension Substring {
  fileprivate var bulletItem: Substring? {
    utf8.starts(with: "- ".utf8) && utf8.count > 2 ? self[utf8.index(startIndex, offsetBy: 2)...] : nil
  }

  /// "12. text"; at most six digits, so that no sentence of a number is taken for it.
  fileprivate var numberedItem: (number: Int, item: Substring)? {
    let digits = utf8.prefix(7).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...6).contains(digits.count), let number = Int(String(Substring(digits))) else { return nil }
    let rest = self[digits.endIndex...]
    guard rest.utf8.starts(with: ". ".utf8), rest.utf8.count > 2 else { return nil }
    return (number, rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...])
  }
}

extension String {
  /// Lines without control characters and without space at their ends.
  fileprivate var plainLines: [Substring] {
    var lines: [Substring] = []
    for line in unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let plain =
        line.contains { $0.isControl } ? Substring.UnicodeScalarView(line.filter { !$0.isControl }) : line
      var rest = plain
      while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
      while rest.last?.properties.isWhitespace == true { rest.removeLast() }
      lines.append(Substring(rest))
    }
    return lines
  }
}
