/// Writes numbers and times in digits, where their words can mean nothing else.
///
/// Numbers from ten on, and smaller ones before "percent", "dollars", "o'clock" and "p.m."; times ("five thirty p.m."), years
/// ("nineteen eighty four"), digits one by one (four or more). "one" to "nine" alone stay words, and so do number words in a
/// row that are none of these.
enum NumberConversion {
  /// - Parameter made: grows by a note on each number.
  static func apply(_ text: String, _ made: inout [String]) -> String {
    var change = TextChange(text)
    let parts = NumberPart.all(in: change.list)
    var index = 0
    while index < parts.count {
      guard parts[index].isNumber || parts[index].word == "oh" else {
        index += 1
        continue
      }
      let run = parts[index...].run
      if let found = SpokenNumber(run, behind: parts[run.endIndex...]) {
        let range = parts[index].range.lowerBound..<parts[found.end - 1].range.upperBound
        // The full stop behind "p m." is the one of "p.m.".
        let isDouble =
          found.text.hasSuffix(".") && change.list.bytes[range.upperBound...].first == UInt8(ascii: ".")
        change.replace(range, isDouble ? String(found.text.dropLast()) : found.text)
        made.append("\"\(change.list.text(range))\" -> \(found.text)")
        index = found.end
      } else {
        index = run.endIndex
      }
    }
    return change.isEmpty ? text : change.text
  }
}

/// A word, or one side of its hyphen.
struct NumberPart {
  var word: String
  var range: Range<Int>
  /// Nothing but space or a hyphen stands behind it.
  var goesOn: Bool

  var isNumber: Bool {
    NumberWords.units[word] != nil || NumberWords.tens[word] != nil || NumberWords.scales[word] != nil
      || word == "hundred"
  }

  var digit: Int? {
    if word == "oh" { return 0 }
    return NumberWords.units[word].flatMap { $0 < 10 ? $0 : nil }
  }

  static func all(in list: WordList) -> [NumberPart] {
    var parts: [NumberPart] = []
    for (index, word) in list.words.enumerated() {
      let goesOn = word.trailing.isEmpty && list.isFollowedBySpace(index)
      var start = word.core.lowerBound
      for place in word.core where list.bytes[place] == UInt8(ascii: "-") {
        parts.append(
          NumberPart(word: list.text(start..<place).lowercased(), range: start..<place, goesOn: true))
        start = place + 1
      }
      let range = start..<word.core.upperBound
      parts.append(NumberPart(word: list.text(range).lowercased(), range: range, goesOn: goesOn))
      // What stands before a word parts it from the one before.
      if !word.leading.isEmpty, parts.count > 1, index > 0 {
        parts.partBefore(list.words[index].core.lowerBound)
      }
    }
    return parts
  }
}

extension [NumberPart] {
  fileprivate mutating func partBefore(_ place: Int) {
    guard let last = lastIndex(where: { $0.range.upperBound < place }) else { return }
    self[last].goesOn = false
  }
}

extension ArraySlice<NumberPart> {
  /// The number words at its beginning that stand together, with "and", "oh" and "point" between them.
  var run: Self {
    var end = startIndex
    var lastNumber = startIndex
    while end < endIndex, end - startIndex < NumberWords.longestNumber {
      let isNumber = self[end].isNumber || self[end].word == "oh"
      guard isNumber || ["and", "point"].contains(self[end].word) else { break }
      if isNumber { lastNumber = end }
      end += 1
      if !self[end - 1].goesOn { break }
    }
    return self[startIndex...Swift.min(lastNumber, endIndex - 1)]
  }
}

/// A number in digits.
struct SpokenNumber {
  let text: String
  /// The index after its last part.
  let end: Int

  /// nil when the words may mean something else.
  init?(_ run: ArraySlice<NumberPart>, behind: ArraySlice<NumberPart>) {
    let unit = run.last?.goesOn == true ? NumberUnit(behind) : nil
    if let unit, unit.isTime {
      guard let time = Self.time(run) else { return nil }
      (text, end) = (time + unit.behind, unit.end)
    } else if let value = Self.value(run, hasUnit: unit != nil) {
      (text, end) = unit.map { ($0.before + value + $0.behind, $0.end) } ?? (value, run.endIndex)
    } else {
      return nil
    }
  }

  private static func value(_ run: ArraySlice<NumberPart>, hasUnit: Bool) -> String? {
    let words = run.map(\.word)
    if let point = words.firstIndex(of: "point") { return decimal(words, point) }
    let digits = run.compactMap(\.digit)
    if digits.count == run.count, digits.count >= 4 { return digits.map(String.init).joined() }
    if words.count <= 3, let year = NumberWords.year(words[...]), words.count == yearWords(words) {
      return String(year)
    }
    guard let number = whole(words), hasUnit || number >= 10 else { return nil }
    return written(number, words)
  }

  /// Words that a year of these words takes.
  private static func yearWords(_ words: [String]) -> Int {
    guard words.count == 3, NumberWords.tens[words[1]] != nil else { return 2 }
    return NumberWords.units[words[2]].map { (1...9).contains($0) } == true ? 3 : 2
  }

  private static func whole(_ words: [String]) -> Int? {
    var reading = NumberReading()
    for word in words {
      guard reading.take(word) else { return nil }
    }
    return reading.value
  }

  private static func decimal(_ words: [String], _ point: Int) -> String? {
    guard let number = whole(Array(words[..<point])) else { return nil }
    let digits = words[(point + 1)...].map {
      $0 == "oh" ? 0 : NumberWords.units[$0].flatMap { $0 < 10 ? $0 : nil }
    }
    guard !digits.isEmpty, !digits.contains(nil) else { return nil }
    return "\(number)." + digits.compactMap { $0.map(String.init) }.joined()
  }

  /// "2 million", "12,500", "1984".
  private static func written(_ number: Int, _ words: [String]) -> String {
    if let last = words.last, let scale = NumberWords.scales[last], scale > 1000, number % scale == 0 {
      return "\(number / scale) \(last)"
    }
    guard number >= 10_000 else { return String(number) }
    let digits = Array(String(number))
    return digits.enumerated().reduce(into: "") { text, next in
      if next.offset > 0, (digits.count - next.offset) % 3 == 0 { text += "," }
      text.append(next.element)
    }
  }

  /// "five", "five thirty", "ten forty five", "five oh five".
  private static func time(_ run: ArraySlice<NumberPart>) -> String? {
    let words = run.map(\.word)
    guard let hour = NumberWords.units[words[0]], (1...12).contains(hour) else { return nil }
    if words.count == 1 { return String(hour) }
    if words.count == 3, words[1] == "oh", let minute = NumberWords.units[words[2]], (1...9).contains(minute)
    {
      return "\(hour):0\(minute)"
    }
    guard let minutes = whole(Array(words[1...])), (10...59).contains(minutes) else { return nil }
    return "\(hour):\(minutes)"
  }
}

/// What a number counts.
private struct NumberUnit {
  var before = ""
  var behind = ""
  /// The index after it.
  var end: Int
  var isTime = false

  init?(_ parts: ArraySlice<NumberPart>) {
    guard let first = parts.first else { return nil }
    end = parts.startIndex + 1
    switch first.word {
    case "percent": behind = "%"
    case "dollars": before = "$"
    case "euros": before = "€"
    case "p", "a":
      guard first.goesOn, parts.dropFirst().first?.word == "m" else { return nil }
      (behind, isTime) = (" \(first.word).m.", true)
      end += 1
    case "p.m", "a.m", "pm", "am", "o'clock", "o’clock":
      (behind, isTime) = ("", true)
      end -= 1
    default: return nil
    }
  }
}
