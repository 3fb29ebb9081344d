internal import CSystem
internal import Glibc

/// Wall-clock time, in milliseconds since 1970-01-01 UTC.
public enum UnixTime {
  /// 9999-12-31T23:59:59Z
  private static let lastSecond: Int64 = 253_402_300_799

  /// Reads CLOCK_REALTIME.
  public static func nowMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// "20261130T081502Z". A time outside the years 1970 to 9999 is moved to the nearest end of that span.
  public static func compactText(milliseconds: Int64 = nowMilliseconds()) -> String {
    var seconds = time_t(min(max(milliseconds / 1000, 0), lastSecond))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Reads what `compactText` writes, from the front of a text; nil when something else stands there.
  public static func milliseconds(ofCompactText text: String) -> Int64? {
    let text = Array(text.utf8)
    let digits = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15]
    guard text.count >= 16, text[8] == UInt8(ascii: "T"), text[15] == UInt8(ascii: "Z") else { return nil }
    let numbers = digits.compactMap { CInt(String(decoding: text[$0], as: UTF8.self)) }
    guard numbers.count == digits.count else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return Int64(timegm(&parts)) * 1000
  }
}
