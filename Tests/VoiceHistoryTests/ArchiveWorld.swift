import Domain
import SystemCalls
import TestSupport

@testable import VoiceHistory

/// A history, its archive, and another history that takes it in.
struct ArchiveWorld {
  let folder: TemporaryFolder
  var voice: String { folder.file("voice") }
  var other: String { folder.file("other") }
  var archive: String { folder.file("archive") }

  init() throws { folder = try TemporaryFolder() }

  /// Sessions 1 to 3 with audio, 4 without, 5 recovered, 6 whose audio has gone.
  func fill() throws {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...6 {
      let id = sessionID(number, second: number)
      let files = SessionFiles(id: id, folder: voice)
      var record = sessionRecord(id)
      if number <= 3 {
        try Files.replace(files.audio, with: waveBytes(samples: 100 * number))
        record.audio = try AudioInspection.reference(files.audio, name: files.audioName)
      }
      record.pinned = number == 2
      record.target = number == 3 ? "editor" : nil
      if number == 5 { record.outcome = .recovered }
      if number == 5 { record.recovery = .interrupted }
      if number == 6 { record.audioExpiry = AudioExpiry(time: 7, reason: .bytes) }
      var results = number == 5 ? [] : stages("Sentence \(number) \"quoted\" \u{1F600}\u{0}")
      if number == 1 { results[0].words = DerivedWorkTests.words }
      if number == 1 { results[2].document = #"{"a":[1,2]}"# }
      try editor.commit(record, results: results)
    }
    try editor.append(
      [ResultRecord(stage: .edited, origin: .correction, text: "Mended", source: 1)],
      to: sessionID(2, second: 2))
  }

  func export(withAudio: Bool = true) throws -> ArchiveReport {
    try HistoryReader(folder: voice).exportArchive(to: archive, withAudio: withAudio)
  }

  func details(_ voice: String) throws -> [SessionDetail] {
    var all: [SessionDetail] = []
    try HistoryReader(folder: voice).each(SessionFilter()) { all.append($0) }
    return all
  }

  func error(_ body: () throws -> Void) -> ArchiveError? {
    do {
      try body()
      return nil
    } catch { return error as? ArchiveError }
  }
}
