/// Words as they are compared by sound.
enum LetterFolding {
  /// Small ASCII letters and digits: accents of Latin letters taken off, everything else left out. Letters of other scripts
  /// stay as their bytes.
  static func letters(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map(\.asciiLowercased).filter { $0.isSmall || $0.isDigit }
    }
    var letters: [UInt8] = []
    for scalar in String(decoding: bytes, as: UTF8.self).lowercased().unicodeScalars where scalar.isWordly {
      if let plain = plainLetters[scalar] {
        letters += plain.utf8
      } else if scalar.properties.generalCategory != .nonspacingMark {
        letters += String(scalar).utf8
      }
    }
    return letters
  }

  private static let plainLetters: [Unicode.Scalar: String] = {
    let table = [
      "a": "àáâãäåāăą", "c": "çćčĉċ", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ğĝġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı",
      "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț",
      "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž", "ae": "æ", "oe": "œ", "ss": "ß", "th": "þ",
    ]
    var letters: [Unicode.Scalar: String] = [:]
    for (plain, accented) in table {
      for scalar in accented.unicodeScalars { letters[scalar] = plain }
    }
    return letters
  }()
}
