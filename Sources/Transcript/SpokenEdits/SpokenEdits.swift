/// What stage 1 makes of Raw.
struct SpokenEdits {
  /// In Raw, in order.
  private(set) var edits: [TextEdit] = []
  /// What each line of the edited text is.
  private(set) var lines: [EditedLine] = []

  private let list: WordList
  private let editor: SpokenEditor
  private var layout = SpokenLayout()
  /// The byte of Raw after what was kept last, and the next mark.
  private var position = 0
  private var nextMark = 0
  /// What the marks of the gap put in its place.
  private var inserted: [Int: String] = [:]

  init(_ editor: SpokenEditor, _ list: WordList) {
    (self.editor, self.list) = (editor, list)
    for entry in editor.draft.entries {
      switch entry {
      case .word(let index): keep(index)
      case .structure(let structure, let mark, _): layout.take(structure, mark)
      case .sign(let sign, let mark):
        let before = layout.content(joinsBefore: sign.joins == .before || sign.joins == .both)
        insert(before + sign.text, mark)
        layout.joinsNext = sign.joins == .behind || sign.joins == .both
      }
    }
    closeGap(list.bytes.count, marksBefore: list.bytes.count, space: "")
    lines = layout.lines
  }

  private mutating func insert(_ text: String, _ mark: Int) { inserted[mark, default: ""] += text }

  private mutating func keep(_ index: Int) {
    let word = list.words[index]
    let space = layout.content(joinsBefore: false)
    closeGap(word.range.lowerBound, marksBefore: word.range.lowerBound, space: space)
    if let capital = editor.draft.capitals[index] { changeCase(word.core.lowerBound, capital: capital) }
    position = word.range.upperBound
    guard let trailing = editor.draft.trailing[index], trailing != list.text(word.trailing) else { return }
    edits.append(TextEdit(word.trailing, .absorbedPunctuation, trailing))
  }

  private mutating func changeCase(_ start: Int, capital: Bool) {
    let (scalar, length) = WordList.scalar(in: list.bytes, at: start)
    guard let changed = capital ? Casing.capital(scalar) : Casing.small(scalar) else { return }
    edits.append(TextEdit(start..<start + length, capital ? .capital : .smallLetter, String(changed)))
  }

  /// Puts edits for all bytes between two kept words: one for each command, the space with the last one.
  private mutating func closeGap(_ end: Int, marksBefore limit: Int, space: String) {
    var marks: [Int] = []
    while nextMark < editor.marks.count,
      list.words[editor.marks[nextMark].words.lowerBound].range.lowerBound < limit
    {
      marks.append(nextMark)
      nextMark += 1
    }
    guard let last = marks.last else {
      if list.text(position..<end) != space { edits.append(TextEdit(position..<end, .space, space)) }
      return
    }
    // The breaks belong to the command that asked for them, where it is in this gap.
    let isBreak = space != "" && space != " "
    insert(space, isBreak ? marks.last { editor.marks[$0].operation.makesBreak } ?? last : last)
    for mark in marks {
      let cut = mark == last ? end : list.words[editor.marks[mark].words.upperBound - 1].range.upperBound
      edits.append(TextEdit(position..<cut, editor.marks[mark].operation, inserted[mark] ?? ""))
      position = cut
    }
    inserted = [:]
  }
}

extension EditOperation {
  fileprivate var makesBreak: Bool {
    switch self {
    case .newLine, .newParagraph, .startBulletList, .startNumberedList, .nextItem, .bullet, .endList: true
    default: false
    }
  }
}
