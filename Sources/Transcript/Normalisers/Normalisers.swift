internal import Domain

/// Stage 3: what the options ask for, in English only.
enum Normalisers {
  /// - Returns: notes on what was done.
  static func apply(to document: inout Document, _ options: TranscriptOptions) -> [String] {
    guard options.isEnglish, options.style != .verbatim else { return [] }
    var notes: [String] = []
    if options.removesFillers {
      var count = 0
      document.changeTexts { FillerRemoval.apply($0, &count) }
      if count > 0 { notes.append("\(count) fillers left out") }
      document.blocks.removeEmpty()
    }
    if options.convertsNumbers {
      var made: [String] = []
      document.changeTexts { NumberConversion.apply($0, &made) }
      notes += made.prefix(mostNotes)
    }
    if options.detectsLists { notes += ListDetection.apply(to: &document).prefix(mostNotes) }
    return notes
  }

  private static let mostNotes = 200
}

extension [Document.Block] {
  /// Takes out what has no words left.
  fileprivate mutating func removeEmpty() {
    self = compactMap { block in
      guard case .list(var list) = block else { return block.isEmpty ? nil : block }
      list.items.removeAll { $0.allSatisfy(\.isWhitespace) }
      return list.items.isEmpty ? nil : .list(list)
    }
  }
}
