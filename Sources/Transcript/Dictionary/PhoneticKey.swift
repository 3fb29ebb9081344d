/// How an English reader would sound a word, roughly: consonants in order, vowels only at the beginning.
///
/// Words that a recogniser confuses have the same key ("Annalise" and "Anneliese": ANLS). It is coarse by intent; the
/// edit distance beside it decides (`VocabularyTable`).
struct PhoneticKey: Hashable {
  let sounds: [UInt8]

  /// - Parameter spelled: small ASCII letters; others count for themselves.
  init(_ spelled: [UInt8]) {
    // "Matthias" and "Mathias"
    let letters = zip(spelled, [0] + spelled).filter { $0 != $1 }.map(\.0)
    var sounds: [UInt8] = []
    var index = 0
    if let first = Self.beginnings.first(where: { letters.starts(with: $0.letters) }) {
      sounds.append(first.sound)
      index = first.letters.count
    }
    while index < letters.count {
      let (sound, length) = Self.sound(letters, index)
      if let sound, sound != sounds.last || length > 1 { sounds.append(sound) }
      index += length
    }
    self.sounds = sounds
  }

  private struct Spelling {
    var letters: [UInt8]
    /// nil for silent letters.
    var sound: UInt8?

    init(_ letters: String, _ sound: String) {
      self.letters = Array(letters.utf8)
      self.sound = sound.utf8.first
    }
  }

  private static let beginnings: [(letters: [UInt8], sound: UInt8)] = [
    ("kn", "n"), ("gn", "n"), ("pn", "n"), ("wr", "r"), ("ps", "s"), ("wh", "w"), ("rh", "r"), ("x", "s"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)[0]) }

  /// Several letters for one sound; the first that fits holds.
  private static let spellings = [
    Spelling("sch", "x"), Spelling("tch", "x"), Spelling("sh", "x"), Spelling("ch", "x"), Spelling("ph", "f"),
    Spelling("th", "t"), Spelling("gh", ""), Spelling("dge", "j"), Spelling("ck", "k"), Spelling("qu", "k"),
    Spelling("ce", "s"), Spelling("ci", "s"), Spelling("cy", "s"), Spelling("ge", "j"), Spelling("gi", "j"),
    Spelling("gy", "j"), Spelling("mb", "m"),
  ]

  /// The sound of what stands at a place, nil when silent there, and the letters used.
  private static func sound(_ letters: [UInt8], _ index: Int) -> (UInt8?, Int) {
    let letter = letters[index]
    if vowels.contains(letter) { return (index == 0 ? UInt8(ascii: "a") : nil, 1) }
    let rest = letters[index...]
    for spelling in spellings where rest.starts(with: spelling.letters) {
      // The vowel of "ce" is no consonant, but it is done with.
      return (spelling.sound, spelling.letters.count)
    }
    switch letter {
    case UInt8(ascii: "c"), UInt8(ascii: "q"): return (UInt8(ascii: "k"), 1)
    case UInt8(ascii: "z"): return (UInt8(ascii: "s"), 1)
    case UInt8(ascii: "v"): return (UInt8(ascii: "f"), 1)
    case UInt8(ascii: "h"), UInt8(ascii: "w"): return (index == 0 ? letter : nil, 1)
    default: return (letter, 1)
    }
  }

  private static let vowels = Set("aeiouy".utf8)
}
