internal import Glibc

/// Instants as Ollama writes them: RFC 3339 with up to nanoseconds, "2026-08-01T12:00:00.5+02:00".
enum ServerTime {
  /// - Returns: milliseconds since 1970, or nil for anything else.
  static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].compactMap { digits(bytes, $0) }
    guard fields.count == 6, (1...12).contains(fields[1]) else { return nil }
    let zoneStart = bytes[19...].firstIndex { $0 != UInt8(ascii: ".") && !isDigit($0) } ?? bytes.count
    guard let offset = offset(bytes, zoneStart) else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
      CInt(fields[0]) - 1900, CInt(fields[1]) - 1, CInt(fields[2])
    )
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (CInt(fields[3]), CInt(fields[4]), CInt(fields[5]))
    return (Int64(timegm(&parts)) - Int64(offset)) * 1000 + Int64(digits(bytes, 20..<23) ?? 0)
  }

  /// "Z" or "+02:00", in seconds.
  private static func offset(_ bytes: [UInt8], _ start: Int) -> Int? {
    let zone = bytes[start...]
    if zone.elementsEqual("Z".utf8) { return 0 }
    guard zone.count == 6, let hours = digits(bytes, start + 1..<start + 3),
      let minutes = digits(bytes, start + 4..<start + 6)
    else { return nil }
    let size = (hours * 60 + minutes) * 60
    return bytes[start] == UInt8(ascii: "-") ? -size : size
  }

  private static func digits(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.upperBound <= bytes.count, bytes[range].allSatisfy(isDigit) else { return nil }
    return bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
