internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// What must hold of a history after anything.
struct Judge {
  let operation: Operation
  let base: String
  private let before: [SessionID: SessionDetail]

  struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  init(_ operation: Operation, _ base: String) throws {
    self.operation = operation
    self.base = base
    // A copy is read, so that a base of version 1 stays one.
    let copy = base + "-read"
    guard shell("rm -rf '\(copy)' && cp -a '\(base)' '\(copy)'").status == 0 else {
      fail("no copy of \(base)")
    }
    _ = try HistoryEditor(folder: copy + "/voice").reconcile()
    before = try World.details(copy + "/voice")
  }

  func check(_ work: String, isDone: Bool) throws {
    let voice = work + "/voice"
    let spoken = try samplesOnDisk(voice)
    do {
      let editor = try HistoryEditor(folder: voice)
      try expect(
        editor.openingReport.preserved.isEmpty || operation == .salvage, "the database was taken for damaged")
      let first = try editor.reconcile()
      try expect(first.failed.isEmpty, "reconciliation failed: \(first)")
      let second = try editor.reconcile()
      try expect(second.isUnchanged && second.failed.isEmpty, "a second reconciliation changed: \(second)")
    }
    try checkDatabase(voice)
    let after = try World.details(voice)
    try checkFiles(voice, after)
    try checkOperation(work, after, isDone, spoken)
  }

  private func expect(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw Wrong(description: what()) }
  }

  private func checkDatabase(_ voice: String) throws {
    let answer = shell(
      """
      sqlite3 '\(voice)/history.sqlite' 'PRAGMA integrity_check; PRAGMA foreign_key_check; SELECT count(*) FROM voice_removals;
      SELECT count(*) FROM voice_clearing; INSERT INTO voice_text (voice_text) VALUES ("integrity-check")' 2>&1
      """)
    try expect(answer.output == "ok\n0\n0\n", "the database is not sound: \(answer.output)")
  }

  /// Every file is known, every recording is owned by a session that names its digest, and what is not ours is as it was.
  private func checkFiles(_ voice: String, _ after: [SessionID: SessionDetail]) throws {
    let known = Set(["history.sqlite", "history.sqlite-wal", "history.sqlite-shm"] + World.unknown.map(\.0))
    for name in try Files.names(in: voice) where !known.contains(name) && !name.contains(".corrupt-") {
      let id = SessionID(rawValue: String(name.dropLast(4)))
      try expect(name.hasSuffix(".wav") && id != nil, "\(name) was left behind")
      let digest = try SHA256.digest(ofFile: voice + "/" + name).digest
      let owner = id.flatMap { after[$0] }?.record.audio?.sha256
      try expect(owner == digest, "\(name) belongs to nobody")
    }
    for (name, text) in World.unknown {
      try expect(
        try Files.read(voice + "/" + name, limit: 100) == Array(text.utf8), "\(name) was touched")
    }
    for session in after.values where session.record.audio != nil {
      try expect(!session.audioIsMissing, "the audio of \(session.record.id) is missing")
    }
  }

  private func samplesOnDisk(_ voice: String) throws -> Int {
    let files = HistoryReader(folder: voice).files(for: World.id(7))
    for path in [files.partialAudio, files.audio] where Files.exists(path) {
      return max(0, (try Files.read(path, limit: 1 << 20).count - 44) / 2)
    }
    return 0
  }

  private func checkOperation(
    _ work: String, _ after: [SessionID: SessionDetail], _ isDone: Bool, _ spoken: Int
  ) throws {
    switch operation {
    case .finalise:
      try expectSame(after, except: [World.id(7)])
      let new = after[World.id(7)]
      try expect(!isDone || new?.results == World.results("Sentence 7"), "the text was lost")
      try expect(spoken == 0 || new != nil, "\(spoken) samples were lost")
      if let new { try expect(new.record.audio?.samples == spoken, "samples were lost: \(new.record)") }
    case .append:
      try expectSame(after, except: [World.id(1)])
      let results = after[World.id(1)]?.results ?? []
      try expect(results.starts(with: World.results("Sentence 1")), "a text was lost")
      try expect(results.count == 4 || (!isDone && results.count == 3), "the correction was lost")
    case .delete: try expectGone([2, 3], after, isDone, work)
    case .retention: try checkRetention(after, isDone)
    case .migrate, .salvage, .reconcile: try expectSame(after)
    case .importArchive:
      let ids = (11...14).map { World.id($0) }
      try expectSame(after, except: Set(ids))
      let found = ids.filter { after[$0] != nil }.count
      try expect(found == 4 || (!isDone && found == 0), "\(found) of 4 sessions were imported")
    case .importRecording:
      try expectSame(after, except: [World.id(7)])
      try expect(!isDone || after[World.id(7)] != nil, "the recording was lost")
      try checkImportedAgain(voice: work + "/voice")
    case .exportArchive:
      try expectSame(after)
      try checkArchive(work, isDone)
    case .clear:
      let kept = [World.id(4)]
      try expect(
        after.count == kept.count || (!isDone && after.count == before.count),
        "\(after.count) sessions are left")
      try expect(after[World.id(4)] == before[World.id(4)], "the pinned session was lost")
    }
  }

  private func checkRetention(_ after: [SessionID: SessionDetail], _ isDone: Bool) throws {
    for (id, session) in before { try expect(after[id]?.results == session.results, "a text was lost") }
    let gone = [World.id(1), World.id(2)].filter { after[$0]?.record.audio == nil }.count
    try expect(gone == 2 || (!isDone && gone == 0), "\(gone) of 2 recordings are gone")
    try expectSame(after, except: [World.id(1), World.id(2)])
  }

  /// Whatever the first import has come to, after a second one the recording is there once and whole.
  private func checkImportedAgain(voice: String) throws {
    let editor = try HistoryEditor(folder: voice)
    try Operation.importRecording(editor)
    let report = try editor.reconcile()
    try expect(report.isUnchanged, "reconciliation had work after an import: \(report)")
    let after = try World.details(voice)
    try expectSame(after, except: [World.id(7)])
    let imported = after[World.id(7)]
    try expect(imported?.results == World.results("Sentence 7"), "the text of the recording was lost")
    try expect(
      imported?.record.audio?.samples == 1200, "the sound is \(String(describing: imported?.record.audio))")
    try checkFiles(voice, after)
  }

  private func checkArchive(_ work: String, _ isDone: Bool) throws {
    guard Files.exists(work + "/exported") else { return try expect(!isDone, "there is no archive") }
    let report = try HistoryEditor(folder: work + "/imported").importArchive(work + "/exported")
    try expect(report.sessions == before.count, "the archive has \(report.sessions) sessions")
  }

  private func expectGone(
    _ numbers: [Int], _ after: [SessionID: SessionDetail], _ isDone: Bool, _ work: String
  ) throws {
    let ids = numbers.map { World.id($0) }
    try expectSame(after, except: Set(ids))
    let left = ids.filter { after[$0] != nil }
    if left.isEmpty { try expectErased(numbers, work + "/voice") }
    try expect(left.isEmpty || (!isDone && left.count == ids.count), "half of a removal was done")
    for id in left { try expect(after[id] == before[id], "\(id) changed") }
  }

  /// Not even an unused byte of the database says what was removed.
  private func expectErased(_ numbers: [Int], _ voice: String) throws {
    for name in try Files.names(in: voice) where name.hasPrefix("history.sqlite") {
      let letters = String(decoding: try Files.read(voice + "/" + name, limit: 1 << 26), as: UTF8.self)
      for number in numbers {
        try expect(!letters.contains("Sentence \(number)"), "\(name) says what session \(number) was")
      }
    }
  }

  /// The other sessions are as they were, to the last byte of their audio.
  private func expectSame(_ after: [SessionID: SessionDetail], except: Set<SessionID> = []) throws {
    for (id, session) in before where !except.contains(id) {
      var found = after[id]
      // When a recovered one is due depends on when it was recovered.
      if session.record.recovery != nil { found?.record.audioExpiry = session.record.audioExpiry }
      try expect(found == session, "\(id) is \(String(describing: found)), and was \(session)")
    }
    let more = Set(after.keys).subtracting(before.keys).subtracting(except)
    try expect(more.isEmpty, "\(more) came from nowhere")
  }
}
