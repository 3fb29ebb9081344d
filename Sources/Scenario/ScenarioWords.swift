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
    case .localAIDictation: return .localAIDictation
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
}
