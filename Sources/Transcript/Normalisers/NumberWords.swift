/// English words for numbers.
enum NumberWords {
  static let units: [String: Int] = [
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
  ]

  static let tens: [String: Int] = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
  ]

  static let scales: [String: Int] = ["thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000]

  static let ordinals: [String: Int] = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "twentieth": 20, "thirtieth": 30,
  ]

  static func isNumberWord(_ word: String) -> Bool {
    units[word] != nil || tens[word] != nil || scales[word] != nil || word == "hundred"
      || ordinals[word] != nil
  }

  /// Every number, in digits, that somebody could have meant by the words: each run of number words from each of its
  /// beginnings to each of its ends ("twenty five" is 20, 5 and 25).
  static func values(in words: [String]) -> Set<String> {
    var found: Set<String> = []
    for start in words.indices {
      if let ordinal = ordinals[words[start]] { found.insert(String(ordinal)) }
      var reading = NumberReading()
      for word in words[start...].prefix(longestNumber) {
        if let tens = reading.tens, let ordinal = ordinals[word], ordinal < 10 {
          found.insert(String(tens + ordinal))
        }
        guard reading.take(word) else { break }
        if let value = reading.value { found.insert(String(value)) }
      }
      // "nineteen eighty four", "twenty twenty six", "five oh five"
      if let year = year(words[start...]) { found.insert(String(year)) }
    }
    return found
  }

  /// "nine hundred ninety nine billion nine hundred and ...": more words are not one number.
  static let longestNumber = 24

  /// 1100 to 2099, said in two halves.
  static func year(_ words: ArraySlice<String>) -> Int? {
    guard let first = words.first, let century = units[first] ?? tens[first], (11...20).contains(century)
    else {
      return nil
    }
    let rest = Array(words.dropFirst().prefix(2))
    guard let second = rest.first else { return nil }
    if let ten = tens[second] {
      let unit = rest.count > 1 ? units[rest[1]].flatMap { (1...9).contains($0) ? $0 : nil } ?? 0 : 0
      return century * 100 + ten + unit
    }
    if let teen = units[second], (10...19).contains(teen) { return century * 100 + teen }
    return nil
  }
}

/// The value of number words so far.
struct NumberReading {
  private var total = 0
  private var group: Int?
  private var lastScale = Int.max
  private var allowsUnit = true
  private var allowsTens = true

  /// nil after "and", and before the first word.
  private(set) var value: Int?

  /// Twenty, thirty, ... when that is the last word, so that "first" or "five" may follow.
  private(set) var tens: Int?

  /// False when the word does not go on with the number; the value before it holds.
  mutating func take(_ word: String) -> Bool {
    if let unit = NumberWords.units[word] { return take(unit: unit) }
    if let ten = NumberWords.tens[word] {
      guard allowsTens else { return false }
      (allowsTens, allowsUnit) = (false, true)
      return add(ten, tens: ten)
    }
    if word == "hundred" {
      guard let hundreds = group, (1...9).contains(hundreds) else { return false }
      group = hundreds * 100
      (allowsTens, allowsUnit) = (true, true)
      return update(tens: nil)
    }
    if let scale = NumberWords.scales[word] { return take(scale: scale) }
    if word == "and", let group, group >= 100 || total > 0 && group == 0, group % 100 == 0, value != nil {
      value = nil
      tens = nil
      return true
    }
    return false
  }

  private mutating func take(unit: Int) -> Bool {
    guard allowsUnit, unit < 10 || allowsTens, unit > 0 || group == nil && total == 0 else { return false }
    (allowsTens, allowsUnit) = (false, false)
    return add(unit, tens: nil)
  }

  private mutating func take(scale: Int) -> Bool {
    guard scale < lastScale, let thousands = group, thousands > 0, value != nil else { return false }
    total += thousands * scale
    lastScale = scale
    group = 0
    (allowsTens, allowsUnit) = (true, true)
    return update(tens: nil)
  }

  private mutating func add(_ number: Int, tens: Int?) -> Bool {
    group = (group ?? 0) + number
    return update(tens: tens)
  }

  private mutating func update(tens: Int?) -> Bool {
    self.tens = tens
    value = total + (group ?? 0)
    return true
  }
}
