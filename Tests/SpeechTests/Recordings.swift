import Glibc
import SystemCalls
import Testing

/// 16 kHz mono recordings.
enum Recordings {
  static let beckett = RealWorker.checkout + "/.deps/samples/beckett.wav"
  static let counting = RealWorker.checkout + "/.deps/samples/counting.wav"
  static let helloWorld = RealWorker.checkout + "/.deps/samples/hello_world.wav"
  static let quickBrownFox = RealWorker.checkout + "/.deps/samples/quick_brown_fox.wav"
  /// 44 s.
  static let twoCities = RealWorker.checkout + "/.deps/samples/two_cities.wav"
  static let austen = ["0870", "0880", "0890", "0920", "0930"].map {
    "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-\($0).wav"
  }
  static let cards = ["001", "002", "003"].map { "/usr/share/pocketsphinx/test/data/cards/\($0).wav" }

  /// Dickens, as it is spoken in `twoCities`.
  static let twoCitiesWords = """
    it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness it was the \
    epoch of belief it was the epoch of incredulity it was the season of light it was the season of darkness it was the \
    spring of hope it was the winter of despair we had everything before us we had nothing before us we were all going \
    direct to heaven we were all going direct the other way in short the period was so far like the present period that \
    some of its noisiest authorities insisted on its being received for good or for evil in the superlative degree of \
    comparison only
    """

  /// The samples of a 16 bit WAV file.
  static func samples(_ path: String) throws -> [Int16] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try Files.read(path, limit: 1 << 24) } catch {
      Issue.record(
        "\(error.description): run 'make models' (samples come with it, and with pocketsphinx-testdata)")
      throw error
    }
    var at = 12
    while at + 8 <= bytes.count {
      let size = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
      if bytes[at..<(at + 4)].elementsEqual("data".utf8) {
        let end = min(bytes.count, at + 8 + size)
        return stride(from: at + 8, to: end - 1, by: 2).map {
          Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
      }
      at += 8 + size + size % 2
    }
    throw NoSound()
  }

  struct NoSound: Error {}

  /// What the engine alone makes of each file, without hwctl.
  static func bareTexts(_ paths: [String]) throws -> [String] {
    let folder = try RealWorker.modelFolder()
    let checkout = RealWorker.checkout
    let command =
      "cd '\(checkout)' && scripts/build-bench-tools bare_decode && exec .build/tools/bare_decode '\(folder)' "
    let output = try output(of: command + paths.map { "'\($0)'" }.joined(separator: " "))
    return output.split(separator: "\n").map { line in
      String(line.split(separator: "\t", maxSplits: 1).last ?? "")
    }
  }

  private static func output(of command: String) throws -> String {
    let pipe = try #require(popen(command, "r"))
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
    try #require(pclose(pipe) == 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Words without case and punctuation.
func words(_ text: String) -> [String] {
  text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
}

/// Words that must be put in, taken out or changed to make one text of the other.
func wordErrors(_ text: [String], _ reference: [String]) -> Int {
  var previous = Array(0...reference.count)
  for (row, word) in text.enumerated() {
    var current = [row + 1]
    for (column, expected) in reference.enumerated() {
      let change = previous[column] + (word == expected ? 0 : 1)
      current.append(min(change, previous[column + 1] + 1, current[column] + 1))
    }
    previous = current
  }
  return previous[reference.count]
}
