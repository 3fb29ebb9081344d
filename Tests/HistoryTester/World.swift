internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// A small history with one of everything, and files that are not ours.
enum World {
  static func id(_ number: Int) -> SessionID {
    VoiceStore.makeSessionID(
      atUnixMilliseconds: 1_796_026_500_000 + Int64(number) * 1000, random: UInt32(number))
  }

  /// A sound file of hwctl's own making.
  static func wave(samples: Int, value: UInt8) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> (8 * $0) & 255) }
    }
    return Array("RIFF".utf8) + little(samples * 2 + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8) + little(samples * 2, 4) + [UInt8](repeating: value, count: samples * 2)
  }

  /// One page, which costs no row.
  static func damageIndex(_ database: String) throws {
    let page = shell(
      "sqlite3 '\(database)' \"SELECT rootpage FROM sqlite_schema WHERE name = 'voice_sessions_by_position'\""
    )
    guard let number = Int(page.output.filter(\.isNumber)) else { fail("no index: \(page.output)") }
    let descriptor = try FileDescriptor.open(database, O_RDWR)
    var byte: UInt8 = 0xee
    try retrying("write", database) { pwrite(descriptor.rawValue, &byte, 1, off_t((number - 1) * 4096)) }
  }

  static func results(_ text: String) -> [ResultRecord] {
    [
      ResultRecord(stage: .raw, origin: .capture, text: text, model: "m 1"),
      ResultRecord(stage: .edited, origin: .capture, text: text + ".", source: 0),
      ResultRecord(
        stage: .delivered, origin: .capture, text: text + ".", deliveryRoute: "type",
        deliveryOutcome: "typed",
        source: 1),
    ]
  }

  static func record(_ number: Int) -> SessionRecord {
    SessionRecord(
      id: id(number), inputKind: .microphone, startedAt: 1_796_026_500_000 + Int64(number) * 1000,
      duration: .seconds(1), profile: "default", action: .localDictation, outcome: .delivered)
  }

  /// Stores a session, with audio unless `samples` is 0.
  static func store(
    _ number: Int, samples: Int, pinned: Bool = false, _ editor: borrowing HistoryEditor
  ) throws {
    var record = record(number)
    record.pinned = pinned
    if samples > 0 {
      let files = HistoryReader(folder: editor.folder).files(for: id(number))
      try Files.replace(files.audio, with: wave(samples: samples, value: UInt8(number)))
      record.audio = try editor.audioReference(for: id(number))
    }
    try editor.commit(record, results: results("Sentence \(number)"))
  }

  /// Sessions 1 to 6: 4 is pinned, 5 and 6 have no audio.
  static func fill(_ folder: String) throws {
    let editor = try HistoryEditor(folder: folder)
    for number in 1...6 { try store(number, samples: number < 5 ? 800 : 0, pinned: number == 4, editor) }
    for (name, text) in unknown { try Files.replace(folder + "/" + name, with: Array(text.utf8)) }
  }

  static let unknown = [("notes.txt", "mine"), ("x.partial.wav", "mine too"), (".arrivals-mine", "and this")]

  static func details(_ folder: String) throws -> [SessionID: SessionDetail] {
    var all: [SessionID: SessionDetail] = [:]
    try HistoryReader(folder: folder).each(SessionFilter()) { all[$0.record.id] = $0 }
    return all
  }
}
