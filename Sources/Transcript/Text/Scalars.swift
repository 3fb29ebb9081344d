extension Unicode.Scalar {
  /// C0 and C1 controls and DEL (general category Cc).
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// What parts words: white space and controls.
  var isSpace: Bool { isControl || (isASCII ? self == " " : properties.isWhitespace) }

  /// Letters, digits and the marks upon them: what a word consists of, as opposed to the punctuation around it.
  var isWordly: Bool {
    if isASCII {
      let letter = value | 0x20
      return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(value)
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return false
    }
  }
}
