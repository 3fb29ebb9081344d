/// A transcript from Raw to its document, with the evidence of each step.
public struct TranscriptStages: Hashable, Sendable, Codable {
  /// As recognised; never changed.
  public var raw: String
  /// After spoken edits and dictionary; in the structured form, with "\n" where a break was asked for. What a refiner gets,
  /// and what is delivered when the refiner's text is not used and nothing but Edited is wanted. Empty when nothing but space
  /// was said or everything was taken back: then nothing is delivered.
  public var edited: String
  /// `trace.replay(raw) == edited`
  public var trace: EditTrace
  /// After normalisers and style: what is rendered and delivered.
  public var document: Document
  public var explanation: TranscriptExplanation

  public init(
    raw: String, edited: String, trace: EditTrace, document: Document, explanation: TranscriptExplanation
  ) {
    self.raw = raw
    self.edited = edited
    self.trace = trace
    self.document = document
    self.explanation = explanation
  }
}

/// What each stage did and why, for people.
public struct TranscriptExplanation: Hashable, Sendable, Codable {
  public enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
    case spokenEdits
    case dictionary
    case normalisers
    case style
  }

  public struct Step: Hashable, Sendable, Codable {
    public var stage: Stage
    /// The text after it.
    public var text: String
    /// One line each: what was done, or what was seen and left alone, and why.
    public var notes: [String]

    public init(stage: Stage, text: String, notes: [String]) {
      self.stage = stage
      self.text = text
      self.notes = notes
    }
  }

  public var steps: [Step]

  public init(steps: [Step] = []) { self.steps = steps }
}
