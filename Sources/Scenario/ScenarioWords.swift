internal import BindingEngine
internal import Domain
internal import Drivers

/// The words of one line, taken from the left. Every failure names the line.
struct ScenarioWords {
  let line: Int
  private var words: ArraySlice<Substring>

  init(_ text: Substring, line: Int) {
    self.line = line
    let code = text.prefix { $0 != "#" }
    words = code.split(whereSeparator: \.isWhitespace)[...]
  }

  var isEmpty: Bool { words.isEmpty }
  var first: Substring? { words.first }
  var second: Substring? { words.dropFirst().first }

  func failure(_ message: String) -> ScenarioError { ScenarioError(line: line, message: message) }

  /// - Parameter meaning: what should stand there, for the message: "a device name".
  mutating func next(_ meaning: String) throws(ScenarioError) -> Substring {
    guard let word = words.popFirst() else { throw failure("\(meaning) is missing at the end of the line") }
    return word
  }

  /// A name that the text itself gives.
  mutating func name(_ meaning: String) throws(ScenarioError) -> String {
    let word = try next(meaning)
    let isSound =
      word.utf8.count <= 64
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard isSound else {
      throw failure("“\(word)” is not \(meaning): at most 64 letters without accents, digits, “-” and “_”")
    }
    return String(word)
  }

  func end() throws(ScenarioError) {
    if let word = words.first { throw failure("“\(word)” is too much") }
  }

  /// One of the raw values of an enumeration.
  mutating func choice<Choice>(_ type: Choice.Type, _ meaning: String) throws(ScenarioError) -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let word = try next(meaning)
    if let value = Choice(rawValue: String(word)) { return value }
    let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw failure("“\(word)” is not \(meaning); allowed: \(allowed)")
  }

  mutating func chord() throws(ScenarioError) -> KeyChord {
    let word = try next("a key chord")
    guard let chord = KeyChord(String(word)) else {
      throw failure("“\(word)” is not a key chord such as ctrl+shift+v")
    }
    return chord
  }

  /// "ctrl+v", or several that are pressed one after the other: "ctrl+k,ctrl+s".
  private mutating func sequence() throws(ScenarioError) -> KeySequence {
    let word = try next("a key chord")
    guard let sequence = KeySequence(word.split(separator: ",").joined(separator: " ")) else {
      throw failure("“\(word)” is not a key chord such as ctrl+shift+v")
    }
    return sequence
  }

  /// "desktop", "keyboard-1".
  mutating func source() throws(ScenarioError) -> ChordSourceID {
    let word = try next("a source of chords")
    if word == "desktop" { return .desktop }
    guard word.hasPrefix("keyboard-"), let number = UInt32(word.dropFirst(9)), number > 0 else {
      throw failure("“\(word)” is not a source of chords: desktop, keyboard-1")
    }
    return ChordSourceID(rawValue: number)
  }

  /// What stands in a `bind` line after the Controls: direction, mode, Action and further meanings.
  mutating func binding(of controls: [ControlID]) throws(ScenarioError) -> Binding {
    let direction = first.flatMap { Binding.Direction(rawValue: String($0)) }
    if direction != nil { _ = try next("a direction") }
    let mode = try choice(InteractionMode.self, "a mode")
    var binding = Binding(
      controls: controls, direction: direction, mode: mode, action: try action())
    while !isEmpty {
      switch try next("a word") {
      case "doublePress": binding.doublePress = try action()
      case "longHold": binding.longHold = try action()
      case "chord": binding.chord = try chord()
      case let word: throw failure("“\(word)” is not known here; allowed: doublePress, longHold, chord")
      }
    }
    return binding
  }

  /// "localDictation", "none", "keyboardShortcut ctrl+shift+v", "media seek -5", "profile next", "profile to typing".
  mutating func action() throws(ScenarioError) -> Action {
    switch try choice(ActionKind.self, "an action") {
    case .none: return .none
    case .localDictation: return .localDictation
    case .keyboardShortcut:
      return .keyboardShortcut(try sequence())
    case .media: return .media(try mediaCommand())
    case .profile:
      switch try next("“to” or “next”") {
      case "next": return .profile(.next)
      case "to": return .profile(.to(try name("a profile name")))
      case let word: throw failure("“\(word)” is neither “to” nor “next”")
      }
    }
  }

  private mutating func mediaCommand() throws(ScenarioError) -> MediaCommand {
    switch try next("a media command") {
    case "playPause": return .playPause
    case "play": return .play
    case "pause": return .pause
    case "stop": return .stop
    case "next": return .next
    case "previous": return .previous
    case "seek": return .seek(seconds: try seconds(-600...600))
    case "transcription": return .transcription(rewindSeconds: try seconds(0...60))
    case let word: throw failure("“\(word)” is not a media command")
    }
  }

  private mutating func seconds(_ range: ClosedRange<Int>) throws(ScenarioError) -> Int {
    let word = try next("seconds")
    guard let seconds = Int(word), range.contains(seconds) else {
      throw failure("“\(word)” is not a number of seconds from \(range.lowerBound) to \(range.upperBound)")
    }
    return seconds
  }

  mutating func reasonIfAny() throws(ScenarioError) -> Reason? {
    isEmpty ? nil : try choice(Reason.self, "a reason")
  }

  /// "12 ms", "0.125 ms": not negative, at most three decimals, at most a day.
  mutating func time() throws(ScenarioError) -> Duration {
    let word = try next("a time")
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = digits(parts[0]), whole <= 86_400_000,
      let fraction = microseconds(parts.count == 2 ? parts[1] : "0"), try next("“ms”") == "ms"
    else { throw failure("a line begins with a time such as “1500 ms”") }
    return .milliseconds(whole) + .microseconds(fraction)
  }

  private func digits(_ text: Substring) -> Int64? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int64(text) : nil
  }

  private func microseconds(_ text: Substring) -> Int64? {
    guard (1...3).contains(text.count) else { return nil }
    return digits(Substring(text + String(repeating: "0", count: 3 - text.count)))
  }

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
