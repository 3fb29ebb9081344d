import Domain
import Testing
import Transcript

/// Random texts from seeds; a failure names its seed.
@Suite struct TranscriptPropertyTests {
  static let seeds: [UInt64] = Array(0..<400)

  @Test(arguments: seeds)
  func `a trace replays to Edited, and rendering is idempotent`(seed: UInt64) throws {
    var random = Seeded(seed)
    let raw = random.text(from: pieces)
    for options in random.options(count: 3) {
      let stages = TranscriptPipeline.run(raw: raw, options: options)
      #expect(try stages.trace.replay(raw) == stages.edited)
      let structured = stages.document.rendered(.structured)
      let line = stages.document.rendered(.line)
      #expect(Document(text: structured).rendered(.structured) == structured, "\(raw.debugDescription)")
      #expect(!structured.hasSuffix("\n") && !line.contains("\n"), "\(raw.debugDescription)")
      #expect(
        structured.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
      #expect(stages.raw == raw)
    }
  }

  @Test(arguments: seeds)
  func `text without taking back loses no word`(seed: UInt64) {
    var random = Seeded(seed)
    let raw = random.text(
      from: pieces.filter { !$0.lowercased().hasPrefix("scratch") && !$0.hasPrefix("delete") })
    let stages = TranscriptPipeline.run(raw: raw)
    let commands = Set([
      "new", "line", "paragraph", "start", "a", "bullet", "list", "numbered", "next", "item", "end",
      "literal",
    ])
    let before = words(raw).filter { !commands.contains($0) }
    #expect(words(stages.edited).filter { !commands.contains($0) } == before, "\(raw.debugDescription)")
    #expect(
      words(stages.document.rendered(.line)).filter { !commands.contains($0) } == before,
      "\(raw.debugDescription)")
  }

  @Test(arguments: seeds)
  func `a text without commands is its own Edited, and stays so`(seed: UInt64) {
    var random = Seeded(seed)
    let raw = random.text(from: plainPieces)
    let once = TranscriptPipeline.run(raw: raw)
    #expect(once.edited == Editing.edited(raw: raw))
    let twice = TranscriptPipeline.run(raw: once.edited)
    #expect(twice.edited == once.edited)
    #expect(twice.trace == EditTrace())
  }

  @Test(arguments: seeds)
  func `a style applied twice is the style`(seed: UInt64) {
    var random = Seeded(seed)
    let raw = random.text(from: plainPieces)
    for style in WritingStyle.allCases {
      let options = TranscriptOptions(style: style, removesFillers: true, convertsNumbers: true)
      let once = TranscriptPipeline.run(raw: raw, options: options).document.rendered(.line)
      let twice = TranscriptPipeline.run(raw: once, options: options).document.rendered(.line)
      #expect(twice == once, "\(style) \(raw.debugDescription)")
    }
  }

  @Test(arguments: seeds)
  func `any Unicode goes through`(seed: UInt64) throws {
    var random = Seeded(seed)
    let raw = random.unicode()
    let options = TranscriptOptions(
      style: WritingStyle.allCases[Int(seed % 6)], spokenPunctuation: true, removesFillers: true,
      convertsNumbers: true,
      dictionary: TranscriptDictionary(
        replacements: [.init(spoken: "a", written: "B")], vocabulary: ["Kubernetes", "Zürich"]))
    let stages = TranscriptPipeline.run(raw: raw, options: options)
    try stages.trace.check(raw: raw, edited: stages.edited)
    _ = RefinementCheck(edited: stages.edited, nearbyText: raw).verdict(on: raw)
    _ = Document(text: raw).rendered(.structured)
  }

  /// Words without case and punctuation; no numbers, since those of a list come by themselves.
  private func words(_ text: String) -> [String] {
    text.split { $0.isWhitespace }.map { word in
      String(
        word.lowercased().unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }.map(Character.init))
    }.filter { !$0.isEmpty && Int($0) == nil }
  }
}

let plainPieces = [
  "hello", "there.", "Hello,", "new", "line", "I", "think", "so.", "that", "Dr.", "5 p.m.", "\"yes\"", "(no)",
  "—", "-", "it's",
  "https://a.b/c,", "naïve", "日本。", "שלום", "🙂", "e\u{301}", "um", "uh,", "twenty", "five", "percent.", "  ",
  "\n", "NASA",
  "iPhone", "don't", "I'm", "first,", "Second,", "etc.", "?", "end", "item", "what?", "Yes!",
]

private let pieces =
  plainPieces + [
    "New line.", "new line,", "new paragraph.", "scratch that.", "Scratch that,", "delete that.",
    "delete last sentence.",
    "start a bullet list.", "start a numbered list,", "next item.", "Bullet,", "bullet", "end list.",
    "literal new line.",
    "literal", "comma", "period", "open quote", "close quote", "dash",
  ]

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func text(from pieces: [String]) -> String {
    (0..<Int.random(in: 0..<24, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }
      .joined(separator: " ")
  }

  mutating func options(count: Int) -> [TranscriptOptions] {
    (0..<count).map { _ in
      TranscriptOptions(
        style: WritingStyle.allCases.randomElement(using: &self) ?? .clean,
        spokenPunctuation: Bool.random(using: &self),
        removesFillers: Bool.random(using: &self), convertsNumbers: Bool.random(using: &self),
        dictionary: TranscriptDictionary(
          replacements: [
            .init(spoken: "there", written: "over there"), .init(spoken: "new line", written: "x"),
          ],
          vocabulary: ["Naive", "iPhone"]))
    }
  }

  mutating func unicode() -> String {
    let special: [Unicode.Scalar] = [
      "\0", "\n", "\r", "\u{301}", "\u{200D}", "\u{202E}", "\u{FEFF}", "\u{2028}", "\u{1F468}", "\u{1F3FD}",
      "א", "ع", "ก", "ß",
      "ŉ", "ﬁ", "İ", "'", "’", "\"", ".", ",", "-", " ", "1", "\u{E000}", "\u{10FFFF}", "K", "Å",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<60, using: &self) {
      if Bool.random(using: &self), let scalar = special.randomElement(using: &self) {
        text.append(scalar)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) {
        text.append(scalar)
      } else {
        text.append(contentsOf: " New line. ".unicodeScalars)
      }
    }
    return String(text)
  }
}
