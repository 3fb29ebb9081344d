internal import Domain
internal import Glibc

/// Wall-clock time, in milliseconds since 1970-01-01 UTC.
public enum UnixTime {
  /// Reads CLOCK_REALTIME.
  public static func nowMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// "20261130T081502Z". A time outside the years 1970 to 9999 is moved to the nearest end of that span.
  static func compactText(milliseconds: Int64) -> String {
    let last: Int64 = 253_402_300_799
    let seconds = min(max(milliseconds / 1000, 0), last)
    let (year, month, day) = civil(daysSinceEpoch: seconds / 86_400)
    let second = seconds % 86_400
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined()
    return padded(year, 4) + padded(month, 2) + padded(day, 2) + "T" + time + "Z"
  }

  /// The start of the second that a session id names.
  static func milliseconds(of id: SessionID) -> Int64 {
    let digits = id.rawValue.utf8.prefix(15).filter { $0 != UInt8(ascii: "T") }.map { Int64($0 - 48) }
    func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + $1 } }
    let days = daysSinceEpoch(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    return (days * 86_400 + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)) * 1000
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// The proleptic Gregorian calendar, with years that begin in March so that the leap day is the last
  /// (an era is 400 years or 146,097 days).
  private static func civil(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = daysSinceEpoch + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let yearOfEra = marchYear - marchYear / 400 * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return marchYear / 400 * 146_097 + dayOfEra - 719_468
  }
}
