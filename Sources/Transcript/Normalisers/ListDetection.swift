/// Finds lists in how a paragraph is said, where nothing else can be meant.
///
/// Three ways: ordinals that count from the first through the third or further, each at the beginning of its own sentence and
/// with a comma behind it; explicit counts ("Number one, ... Number two, ..."); and "bullet point" at the beginning of two or
/// more clauses. Each item is one sentence, so that the end of the last one is known.
enum ListDetection {
  /// - Returns: a note for each list.
  static func apply(to document: inout Document) -> [String] {
    var notes: [String] = []
    document.blocks = document.blocks.flatMap { block -> [Document.Block] in
      guard case .paragraph(let text) = block, let found = split(text) else { return [block] }
      notes.append("a list of \(found.list.items.count): \(found.reason)")
      return [
        found.before.map(Document.Block.paragraph), .list(found.list),
        found.after.map(Document.Block.paragraph),
      ]
      .compactMap { $0 }
    }
    return notes
  }

  struct Found {
    var before: String?
    var list: DocumentList
    var after: String?
    var reason: String
  }

  static func split(_ text: String) -> Found? {
    // Cheap for the usual text, which has no list in it.
    if text.utf8.contains(UInt8(ascii: "\n")) { return nil }
    let list = WordList(text)
    guard list.words.contains(where: { cueWords.contains(list.lowercased($0.core)) }) else { return nil }
    let sentences = Sentence.all(in: list)
    for cue in ListCue.all {
      if let found = found(cue, sentences, list) { return found }
    }
    return nil
  }

  private static let cueWords = Set(ListCue.all.flatMap { cue in cue.words.map { Array($0[0].utf8) } })

  private static func found(_ cue: ListCue, _ sentences: [Sentence], _ list: WordList) -> Found? {
    guard let start = sentences.firstIndex(where: { cue.matches($0, at: 0, list) }) else { return nil }
    var end = start
    while end < sentences.count, cue.matches(sentences[end], at: end - start, list) { end += 1 }
    guard end - start >= cue.least else { return nil }
    // The same cue further on, after something else: the items are more than sentences.
    if sentences[end...].contains(where: {
      cue.matches($0, at: end - start, list) || cue.matches($0, at: 0, list)
    }) {
      return nil
    }
    let items = (start..<end).map { cue.item(sentences[$0], at: $0 - start, list) }
    guard items.allSatisfy({ !$0.isEmpty }) else { return nil }
    return Found(
      before: text(sentences[..<start], list),
      list: DocumentList(
        isOrdered: cue.isOrdered, items: items, sentence: text(sentences[start..<end], list)),
      after: text(sentences[end...], list), reason: cue.reason)
  }

  private static func text(_ sentences: ArraySlice<Sentence>, _ list: WordList) -> String? {
    guard let first = sentences.first, let last = sentences.last else { return nil }
    let start = list.words[first.words.lowerBound].range.lowerBound
    return list.text(start..<list.words[last.words.upperBound - 1].range.upperBound)
  }
}

/// Words from one boundary to the next.
struct Sentence {
  var words: Range<Int>

  static func all(in list: WordList) -> [Sentence] {
    var found: [Sentence] = []
    var start = 0
    for index in list.words.indices where list.ends(index).sentence || index == list.words.count - 1 {
      found.append(Sentence(words: start..<index + 1))
      start = index + 1
    }
    return found
  }
}

/// How the beginning of an item is said.
struct ListCue {
  /// Of the first item, the second, ...; one entry serves for all when there is only one.
  var words: [[String]]
  var isOrdered: Bool
  /// Items that make a list.
  var least: Int
  /// A comma or colon stands behind the cue.
  var needsMark: Bool
  var reason: String

  private static let counts = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  ]

  static let all =
    ["number", "item", "point", "step"].map { noun in
      ListCue(
        words: counts.map { [noun, $0] }, isOrdered: true, least: 2, needsMark: true,
        reason: "\"\(noun) one, ...\"")
    } + [
      ListCue(
        words: ordinals.map { [$0] }, isOrdered: true, least: 3, needsMark: true,
        reason: "\"First, ... Third, ...\""),
      ListCue(
        words: ordinals.map { [$0 + "ly"] }, isOrdered: true, least: 3, needsMark: true,
        reason: "\"Firstly, ... Thirdly, ...\""),
      ListCue(
        words: [["bullet", "point"]], isOrdered: false, least: 2, needsMark: false,
        reason: "\"Bullet point ...\""),
    ]

  func matches(_ sentence: Sentence, at number: Int, _ list: WordList) -> Bool {
    guard words.count == 1 || number < words.count else { return false }
    let cue = words[words.count == 1 ? 0 : number]
    guard sentence.words.count > cue.count else { return false }
    for (offset, word) in cue.enumerated() {
      let index = sentence.words.lowerBound + offset
      guard list.words[index].leading.isEmpty, list.plain(index) == word else { return false }
      if offset < cue.count - 1, !list.words[index].trailing.isEmpty { return false }
    }
    let marks = list.text(list.words[sentence.words.lowerBound + cue.count - 1].trailing)
    return marks == "," || marks == ":" || !needsMark && marks.isEmpty
  }

  /// The sentence without its cue, beginning with a capital; a full stop goes, as in any list.
  func item(_ sentence: Sentence, at number: Int, _ list: WordList) -> String {
    let first = sentence.words.lowerBound + words[words.count == 1 ? 0 : number].count
    let last = list.words[sentence.words.upperBound - 1]
    let isPlainStop = list.text(last.trailing) == "."
    let end = isPlainStop ? last.core.upperBound : last.range.upperBound
    let text = list.text(list.words[first].range.lowerBound..<end)
    return Casing.mayBeginLarge(list.text(list.words[first].core)) && list.words[first].leading.isEmpty
      ? text.large : text
  }
}
