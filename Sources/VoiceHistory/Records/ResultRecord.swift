public import Domain

/// The stages of a transcript: as recognised, after spoken edits, after rendering, as it reached the target.
public enum ResultStage: String, CaseIterable, Hashable, Sendable {
  case raw
  case edited
  case formatted
  case delivered

  /// The stage that a stored result is of. In older rows and archives a correction is filed under the stage whose place
  /// it took, as delivered or recognised too, which it never was.
  func filed(_ origin: ResultOrigin) -> ResultStage { origin == .correction ? .edited : self }
}

/// What made a result.
public enum ResultOrigin: String, CaseIterable, Hashable, Sendable {
  /// A dictation at the microphone.
  case capture
  /// An audio file the user gave.
  case `import`
  /// The user wrote what was meant.
  case correction
  /// The kept audio was recognised again.
  case retranscription
  /// A kept text was given another style, or to another refiner.
  case reformat
  /// A kept text was delivered again.
  case redelivery
}

/// One text of a session at one stage; never changed once stored.
public struct ResultRecord: Hashable, Sendable {
  public var stage: ResultStage
  public var origin: ResultOrigin
  public var text: String
  /// The id of the speech model that recognised it, nil for later stages.
  public var model: String?
  /// The length of the sound that was decoded, in milliseconds.
  public var speechMilliseconds: Int?
  /// How long the decoding took, in milliseconds.
  public var decodeMilliseconds: Int?
  /// How it was delivered ("type", "file", "stdout"), for the stage `delivered`.
  public var deliveryRoute: String?
  /// How the delivery ended, a case name of the Delivery target.
  public var deliveryOutcome: String?
  /// The result this one was made from: its index in the session's results, always of an earlier one. Nil for the first.
  public var source: Int?
  /// When each word was spoken, from the start of the session's audio; empty where the engine does not tell. Words that
  /// reach beyond the audio are stored as ending with it.
  public var words: [TimedWord]
  /// The spoken edits that made this text, as JSON of the Transcript target.
  public var trace: String?
  /// The structured document that this text was rendered from, as JSON of the Transcript target.
  public var document: String?
  /// The name of the writing style.
  public var style: String?
  /// The provider and model that refined it.
  public var refiner: String?
  /// The revision of the prompt that the refiner was given.
  public var promptRevision: String?
  /// What the check of the refiner's output said.
  public var verdict: String?
  /// Why the text before refinement was used in place of a refined one.
  public var fallback: String?

  public init(
    stage: ResultStage, origin: ResultOrigin, text: String, model: String? = nil,
    speechMilliseconds: Int? = nil, decodeMilliseconds: Int? = nil, deliveryRoute: String? = nil,
    deliveryOutcome: String? = nil, source: Int? = nil, words: [TimedWord] = [], trace: String? = nil,
    document: String? = nil, style: String? = nil, refiner: String? = nil, promptRevision: String? = nil,
    verdict: String? = nil, fallback: String? = nil
  ) {
    self.stage = stage
    self.origin = origin
    self.text = text
    self.model = model
    self.speechMilliseconds = speechMilliseconds
    self.decodeMilliseconds = decodeMilliseconds
    self.deliveryRoute = deliveryRoute
    self.deliveryOutcome = deliveryOutcome
    self.source = source
    self.words = words
    self.trace = trace
    self.document = document
    self.style = style
    self.refiner = refiner
    self.promptRevision = promptRevision
    self.verdict = verdict
    self.fallback = fallback
  }
}
