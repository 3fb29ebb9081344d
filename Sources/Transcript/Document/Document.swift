/// A dictated text in its final form: paragraphs and lists, without markup.
///
/// The texts in it are one line each, but for the line breaks that were asked for ("new line"), and hold no control
/// characters besides. Its JSON is kept in history.
public struct Document: Hashable, Sendable, Codable {
  public enum Block: Hashable, Sendable {
    case paragraph(String)
    case list(DocumentList)
  }

  public var blocks: [Block]
  /// Line breaks spoken before the first word, 0 to 2: the text goes on below what stands before the caret.
  public var leadingBreaks: Int

  public init(blocks: [Block], leadingBreaks: Int = 0) {
    self.blocks = blocks
    self.leadingBreaks = min(max(leadingBreaks, 0), 2)
  }

  /// Nothing to deliver.
  public var isEmpty: Bool { blocks.allSatisfy(\.isEmpty) }

  /// All texts with all words, in order, without numbers and bullets.
  public var texts: [String] {
    blocks.flatMap { block in
      switch block {
      case .paragraph(let text): [text]
      case .list(let list): list.items
      }
    }
  }
}

public struct DocumentList: Hashable, Sendable, Codable {
  public var isOrdered: Bool
  public var items: [String]
  /// How it was said, for a target of one line ("First, milk. Second, eggs."); nil when it was dictated as a list.
  public var sentence: String?

  public init(isOrdered: Bool, items: [String], sentence: String? = nil) {
    self.isOrdered = isOrdered
    self.items = items
    self.sentence = sentence
  }
}

extension Document.Block {
  public var isEmpty: Bool {
    switch self {
    case .paragraph(let text): text.allSatisfy(\.isWhitespace)
    case .list(let list): list.items.isEmpty
    }
  }
}

extension Document.Block: Codable {
  private enum CodingKeys: String, CodingKey { case paragraph, list }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .paragraph) {
      self = .paragraph(text)
    } else {
      self = .list(try container.decode(DocumentList.self, forKey: .list))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .paragraph(let text): try container.encode(text, forKey: .paragraph)
    case .list(let list): try container.encode(list, forKey: .list)
    }
  }
}
