// Size, characters, and texts that are replies.

extension RefinementCheck {
  func empty(_ output: ReadText) -> RefinementFlaw? {
    output.words.isEmpty && !edited.words.isEmpty || output.text.allSatisfy(\.isWhitespace)
      ? RefinementFlaw(.empty, "") : nil
  }

  /// Controls other than line breaks, and invisible characters of direction that were not said, which can make a text look
  /// like another one.
  static func controlCharacter(in output: String, edited: String) -> RefinementFlaw? {
    let bad = output.unicodeScalars.first { scalar in
      if scalar == "\n" { return false }
      if scalar.isControl { return true }
      guard !scalar.isASCII, scalar.properties.generalCategory == .format else { return false }
      return !edited.unicodeScalars.contains(scalar)
    }
    return bad.map { RefinementFlaw(.controlCharacter, "U+" + String($0.value, radix: 16, uppercase: true)) }
  }

  func tooLong(_ output: ReadText) -> RefinementFlaw? {
    let size = edited.text.utf8.count
    let limit = max(Int(Double(size) * limits.growth), size + limits.slackBytes)
    return output.text.utf8.count > limit
      ? RefinementFlaw(.tooLong, "\(output.text.utf8.count) bytes for \(size)") : nil
  }

  /// It begins as a reply does, though the text does not have those words; or the text asks and the output only tells.
  func answer(_ output: ReadText) -> RefinementFlaw? {
    for beginning in RefinementWords.answers
    where output.words.starts(with: beginning) && !edited.words.contains(sequence: beginning) {
      return RefinementFlaw(.answer, beginning.joined(separator: " "))
    }
    guard !output.text.unicodeScalars.contains(where: Self.questionMarks.contains),
      let question = questionWord
    else {
      return nil
    }
    let asksStill =
      RefinementWords.asking.contains(question)
      ? output.wordSet.contains(question) : output.opening.first == question
    return asksStill ? nil : RefinementFlaw(.answer, question)
  }

  /// The word that a question begins with, where the text is one; nil where it tells.
  private var questionWord: String? {
    let words = edited.opening
    guard let first = words.first else { return nil }
    let asks = edited.text.unicodeScalars.contains(where: Self.questionMarks.contains)
    if asks || RefinementWords.asking.contains(first) { return first }
    guard RefinementWords.auxiliaries.contains(first), let second = words.dropFirst().first else {
      return nil
    }
    return RefinementWords.subjects.contains(second) ? first : nil
  }

  /// The last is the Greek one, which looks like a semicolon and is none.
  private static let questionMarks: Set<Unicode.Scalar> = ["?", "？", "؟", "\u{37E}"]
}

extension ReadText {
  /// From the first word that is no filler.
  fileprivate var opening: ArraySlice<String> {
    words.drop { RefinementWords.fillers.contains($0) && !RefinementWords.subjects.contains($0) }
  }
}

extension [String] {
  /// Whether the words stand in it one after another.
  func contains(sequence: [String]) -> Bool {
    guard let first = sequence.first, count >= sequence.count else { return false }
    return indices.dropLast(sequence.count - 1).contains { index in
      self[index] == first && self[index..<index + sequence.count].elementsEqual(sequence)
    }
  }
}
