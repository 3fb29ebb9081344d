import SystemCalls
import Testing

/// People speaking: files of Debian's pocketsphinx-testdata, and of `make models` where they are.
enum Recordings {
  struct Spoken: Sendable, CustomTestStringConvertible {
    var path: String
    var firstWord: String
    var lastWord: String
    var testDescription: String { path }
  }

  static func austen(_ number: String) -> String {
    "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-\(number).wav"
  }

  static func card(_ number: String) -> String { "/usr/share/pocketsphinx/test/data/cards/\(number).wav" }

  static func sample(_ name: String) -> String { "\(Program.checkout)/.deps/samples/\(name).wav" }

  /// "He was not an ill-disposed young man", 3 s.
  static let short = austen("0880")

  /// The first and last word of each transcription that comes with it.
  static let sentences = [
    Spoken(path: austen("0870"), firstWord: "and", lastWord: "them"),
    Spoken(path: austen("0880"), firstWord: "he", lastWord: "man"),
    Spoken(path: austen("0890"), firstWord: "unless", lastWord: "disposed"),
    Spoken(path: austen("0920"), firstWord: "had", lastWord: "was"),
    Spoken(path: austen("0930"), firstWord: "he", lastWord: "himself"),
    Spoken(path: card("005"), firstWord: "eight", lastWord: "hearts"),
  ]

  static let samples = ["beckett", "counting", "hello_world", "quick_brown_fox"].map(sample)
    .filter(Files.exists)

  /// What the engine alone makes of a file, without hwctl.
  static func bareDecode(_ path: String) async throws -> String {
    let tools = try await Program.run([Program.checkout + "/scripts/build-bench-tools"])
    try #require(tools.status == 0, "\(tools.errors)")
    let decoded = try await Program.run(
      [Program.checkout + "/.build/tools/bare_decode", try Home.preparedModel(), path])
    try #require(decoded.status == 0, "\(decoded.errors)")
    let line = decoded.output.split(separator: "\n").first ?? ""
    return String(line.split(separator: "\t", maxSplits: 1).last ?? "")
  }

  /// Words without case and punctuation.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }
}
