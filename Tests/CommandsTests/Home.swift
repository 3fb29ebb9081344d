import FoundationEssentials
import Glibc
import SystemCalls
import TestSupport
import Testing

/// One person's files, and what the programs are told of them: XDG folders of their own with the prepared model in them.
final class Home: Sendable {
  let folder: TemporaryFolder
  /// Nil: no sound server.
  let sound: SoundServer?

  init(sound: SoundServer? = nil, linkingModels: Bool = true) throws {
    folder = try TemporaryFolder()
    self.sound = sound
    try Files.makeFolder(runtime)
    try Files.makeFolder(configuration)
    try Files.makeFolder(data)
    if linkingModels { symlink(try Self.preparedModels(), models) }
  }

  var runtime: String { folder.path + "/run" }
  var configuration: String { folder.path + "/config/hwctl" }
  var data: String { folder.path + "/data/hwctl" }
  var models: String { data + "/models" }
  var voice: String { data + "/voice" }
  var profiles: String { configuration + "/profiles.json" }
  var preferences: String { configuration + "/preferences.json" }
  /// Where the daemon under test delivers to.
  var typed: String { folder.path + "/typed" }

  var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": folder.path + "/config",
      "XDG_DATA_HOME": folder.path + "/data",
    ].merging(sound?.environment ?? ["PULSE_SERVER": "unix:\(folder.path)/no-sound-server"]) { $1 }
  }

  /// `make models` leaves them there.
  static func preparedModels() throws -> String {
    let path = Directories.standard().models
    try #require(Files.exists(path), "there is no speech model: run 'make models'")
    return path
  }

  /// The folder of the one prepared model.
  static func preparedModel() throws -> String { try preparedModels() + "/moonshine-base-en/1" }

  /// A model folder of this home's own, to be damaged: its files are copies where named, else links are not allowed, so
  /// all are copied.
  func copyModel() async throws -> String {
    let parent = models + "/moonshine-base-en"
    try Files.makeFolder(parent)
    let copied = try await Program.run(["cp", "-r", try Self.preparedModel(), parent + "/1"])
    try #require(copied.status == 0)
    return parent + "/1"
  }

  func write(_ text: String, to path: String) throws { try Files.replace(path, with: Array(text.utf8)) }

  func read(_ path: String) -> String? {
    (try? Files.read(path, limit: 1 << 24)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The texts delivered so far.
  var delivered: [String] { (read(typed) ?? "").split(separator: "\n").map(String.init) }

  /// `hwctl WORDS` in this home.
  func hwctl(_ words: String..., limit: Duration = .seconds(120)) async throws -> Program.Outcome {
    try await Program.run(["hwctl"] + words, environment, limit: limit)
  }

  func hwctl<Answer: Decodable>(_ type: Answer.Type, _ words: String...) async throws -> Answer {
    try await hwctl(type, words)
  }

  func hwctl<Answer: Decodable>(_ type: Answer.Type, _ words: [String]) async throws -> Answer {
    let outcome = try await Program.run(["hwctl"] + words, environment)
    try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    return try JSONDecoder().decode(type, from: Data(outcome.output.utf8))
  }

  static func decode<Answer: Decodable>(_ type: Answer.Type, _ text: String) throws -> Answer {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  func lastSession() async throws -> HistoryEntry {
    try await hwctl(HistoryEntry.self, "history", "show", "last", "--json")
  }
}

/// What `hwctl history show --json` says, as far as the tests look.
struct HistoryEntry: Decodable {
  struct Stage: Decodable {
    var stage: String
    var origin: String
    var text: String
    var style: String?
    var refiner: String?
    var verdict: String?
    /// Why this is not the refiner's text.
    var fallback: String?
  }

  var id: String
  var inputKind: String
  var outcome: String
  var durationMilliseconds: Int
  var failureCode: String?
  var recovery: String?
  var audioPath: String?
  var audioSHA256: String?
  var audioIsMissing: Bool
  var results: [Stage]

  func text(_ stage: String) -> String? { results.first { $0.stage == stage }?.text }
}
