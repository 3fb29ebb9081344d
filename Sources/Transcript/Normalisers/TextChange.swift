/// Changes to a text of one paragraph or item, made from left to right.
struct TextChange {
  let list: WordList
  private var edits: [TextEdit] = []

  init(_ text: String) { list = WordList(text) }

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, _ text: String) { edits.append(TextEdit(range, .space, text)) }

  /// The text with the changes made. Of two that overlap, the first is made: rules are not to do so, and a text must not be
  /// lost by one that does.
  var text: String {
    var ordered: [TextEdit] = []
    for edit in edits.sorted(by: { $0.start < $1.start }) where edit.start >= ordered.last?.end ?? 0 {
      ordered.append(edit)
    }
    let bytes = (try? EditTrace.apply(ordered, to: list.bytes)) ?? list.bytes
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Document {
  /// Changes every paragraph and item by itself.
  mutating func changeTexts(_ change: (String) -> String) {
    blocks = blocks.map { block in
      switch block {
      case .paragraph(let text): return .paragraph(change(text))
      case .list(var list):
        list.items = list.items.map(change)
        list.sentence = list.sentence.map(change)
        return .list(list)
      }
    }
  }
}
