import Domain
import Glibc
import VoiceHistory

/// Sessions as lines for people, and as values for `--json`.
enum HistoryText {
  /// "20261130T081502Z-4f9c2a17  2026-11-30 09:15  delivered   2.4 s  Hello.", the time on the user's clock
  static func line(_ session: SessionDetail) -> String {
    let outcome = session.record.outcome.rawValue
    let padding = String(repeating: " ", count: max(0, 9 - outcome.count))
    let text = session.text ?? note(session)
    return
      "\(session.record.id)  \(localTime(session.record.startedAt))  \(outcome)\(padding)  \(seconds(session.record.duration)) s  \(text)"
  }

  /// All stages below each other.
  static func page(_ session: SessionDetail, audioPath: String?) -> String {
    let record = session.record
    var rows = [("session", record.id.rawValue), ("outcome", record.outcome.rawValue)]
    rows.append(("begun", localTime(record.startedAt)))
    rows.append(("duration", seconds(record.duration) + " s"))
    if let failure = record.failureCode { rows.append(("failure", failure)) }
    if let profile = record.profile { rows.append(("profile", profile)) }
    if let device = record.device { rows.append(("device", "\(device) \(record.control ?? "")")) }
    if let audioPath { rows.append(("audio", session.audioIsMissing ? "missing" : audioPath)) }
    for result in session.results {
      rows.append((result.stage.rawValue, result.text))
      if let model = result.model { rows.append(("model", model)) }
      if let route = result.deliveryRoute {
        rows.append(("route", "\(route) \(result.deliveryOutcome ?? "")"))
      }
    }
    if session.text == nil { rows.append(("note", note(session))) }
    return rows.map { name, value in
      name + String(repeating: " ", count: 10 - name.count) + value + "\n"
    }.joined()
  }

  private static func note(_ session: SessionDetail) -> String {
    switch session.record.outcome {
    case .noSpeech: "(no speech)"
    case .cancelled: "(cancelled)"
    case .recovered: "(not recognised yet: hwctl history play \(session.record.id))"
    case .delivered, .kept, .failed: "(no text\(session.record.failureCode.map { ": \($0)" } ?? ""))"
    }
  }

  /// - Parameter milliseconds: since 1970, UTC.
  private static func localTime(_ milliseconds: Int64) -> String {
    var time = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func seconds(_ duration: Duration) -> String {
    let tenths = duration.wholeMilliseconds / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}

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

struct HistorySession: Encodable {
  struct Result: Encodable {
    let stage, origin, text: String
    let model: String?
    let speechMilliseconds, decodeMilliseconds: Int?
    let deliveryRoute, deliveryOutcome: String?
  }

  let id, inputKind, action, outcome: String
  let startedAtMilliseconds, durationMilliseconds: Int64
  let profile, device, control, failureCode, recovery, audioPath, audioSHA256: String?
  let audioIsMissing: Bool
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
    failureCode = record.failureCode
    recovery = record.recovery?.rawValue
    self.audioPath = audioPath
    audioSHA256 = record.audio?.sha256
    audioIsMissing = session.audioIsMissing
    results = session.results.map { result in
      Result(
        stage: result.stage.rawValue, origin: result.origin.rawValue, text: result.text, model: result.model,
        speechMilliseconds: result.speechMilliseconds, decodeMilliseconds: result.decodeMilliseconds,
        deliveryRoute: result.deliveryRoute, deliveryOutcome: result.deliveryOutcome)
    }
  }
}
