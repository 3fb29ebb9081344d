internal import Audio
internal import Domain
internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// What may be interrupted.
enum Operation: String, CaseIterable {
  /// A recording is written, gets its final name, and is stored with its texts.
  case finalise
  case append
  case delete
  case retention
  case migrate
  /// A damaged database is put aside, and what can be read of it is brought into a new one.
  case salvage
  case importArchive
  case importRecording
  case exportArchive
  case clear
  case reconcile

  /// Prepares `base/voice` and what else it needs.
  func prepare(_ base: String) throws {
    let voice = base + "/voice"
    try Files.makeFolder(voice)
    switch self {
    case .migrate: try prepareVersion1(voice)
    case .salvage:
      try World.fill(voice)
      try World.damageIndex(voice + "/history.sqlite")
    case .importArchive:
      try World.fill(voice)
      let editor = try HistoryEditor(folder: base + "/other")
      for number in 11...14 { try World.store(number, samples: number < 14 ? 500 : 0, editor) }
      _ = try HistoryReader(folder: base + "/other").exportArchive(to: base + "/archive")
    case .reconcile:
      try World.fill(voice)
      let reader = HistoryReader(folder: voice)
      try Files.replace(reader.files(for: World.id(8)).partialAudio, with: World.wave(samples: 700, value: 8))
      try Files.replace(reader.files(for: World.id(9)).partialAudio, with: [])
      let second = reader.files(for: World.id(2)).audio
      try Files.rename(second, to: second.replacing(".wav", with: ".removed.wav"))
      try Files.makeFolder(voice + "/.arrivals-0123456789abcdef")
      try Files.rename(
        reader.files(for: World.id(1)).audio,
        to: "\(voice)/.arrivals-0123456789abcdef/\(World.id(1)).wav")
    default: try World.fill(voice)
    }
  }

  private func prepareVersion1(_ voice: String) throws {
    let fixture = Files.parent(of: Files.parent(of: #filePath)) + "/Fixtures/history/version1.sql"
    var rows = ""
    for number in 1...6 {
      let id = World.id(number)
      rows += """
        INSERT INTO voice_sessions (id, input_kind, started_at, duration_milliseconds, action, outcome)
          VALUES ('\(id)', 'microphone', \(1_796_026_500_000 + number * 1000), 1000, 'localDictation', 'kept');
        INSERT INTO voice_results (session, ordinal, source, stage, origin, text) VALUES
          ('\(id)', 0, NULL, 'raw', 'capture', 'sentence \(number)'),
          ('\(id)', 1, 0, 'edited', 'capture', 'Sentence \(number)');

        """
    }
    try Files.replace(voice + ".sql", with: Array(rows.utf8))
    let database = voice + "/history.sqlite"
    let made = shell(
      "(echo 'PRAGMA journal_mode = WAL;'; cat '\(fixture)' '\(voice).sql') | sqlite3 '\(database)' 2>&1")
    guard made.status == 0 else { fail(made.output) }
    for (name, text) in World.unknown { try Files.replace(voice + "/" + name, with: Array(text.utf8)) }
  }

  /// Does it, in a copy of the base.
  func act(_ work: String) throws {
    let voice = work + "/voice"
    switch self {
    case .finalise: try Self.finalise(voice)
    case .exportArchive: _ = try HistoryReader(folder: voice).exportArchive(to: work + "/exported")
    default:
      let editor = try HistoryEditor(folder: voice)
      switch self {
      case .append:
        let correction = ResultRecord(stage: .edited, origin: .correction, text: "Mended", source: 1)
        try editor.append([correction], to: World.id(1))
      case .delete: _ = try editor.remove([World.id(2), World.id(3)])
      case .retention:
        _ = try editor.applyRetention(
          RetentionPolicy(mostRecordings: 2, mostBytes: nil, freeSpaceReserve: 0))
      case .importArchive: _ = try editor.importArchive(work + "/archive")
      case .clear: _ = try editor.clear(pinnedToo: false)
      case .reconcile:
        let report = try editor.reconcile()
        if let failure = report.failed.first { throw failure.error }
      case .importRecording: try Self.importRecording(editor)
      case .finalise, .exportArchive, .migrate, .salvage: break
      }
    }
  }

  /// The digest of the file that `importRecording` imports.
  static let source = String(repeating: "5", count: 64)

  /// As `hwctl history import FILE` does: nothing, where the file is known.
  static func importRecording(_ editor: borrowing HistoryEditor) throws {
    if try editor.session(importedFrom: source) != nil { return }
    var record = World.record(7)
    record.inputKind = .file
    record.sourceSHA256 = source
    let outcome = try editor.importRecording(record, results: World.results("Sentence 7")) {
      path, finalPath in
      var writer = try AudioFileWriter(path: path)
      for value in 1...3 { try writer.append([Int16](repeating: Int16(value), count: 400)) }
      _ = try writer.finish(as: finalPath)
    }
    _ = try outcome.get()
  }

  private static func finalise(_ voice: String) throws {
    let files = HistoryReader(folder: voice).files(for: World.id(7))
    var writer = try AudioFileWriter(path: files.partialAudio)
    for value in 1...3 { try writer.append([Int16](repeating: Int16(value), count: 400)) }
    let finished = try writer.finish(as: files.audio)
    let editor = try HistoryEditor(folder: voice)
    var record = World.record(7)
    record.audio = try editor.audioReference(for: World.id(7))
    try editor.commit(record, results: World.results("Sentence 7"))
    withExtendedLifetime(finished) {}
  }
}
