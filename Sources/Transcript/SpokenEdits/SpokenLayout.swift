/// What a line of Edited is, which its text alone does not tell ("- " may have been said by the recogniser).
enum EditedLine: Hashable {
  case blank
  case text
  /// `number` counts from 1; nil in a list of bullets. `isFirst` begins a list.
  case item(number: Int?, isFirst: Bool)

  /// What stands before the text of the item.
  var marker: String {
    switch self {
    case .blank, .text: ""
    case .item(nil, _): "- "
    case .item(let number?, _): "\(number). "
    }
  }
}

/// The breaks and list marks between words.
struct SpokenLayout {
  private(set) var lines: [EditedLine] = []
  /// No space stands before what comes now.
  var joinsNext = false
  private var breaks = 0
  private var isItem = false
  private var isFirstItem = false
  private var isOrdered = false
  private var number = 0
  private var isInList = false

  /// More empty lines than one are never meant.
  private static let mostBreaks = 2

  mutating func take(_ structure: SpokenDraft.Structure, _ mark: Int) {
    switch structure {
    case .newLine where isInList, .item: isItem = true
    case .newLine: breaks = min(breaks + 1, Self.mostBreaks)
    case .newParagraph:
      endList()
      breaks = Self.mostBreaks
    case .list(let ordered):
      let wasItem = lines.last?.isItem == true
      endList()
      (isInList, isItem, isFirstItem, isOrdered, number) = (true, true, true, ordered, 0)
      breaks = wasItem ? Self.mostBreaks : lines.isEmpty ? breaks : 1
    case .endOfList:
      endList()
      breaks = lines.isEmpty ? 0 : Self.mostBreaks
    }
  }

  private mutating func endList() { (isInList, isItem, isFirstItem) = (false, false, false) }

  /// What stands before the word or sign that comes now.
  mutating func content(joinsBefore: Bool) -> String {
    defer { (joinsNext, breaks, isItem) = (false, 0, false) }
    if isItem { return beginItem() }
    if breaks == 0 {
      if lines.isEmpty {
        lines = [.text]
        return ""
      }
      return joinsNext || joinsBefore ? "" : " "
    }
    begin(.text, breaks)
    return String(repeating: "\n", count: breaks)
  }

  private mutating func beginItem() -> String {
    number += 1
    let line = EditedLine.item(number: isOrdered ? number : nil, isFirst: isFirstItem)
    let count = isFirstItem ? breaks : 1
    isFirstItem = false
    begin(line, count)
    return String(repeating: "\n", count: count) + line.marker
  }

  private mutating func begin(_ line: EditedLine, _ count: Int) {
    // A text that begins with breaks has an empty line for each.
    let blanks = lines.isEmpty ? count : count - 1
    lines += Array(repeating: .blank, count: blanks) + [line]
  }
}

extension EditedLine {
  var isItem: Bool {
    if case .item = self { true } else { false }
  }
}
