import Domain
import VoiceHistory

/// A page of `--json`.
struct HistoryPage: Encodable {
  let sessions: [HistorySession]
  let isolated: [String]
  let next: String?

  init(_ page: SessionPage) {
    sessions = page.sessions.map { HistorySession($0, audioPath: nil) }
    isolated = page.isolated.map(\.id.rawValue)
    next = page.next?.rawValue
  }
}

/// A session of `--json`.
struct HistorySession: Encodable {
  struct Word: Encodable {
    let text: String
    let startMilliseconds, endMilliseconds: Int64
  }

  struct Result: Encodable {
    let stage, origin, text: String
    let source: Int?
    /// Since `source`, as `git diff --word-diff` writes it; nil where nothing did.
    let changes: String?
    let model: String?
    let speechMilliseconds, decodeMilliseconds: Int?
    let deliveryRoute, deliveryOutcome: String?
    let words: [Word]?
    let trace, document, style, refiner, promptRevision: String?
    let verdict, fallback: String?
  }

  struct Expiry: Encodable {
    let timeMilliseconds: Int64
    let reason: String
  }

  let id, inputKind, action, outcome: String
  let startedAtMilliseconds, durationMilliseconds: Int64
  let profile, device, control, target, style, failureCode, recovery, audioPath, audioSHA256: String?
  let audioIsMissing, pinned: Bool
  let audioExpiry: Expiry?
  let results: [Result]

  init(_ session: SessionDetail, audioPath: String?) {
    let record = session.record
    id = record.id.rawValue
    inputKind = record.inputKind.rawValue
    action = record.action.rawValue
    outcome = record.outcome.rawValue
    startedAtMilliseconds = record.startedAt
    durationMilliseconds = record.duration.wholeMilliseconds
    profile = record.profile
    device = record.device
    control = record.control
    target = record.target
    style = record.style
    failureCode = record.failureCode
    recovery = record.recovery?.rawValue
    self.audioPath = audioPath
    audioSHA256 = record.audio?.sha256
    audioIsMissing = session.audioIsMissing
    pinned = record.pinned
    audioExpiry = record.audioExpiry.map { Expiry(timeMilliseconds: $0.time, reason: $0.reason.rawValue) }
    results = session.results.map { Result($0, among: session.results) }
  }
}

extension HistorySession.Result {
  init(_ result: ResultRecord, among results: [ResultRecord]) {
    let source = result.source.flatMap { results.indices.contains($0) ? results[$0] : nil }
    let difference = source.map { WordDifference(from: $0.text, to: result.text) }
    let words = result.words.map {
      HistorySession.Word(
        text: $0.text, startMilliseconds: $0.start.wholeMilliseconds,
        endMilliseconds: $0.end.wholeMilliseconds)
    }
    self.init(
      stage: result.stage.rawValue, origin: result.origin.rawValue, text: result.text, source: result.source,
      changes: difference.flatMap { $0.isEmpty ? nil : $0.text }, model: result.model,
      speechMilliseconds: result.speechMilliseconds, decodeMilliseconds: result.decodeMilliseconds,
      deliveryRoute: result.deliveryRoute, deliveryOutcome: result.deliveryOutcome,
      words: words.isEmpty ? nil : words, trace: result.trace, document: result.document, style: result.style,
      refiner: result.refiner, promptRevision: result.promptRevision, verdict: result.verdict,
      fallback: result.fallback)
  }
}
