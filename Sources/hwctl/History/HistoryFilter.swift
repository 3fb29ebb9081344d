import CommandSyntax
import Glibc
import Terminal
import VoiceHistory

/// `--from`, `--until`, `--profile` and `--app`.
enum HistoryFilter {
  static func read(_ invocation: Invocation) -> SessionFilter {
    SessionFilter(
      from: time(invocation, "from"), until: time(invocation, "until"),
      profile: invocation.values["profile"], target: invocation.values["app"])
  }

  private static func time(_ invocation: Invocation, _ option: String) -> Int64? {
    guard let text = invocation.values[option] else { return nil }
    guard let time = milliseconds(text) else {
      Terminal.fail(
        .usage, "'\(text)' is not a date such as 2026-11-30, or 2026-11-30T14:30 (--\(option)).")
    }
    return time
  }

  /// Unix time of a moment on the user's clock: "2026-11-30", "2026-11-30T14:30" or "2026-11-30T14:30:15".
  static func milliseconds(_ text: String) -> Int64? {
    let halves = text.split(separator: "T", omittingEmptySubsequences: false)
    guard let date = numbers(halves[0], "-", 3...3), halves.count <= 2 else { return nil }
    guard let time = halves.count == 2 ? numbers(halves[1], ":", 2...3) : [0, 0] else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time.count == 3 ? time[2] : 0)
    // Whether summer time holds is for the C library to know.
    parts.tm_isdst = -1
    guard (1970...9999).contains(date[0]), time[0] < 24, time[1] < 60, parts.tm_sec < 60 else { return nil }
    let seconds = mktime(&parts)
    // 30 February became 2 March.
    guard parts.tm_mday == date[2], parts.tm_mon == date[1] - 1 else { return nil }
    return Int64(seconds) * 1000
  }

  private static func numbers(
    _ text: Substring, _ separator: Character, _ counts: ClosedRange<Int>
  ) -> [CInt]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.filter { $0.allSatisfy(\.isNumber) }.compactMap { CInt($0) }
    return counts.contains(parts.count) && numbers.count == parts.count ? numbers : nil
  }
}
