internal import Domain
internal import Models
public import Refinement
public import Speech
public import VoiceHistory

extension ResultRecord {
  /// What was recognised.
  public init(_ recognised: RecognitionResult, origin: ResultOrigin) {
    self.init(
      stage: .raw, origin: origin, text: recognised.text, model: recognised.model.description,
      speechMilliseconds: Int(recognised.speechDuration.wholeMilliseconds),
      decodeMilliseconds: Int(recognised.decodeDuration.wholeMilliseconds),
      words: recognised.words.isEmpty ? Self.pieces(recognised) : recognised.words)
  }

  /// Where the model does not tell when each word was said, the stretches that were decoded in one go.
  private static func pieces(_ recognised: RecognitionResult) -> [TimedWord] {
    recognised.segments.filter { !$0.text.isEmpty }.map {
      TimedWord(text: $0.text, start: $0.start, end: $0.end)
    }
  }

  /// Notes who refined the text, or why it is not refined.
  public mutating func note(_ refinement: RefinementOutcome) {
    let evidence = refinement.evidence
    refiner = evidence.identity.map { "\($0.provider) \($0.model)" }
    promptRevision = evidence.promptRevision
    verdict = evidence.verdict
    fallback = refinement.fallback?.rawValue
  }
}
