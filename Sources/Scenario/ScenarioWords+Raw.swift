internal import Domain
internal import Drivers

/// Raw input: reports, frames and what they are made of.
extension ScenarioWords {
  /// The most bytes of a report that hidraw gives at once (HID_MAX_BUFFER_SIZE of linux/hid.h).
  private static let maximumReportBytes = 16_384

  /// "0102ff": the bytes of a report, at least one.
  mutating func report() throws(ScenarioError) -> [UInt8] {
    let digits = Array(try next("the bytes of a report").utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.count <= 2 * Self.maximumReportBytes else {
      throw failure("a report is two hexadecimal digits for each byte")
    }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard pair.allSatisfy(\.isHexDigit), let byte = UInt8(pair, radix: 16) else {
        throw failure("“\(pair)” is not a byte in hexadecimal")
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// "id=0x01", if it is there.
  mutating func reportID() throws(ScenarioError) -> UInt8? {
    guard let word = first, word.hasPrefix("id=") else { return nil }
    guard let id: UInt8 = number(try next("a report id").dropFirst(3)) else {
      throw failure("“\(word)” is not a report id such as id=0x01")
    }
    return id
  }

  /// "05f3:00ff"
  mutating func product() throws(ScenarioError) -> ProductID {
    let word = try next("a vendor and product number")
    guard let product = ProductID(String(word)) else {
      throw failure("“\(word)” is not a vendor and product number such as 05f3:00ff")
    }
    return product
  }

  /// "scan=0x70004 key=30"; the first may be left out.
  mutating func learnedKey() throws(ScenarioError) -> LearnedKey {
    var scanCode: UInt32?
    if let word = first, word.hasPrefix("scan=") {
      scanCode = number(try next("a scan code").dropFirst(5))
      if scanCode == nil { throw failure("“\(word)” is not a scan code such as scan=0x70004") }
    }
    let word = try next("key=…")
    guard word.hasPrefix("key="), let keyCode: UInt16 = number(word.dropFirst(4)) else {
      throw failure("“\(word)” is not a key code such as key=30")
    }
    return LearnedKey(scanCode: scanCode, keyCode: keyCode)
  }

  mutating func wholeNumber<Number: FixedWidthInteger>(
    _ meaning: String
  ) throws(ScenarioError) -> Number {
    let word = try next(meaning)
    guard let value: Number = number(word) else { throw failure("“\(word)” is not \(meaning)") }
    return value
  }

  /// "scan=0x90002 key=257:1": at least one item.
  mutating func frame() throws(ScenarioError) -> [RawInputEvent] {
    var events: [RawInputEvent] = []
    repeat {
      let item = try next("scan=…, key=CODE:VALUE or axis=CODE:VALUE")
      if item.hasPrefix("scan="), let usage: UInt32 = number(item.dropFirst(5)) {
        events.append(.scan(usage))
      } else if item.hasPrefix("key="), let event = key(item.dropFirst(4)) {
        events.append(event)
      } else if item.hasPrefix("axis="), let event = axis(item.dropFirst(5)) {
        events.append(event)
      } else {
        throw failure("“\(item)” is not scan=0x90002, key=257:1 or axis=16:-1")
      }
    } while !isEmpty
    return events
  }

  private func key(_ text: Substring) -> RawInputEvent? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let code: UInt16 = number(parts[0]), let value: UInt8 = number(parts[1]),
      value <= 2
    else { return nil }
    return .key(code, Int32(value))
  }

  private func axis(_ text: Substring) -> RawInputEvent? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let code: UInt16 = number(parts[0]), let value: Int32 = number(parts[1]) else {
      return nil
    }
    return .axis(code, value)
  }

  /// "keys=257,258" or "keys=" for none.
  mutating func keys() throws(ScenarioError) -> Set<UInt16> {
    let item = try next("keys=…")
    guard item.hasPrefix("keys=") else { throw failure("“\(item)” is not keys=257,258") }
    var codes: Set<UInt16> = []
    for part in item.dropFirst(5).split(separator: ",") {
      guard let code: UInt16 = number(part) else { throw failure("“\(part)” is not a key code") }
      codes.insert(code)
    }
    return codes
  }

  /// Decimal, or hexadecimal with 0x.
  private func number<Number: FixedWidthInteger>(_ text: Substring) -> Number? {
    text.hasPrefix("0x") ? Number(text.dropFirst(2), radix: 16) : Number(text)
  }
}
