extension Document {
  /// Edited as blocks.
  ///
  /// - Parameter lines: what stage 1 made each of its lines; one for each.
  init(edited: String, lines: [EditedLine]) {
    var blocks: [Block] = []
    var leading = 0
    var previous: EditedLine?
    for (text, line) in zip(edited.utf8Lines, lines) {
      switch line {
      case .blank: if blocks.isEmpty { leading += 1 }
      case .text:
        if case .text? = previous, case .paragraph(let before)? = blocks.last {
          blocks[blocks.count - 1] = .paragraph(before + "\n" + text)
        } else {
          blocks.append(.paragraph(String(text)))
        }
      case .item(let number, let isFirst):
        // By bytes: a mark that combines with the space before it belongs to the item.
        let item = String(Substring(text.utf8.dropFirst(line.marker.utf8.count)))
        if !isFirst, case .list(var list)? = blocks.last {
          list.items.append(item)
          blocks[blocks.count - 1] = .list(list)
        } else {
          blocks.append(.list(DocumentList(isOrdered: number != nil, items: [item])))
        }
      }
      previous = line
    }
    self.init(blocks: blocks, leadingBreaks: blocks.isEmpty ? 0 : leading)
  }
}

extension String {
  fileprivate var utf8Lines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}
