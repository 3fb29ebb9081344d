public import Domain

/// Timed words as subtitles.
public struct Subtitles: Hashable, Sendable {
  public struct Cue: Hashable, Sendable {
    public var start: Duration
    public var end: Duration
    /// One or two lines.
    public var lines: [String]
  }

  public var cues: [Cue]

  /// Characters a line, and lines a cue: what the BBC's subtitle guidelines allow on a screen
  /// (https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/, "Line length").
  static let lineLength = 37
  static let linesPerCue = 2
  /// A cue that stands longer than this is read twice.
  static let longestCue: Duration = .seconds(6)
  /// A pause that ends a cue.
  static let pause: Duration = .milliseconds(800)

  /// Cues end where a line is full, at pauses and behind sentences. The text is that of the words: pieces that begin with
  /// a space or follow one are words, others go on with the word before.
  public init(_ words: [TimedWord]) {
    cues = []
    var lines: [String] = []
    var start = Duration.zero
    var end = Duration.zero
    func flush(_ cues: inout [Cue]) {
      if !lines.isEmpty { cues.append(Cue(start: start, end: end, lines: lines)) }
      lines = []
    }
    for word in words.flatMap(Self.single) {
      let text = word.text.filter { !$0.isNewline }.trimmed
      if text.isEmpty { continue }
      let isSentenceEnd = lines.last?.last.map { ".?!…".contains($0) } ?? false
      if !lines.isEmpty, isSentenceEnd || word.start - end >= Self.pause || word.end - start > Self.longestCue
      {
        flush(&cues)
      }
      if let last = lines.last, last.count + 1 + text.count <= Self.lineLength {
        lines[lines.count - 1] = last + " " + text
      } else {
        if lines.count == Self.linesPerCue { flush(&cues) }
        if lines.isEmpty { start = word.start }
        lines.append(text)
      }
      end = max(end, word.end)
    }
    flush(&cues)
  }

  /// The words of a piece that has several, each with its share of the time, by its letters.
  private static func single(_ piece: TimedWord) -> [TimedWord] {
    let words = piece.text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1 else { return [piece] }
    let letters = words.reduce(0) { $0 + $1.count }
    let length = (piece.end - piece.start) / letters
    var passed = 0
    return words.map { word in
      let start = piece.start + length * passed
      passed += word.count
      return TimedWord(text: String(word), start: start, end: piece.start + length * passed)
    }
  }

  /// SubRip (https://www.loc.gov/preservation/digital/formats/fdd/fdd000569.shtml).
  public var srt: String {
    cues.enumerated().map { number, cue in
      "\(number + 1)\n\(Self.time(cue.start, ",")) --> \(Self.time(cue.end, ","))\n"
        + cue.lines.joined(separator: "\n") + "\n\n"
    }.joined()
  }

  /// WebVTT (https://www.w3.org/TR/webvtt1/), in which "&", "<" and ">" are escaped.
  public var vtt: String {
    "WEBVTT\n\n"
      + cues.map { cue in
        "\(Self.time(cue.start, ".")) --> \(Self.time(cue.end, "."))\n"
          + cue.lines.joined(separator: "\n").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
          .replacing(">", with: "&gt;") + "\n\n"
      }.joined()
  }

  /// "00:01:02,345"
  private static func time(_ time: Duration, _ separator: String) -> String {
    let milliseconds = time.wholeMilliseconds
    func padded(_ number: Int64, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return
      "\(padded(milliseconds / 3_600_000, 2)):\(padded(milliseconds / 60_000 % 60, 2)):"
      + "\(padded(milliseconds / 1000 % 60, 2))\(separator)\(padded(milliseconds % 1000, 3))"
  }
}

extension String {
  fileprivate var trimmed: String {
    let body = drop(while: \.isWhitespace)
    return String(body.reversed().drop(while: \.isWhitespace).reversed())
  }
}
