public import Transcript

/// A piece of refined text as a model writes it: consecutive items of a kind are one list.
public struct RefinedBlock: Hashable, Sendable, Codable {
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    case paragraph
    case bullet
    case numbered
  }

  public var kind: Kind
  public var text: String

  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

extension Document {
  /// Consecutive items of a kind become one list.
  public init(_ refined: [RefinedBlock]) {
    var blocks: [Block] = []
    for block in refined {
      switch block.kind {
      case .paragraph: blocks.append(.paragraph(block.text))
      case .bullet, .numbered:
        let isOrdered = block.kind == .numbered
        if case .list(var list)? = blocks.last, list.isOrdered == isOrdered {
          list.items.append(block.text)
          blocks[blocks.count - 1] = .list(list)
        } else {
          blocks.append(.list(DocumentList(isOrdered: isOrdered, items: [block.text])))
        }
      }
    }
    self.init(blocks: blocks)
  }
}
