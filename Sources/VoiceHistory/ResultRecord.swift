/// The stages of a transcript: as recognised, after spoken edits, after rendering, as it reached the target.
public enum ResultStage: String, CaseIterable, Hashable, Sendable {
  case raw
  case edited
  case formatted
  case delivered
}

/// What made a result.
public enum ResultOrigin: String, CaseIterable, Hashable, Sendable {
  /// A dictation at the microphone.
  case capture
  /// An audio file the user gave.
  case `import`
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

  public init(
    stage: ResultStage, origin: ResultOrigin, text: String, model: String? = nil,
    speechMilliseconds: Int? = nil, decodeMilliseconds: Int? = nil, deliveryRoute: String? = nil,
    deliveryOutcome: String? = nil, source: Int? = nil
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
  }
}
