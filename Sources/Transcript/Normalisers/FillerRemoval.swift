/// Leaves out the sounds that people make while they look for a word.
enum FillerRemoval {
  /// Sounds only: "like" and "you know" are words.
  static let sounds: Set<String> = ["um", "umm", "uhm", "uh", "uhh", "er", "erm", "hm", "hmm", "mm", "mhm"]

  /// - Parameter count: grows by the fillers left out.
  static func apply(_ text: String, _ count: inout Int) -> String {
    var change = TextChange(text)
    let list = change.list
    var index = 0
    while index < list.words.count {
      guard isFiller(list, index) else {
        index += 1
        continue
      }
      var end = index + 1
      while end < list.words.count, isFiller(list, end) { end += 1 }
      count += end - index
      take(index..<end, list, &change)
      index = end
    }
    return change.isEmpty ? text : change.text
  }

  /// "ER" is a place, and what stands in quotation marks was meant.
  private static func isFiller(_ list: WordList, _ index: Int) -> Bool {
    let word = list.words[index]
    guard word.leading.isEmpty, !list.marks(index).hasOther, (2...3).contains(word.core.count) else {
      return false
    }
    let isAllLarge = list.bytes[word.core].allSatisfy(\.isCapital)
    return !isAllLarge && sounds.contains(list.plain(index))
  }

  /// Takes the fillers with one space and the commas of the pause; a full stop goes to the word before.
  private static func take(_ words: Range<Int>, _ list: WordList, _ change: inout TextChange) {
    let last = list.words[words.upperBound - 1]
    let end =
      words.upperBound < list.words.count ? list.words[words.upperBound].range.lowerBound : list.bytes.count
    let isLast = words.upperBound == list.words.count
    let before = words.lowerBound > 0 ? words.lowerBound - 1 : nil
    let stop = words.last { list.marks($0).endsSentence }
    let isBehindSentence =
      before.map { list.ends($0).sentence } ?? true || list.isFirstInLine(words.lowerBound)
    guard let before, !isBehindSentence else {
      // It began a sentence: the next word does now.
      let start = list.words[words.lowerBound].range.lowerBound
      // A line break before it stays.
      change.replace((isLast ? before.map { list.words[$0].range.upperBound } ?? start : start)..<end, "")
      if !isLast { begin(words.upperBound, list, &change) }
      return
    }
    let comma = list.words[before].trailing
    let isComma = list.text(comma) == ","
    let start = isComma ? comma.lowerBound : list.words[before].range.upperBound
    let space = isLast ? "" : list.text(last.range.upperBound..<end)
    change.replace(start..<end, (stop.map { list.text(list.words[$0].trailing) } ?? "") + space)
    if stop != nil, !isLast { begin(words.upperBound, list, &change) }
  }

  private static func begin(_ index: Int, _ list: WordList, _ change: inout TextChange) {
    let core = list.words[index].core
    guard !core.isEmpty, !isFiller(list, index), Casing.mayBeginLarge(list.text(core)) else { return }
    change.setCase(core.lowerBound, large: true)
  }
}
