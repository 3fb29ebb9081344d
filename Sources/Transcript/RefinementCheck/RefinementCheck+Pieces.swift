// Pieces that must stay as they were said.

extension RefinementCheck {
  func lostToken(_ output: ReadText) -> RefinementFlaw? {
    let lost = edited.tokens.subtracting(output.tokens).sorted { $0.text < $1.text }
      .first { !output.text.contains($0.text) }
    return lost.map { token in
      switch token.kind {
      case .url: RefinementFlaw(.lostURL, token.text)
      case .emailAddress: RefinementFlaw(.lostEmailAddress, token.text)
      case .path: RefinementFlaw(.lostPath, token.text)
      case .code: RefinementFlaw(.lostCode, token.text)
      }
    }
  }

  func lostQuotation(_ output: ReadText) -> RefinementFlaw? {
    edited.quotations.subtracting(output.quotations).sorted().first.map { RefinementFlaw(.lostQuotation, $0) }
  }

  func lostTerm(_ output: ReadText) -> RefinementFlaw? {
    terms.first { edited.text.contains($0) && !output.text.contains($0) }.map {
      RefinementFlaw(.lostTerm, $0)
    }
  }

  /// Digits stay, unless something was taken back; new ones must have been said in words.
  func number(_ output: ReadText, hasList: Bool) -> RefinementFlaw? {
    let lost = edited.numbers.subtracting(output.numbers)
    let mayLose = hasCorrection && !output.numbers.isDisjoint(with: edited.numbers)
    if !mayLose, let number = lost.sorted().first(where: { !isWritten($0, in: output) }) {
      return RefinementFlaw(.lostNumber, number)
    }
    let known = edited.numbers.union(spokenNumbers)
    let new = output.numbers.subtracting(known).sorted().first { !isMadeOfParts($0, known) }
    return new.map { RefinementFlaw(.newNumber, $0) }
  }

  /// "5" may be written "five".
  private func isWritten(_ number: String, in output: ReadText) -> Bool {
    NumberWords.values(in: output.words).contains(number)
  }

  /// "3:30" of "3 30" or "three thirty"; "3.5" of "three point five"; "05" of "five".
  private func isMadeOfParts(_ number: String, _ known: Set<String>) -> Bool {
    let parts = number.split { $0 == ":" || $0 == "." }.map { part -> String in
      let bare = part.drop { $0 == "0" }
      return bare.isEmpty ? "0" : String(bare)
    }
    // A full hour is often said without its minutes ("at five").
    return parts.allSatisfy { known.contains($0) || parts.count == 2 && $0 == "0" }
  }

  /// Several words in a row, or an address or number, that stand around the caret and were not said.
  func copiedContext(_ output: ReadText) -> RefinementFlaw? {
    guard let nearby else { return nil }
    let tokens = output.tokens.intersection(nearby.tokens).subtracting(edited.tokens)
    if let token = tokens.map(\.text).filter({ !edited.text.contains($0) }).min() {
      return RefinementFlaw(.copiedContext, token)
    }
    let size = limits.copiedWords
    let around = Set(nearby.words.runs(of: size))
    let said = Set(edited.words.runs(of: size))
    let copied = output.words.runs(of: size).first { run in
      around.contains(run) && !said.contains(run) && run.contains { !edited.wordSet.contains($0) }
    }
    return copied.map { RefinementFlaw(.copiedContext, $0.joined(separator: " ")) }
  }
}

extension [String] {
  /// Every run of so many words, each as a slice.
  fileprivate func runs(of size: Int) -> [ArraySlice<String>] {
    count < size ? [] : (0...(count - size)).map { self[$0..<$0 + size] }
  }
}
