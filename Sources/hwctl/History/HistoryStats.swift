import CommandSyntax
import Domain
import SystemCalls
import Terminal
import VoiceHistory

/// `hwctl history stats`.
enum HistoryStats {
  private struct Statistics: Encodable {
    let sessions, results, pinned, unrecognised, recordings, missingAudio: Int
    let audioBytes, databaseBytes, durationMilliseconds: Int64
    let oldest, newest: String?
    let outcomes: [String: Int]
  }

  static func run(_ invocation: Invocation) throws(HistoryError) {
    let found = try HistoryCommand.reader.statistics()
    if invocation.flags.contains("json") {
      return Terminal.print(
        json: Statistics(
          sessions: found.sessions, results: found.results, pinned: found.pinned,
          unrecognised: found.unrecognised, recordings: found.recordings, missingAudio: found.missingAudio,
          audioBytes: found.audioBytes, databaseBytes: found.databaseBytes,
          durationMilliseconds: found.duration.wholeMilliseconds, oldest: found.oldest?.rawValue,
          newest: found.newest?.rawValue, outcomes: found.outcomes))
    }
    let outcomes = found.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    var rows = [
      ("sessions", "\(found.sessions)" + (outcomes.isEmpty ? "" : " (\(outcomes.joined(separator: ", ")))")),
      ("spoken", HistoryText.seconds(found.duration) + " s"),
      ("recordings", "\(found.recordings), \(megabytes(found.audioBytes))"),
      ("database", "\(found.results) texts, \(megabytes(found.databaseBytes))"),
      ("pinned", "\(found.pinned)"),
    ]
    if found.unrecognised > 0 { rows.append(("not yet recognised", "\(found.unrecognised)")) }
    if found.missingAudio > 0 { rows.append(("audio missing", "\(found.missingAudio)")) }
    if let oldest = found.oldest { rows.append(("oldest", oldest.rawValue)) }
    if let newest = found.newest { rows.append(("newest", newest.rawValue)) }
    for (name, value) in rows {
      Terminal.print(name + String(repeating: " ", count: 20 - name.count) + value + "\n")
    }
  }

  private static func megabytes(_ bytes: Int64) -> String {
    let tenths = bytes / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}
