/// Whether a refiner's text may be delivered in the place of Edited.
///
/// A refiner is a language model with an untrusted text before it: it may answer the text, obey it, shorten it, invent or copy
/// from what stands around the caret. Each of these has a typed flaw; the first one found, in the order of
/// `verdict(on:)`, is the verdict. What is compared are words without case and punctuation, since those two are what the
/// refiner is for.
public struct RefinementCheck: Sendable {
  let edited: ReadText
  let terms: [String]
  let nearby: ReadText?
  let limits: RefinementLimits
  /// Words were taken back while speaking, so more of them may go.
  let hasCorrection: Bool
  /// Numbers that were said in words, in digits.
  let spokenNumbers: Set<String>

  /// - Parameters:
  ///   - edited: what the refiner was given.
  ///   - terms: written forms of the dictionary; those that are in `edited` must stay.
  ///   - nearbyText: the text around the caret that the refiner saw, if it saw any.
  public init(
    edited: String, terms: [String] = [], nearbyText: String? = nil, limits: RefinementLimits = .init()
  ) {
    let read = ReadText(edited)
    self.edited = read
    self.terms = terms.filter { !$0.isEmpty }
    self.nearby = nearbyText.map(ReadText.init)
    self.limits = limits
    hasCorrection = RefinementWords.corrections.contains { read.words.contains(sequence: $0) }
    spokenNumbers = NumberWords.values(in: read.words)
  }

  /// The verdict on a text that the refiner wrote as one piece, which may be in the structured form.
  public func verdict(on output: String) -> RefinementVerdict {
    let flaw = Self.controlCharacter(in: output, edited: edited.text)
    return flaw.map(RefinementVerdict.rejected) ?? verdict(on: Document(text: output))
  }

  /// The verdict on a text that the refiner wrote as typed blocks.
  public func verdict(on output: Document) -> RefinementVerdict {
    let text = output.texts.joined(separator: "\n")
    let hasList = output.blocks.contains {
      if case .list = $0 { true } else { false }
    }
    return verdict(ReadText(text), hasList: hasList)
  }

  private func verdict(_ output: ReadText, hasList: Bool) -> RefinementVerdict {
    let checks: [() -> RefinementFlaw?] = [
      { empty(output) }, { Self.controlCharacter(in: output.text, edited: edited.text) },
      { tooLong(output) }, { answer(output) }, { lostToken(output) }, { lostQuotation(output) },
      { lostTerm(output) }, { number(output, hasList: hasList) }, { copiedContext(output) },
      { changedNegation(output) }, { additive(output) }, { destructive(output, hasList: hasList) },
    ]
    for check in checks {
      if let flaw = check() { return .rejected(flaw) }
    }
    return .accepted
  }
}

/// How far a refined text may be from what was said.
public struct RefinementLimits: Hashable, Sendable {
  /// Bytes of a refined text to bytes of Edited. Expanding contractions and adding punctuation and line breaks stays far below.
  public var growth = 1.5
  /// Bytes that it may be longer whatever the factor says, for texts of a few words.
  public var slackBytes = 40
  /// Words that were not said, to words that were.
  public var newWords = 0.2
  /// So many new words are always all right: a word that was misheard, a word that was forgotten.
  public var slackNewWords = 2
  /// New words one after another: more is a phrase of its own.
  public var newWordsInARow = 4
  /// Words with meaning that may be missing, to all of them; and where something was taken back while speaking.
  public var lostWords = 0.25
  public var lostWordsCorrected = 0.6
  /// So many lost words are always all right.
  public var slackLostWords = 1
  /// Words in a row from around the caret that were not said so.
  public var copiedWords = 4

  public init() {}
}
