import Domain
import Glibc
import VoiceHistory

/// Sessions as lines for people.
enum HistoryText {
  /// "20261130T081502Z-4f9c2a17  2026-11-30 09:15  delivered   2.4 s  Hello.", the time on the user's clock
  static func line(_ session: SessionDetail) -> String {
    let outcome = session.record.outcome.rawValue
    let padding = String(repeating: " ", count: max(0, 9 - outcome.count))
    let text = (session.text ?? note(session)).replacing("\n", with: " ")
    return
      "\(session.record.id)  \(localTime(session.record.startedAt))  \(outcome)\(padding)  \(seconds(session.record.duration)) s  \(text)"
  }

  /// What is known of the session, then its stages below each other, each with what changed.
  static func page(_ session: SessionDetail, audioPath: String?) -> String {
    var rows = facts(session, audioPath)
    for (index, result) in session.results.enumerated() { rows += stage(result, index, session.results) }
    if session.text == nil { rows.append(("note", note(session))) }
    let width = 10
    let indent = String(repeating: " ", count: width)
    return rows.map { name, value in
      name + String(repeating: " ", count: max(1, width - name.count))
        + value.replacing("\n", with: "\n" + indent) + "\n"
    }.joined()
  }

  private static func facts(_ session: SessionDetail, _ audioPath: String?) -> [(String, String)] {
    let record = session.record
    var rows = [("session", record.id.rawValue), ("outcome", record.outcome.rawValue)]
    rows.append(("begun", localTime(record.startedAt)))
    rows.append(("duration", seconds(record.duration) + " s"))
    if record.inputKind != .microphone { rows.append(("input", record.inputKind.rawValue)) }
    if let failure = record.failureCode { rows.append(("failure", failure)) }
    if let profile = record.profile { rows.append(("profile", profile)) }
    if let device = record.device { rows.append(("device", "\(device) \(record.control ?? "")")) }
    if let target = record.target { rows.append(("app", target)) }
    if let style = record.style { rows.append(("style", style)) }
    if record.pinned { rows.append(("pinned", "yes")) }
    if let audioPath { rows.append(("audio", session.audioIsMissing ? "missing" : audioPath)) }
    if record.isWaitingForWords(session.results) {
      if audioPath != nil { rows.append(("audio", "stays until its words are known")) }
    } else if let expiry = record.audioExpiry {
      rows.append(("audio", expiryText(expiry, record)))
    }
    return rows
  }

  private static func expiryText(_ expiry: AudioExpiry, _ record: SessionRecord) -> String {
    let time = localTime(expiry.time)
    guard record.audio == nil else {
      return record.pinned ? "stays, since it is pinned" : "goes after \(time) unless pinned or recognised"
    }
    let reason =
      switch expiry.reason {
      case .recovery: "it had been recovered for a day and had no text"
      case .age: "it was older than audio is kept"
      case .count: "there were more recordings than are kept"
      case .bytes: "recordings took more space than they may"
      case .freeSpace: "the disk was running full"
      }
    return "went \(time): \(reason)"
  }

  /// "edited    Hello." and below it what changed since the stage that it was made from.
  private static func stage(
    _ result: ResultRecord, _ index: Int, _ results: [ResultRecord]
  ) -> [(String, String)] {
    let mark = result.origin == .capture ? "" : " (\(result.origin.rawValue))"
    var rows = [(result.stage.rawValue, result.text + mark)]
    if let source = result.source, results.indices.contains(source) {
      let difference = WordDifference(from: results[source].text, to: result.text)
      if !difference.isEmpty {
        rows.append(("", "from \(results[source].stage.rawValue): \(difference.text)"))
      }
    }
    if let model = result.model { rows.append(("", "model \(model)")) }
    if let refiner = result.refiner { rows.append(("", "refined by \(refiner)")) }
    if let fallback = result.fallback { rows.append(("", "not refined: \(fallback)")) }
    if let verdict = result.verdict { rows.append(("", "verdict \(verdict)")) }
    if let route = result.deliveryRoute {
      rows.append(("", "by \(route): \(result.deliveryOutcome ?? "unknown")"))
    }
    return rows
  }

  private static func note(_ session: SessionDetail) -> String {
    switch session.record.outcome {
    case .noSpeech: "(no speech)"
    case .cancelled: "(cancelled)"
    case .recovered where session.hasAudio:
      "(not recognised yet; at once: hwctl history retranscribe \(session.record.id))"
    case .recovered: "(not recognised, and its audio is gone)"
    case .delivered, .kept, .failed: "(no text\(session.record.failureCode.map { ": \($0)" } ?? ""))"
    }
  }

  /// - Parameter milliseconds: since 1970, UTC.
  static func localTime(_ milliseconds: Int64) -> String {
    var time = time_t(milliseconds / 1000)
    var parts = tm()
    localtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func seconds(_ duration: Duration) -> String {
    let tenths = duration.wholeMilliseconds / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension SessionRecord {
  /// Its audio is all there is of what was said.
  fileprivate func isWaitingForWords(_ results: [ResultRecord]) -> Bool {
    outcome == .recovered && recovery != nil && results.isEmpty
  }
}
