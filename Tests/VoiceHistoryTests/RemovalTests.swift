import Digests
import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct RemovalTests {
  let folder: TemporaryFolder
  var voice: String { folder.file("voice") }

  init() throws { folder = try TemporaryFolder() }

  private func audioNames() throws -> [String] {
    try Files.names(in: voice).filter { $0.hasSuffix(".wav") }
  }

  /// A session with audio of so many samples.
  private func store(
    _ editor: borrowing HistoryEditor, _ number: Int, samples: Int = 160, pinned: Bool = false
  ) throws {
    let id = sessionID(number, second: number)
    let files = SessionFiles(id: id, folder: voice)
    try Files.replace(files.audio, with: waveBytes(samples: samples))
    let audio = try AudioInspection.reference(files.audio, name: files.audioName)
    var record = sessionRecord(id, audio: audio)
    record.pinned = pinned
    try editor.commit(record, results: stages("Sentence \(number)"))
  }

  @Test func `a removed session leaves no row, no word and no file`() throws {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...3 { try store(editor, number) }
    #expect(try editor.remove([sessionID(2, second: 2)]).removed == 1)
    let reader = HistoryReader(folder: voice)
    #expect(try reader.session(sessionID(2, second: 2)) == nil)
    #expect(try reader.search("sentence", limit: 9).sessions.count == 2)
    #expect(try reader.search("2", limit: 9).sessions.isEmpty)
    #expect(try audioNames() == [1, 3].map { "\(sessionID($0, second: $0)).wav" })
    let other = try OtherConnection(voice + "/history.sqlite")
    try other.execute("INSERT INTO voice_text (voice_text) VALUES ('integrity-check')")
    #expect(try other.integer("SELECT count(*) FROM voice_removals") == 0)
    #expect(try editor.remove([sessionID(2, second: 2), sessionID(9)]).removed == 0)
    #expect(try editor.reconcile() == ReconciliationReport())
  }

  /// What is in the files of the database, as letters.
  private func letters() throws -> String {
    try Files.names(in: voice).filter { $0.hasPrefix("history.sqlite") }.map {
      String(decoding: try Files.read(voice + "/" + $0, limit: 100_000_000), as: UTF8.self)
    }.joined()
  }

  @Test func `no word of a removed session is left in any byte of the database and its log`() async throws {
    let daemon = try await VoiceStore(folder: voice)
    let editor = try HistoryEditor(folder: voice)
    // In many segments of the index, and in pages that were split and merged.
    for number in 100..<400 {
      try await daemon.commit(
        sessionRecord(sessionID(number, second: number)),
        results: stages(
          "Zq\(number)x secret\(number)word " + String(repeating: "common ", count: number % 50)))
    }
    #expect(try letters().contains("secret177word"))
    let gone = [103, 177, 300, 301, 399]
    #expect(try editor.remove(gone.map { sessionID($0, second: $0) }).wordsAreErased)
    // FTS5 keeps the beginning of a word only where it differs from the word before.
    let left = try letters()
    for number in gone {
      #expect(!left.contains("\(number)word") && !left.contains("q\(number)x"), "\(number)")
    }
    #expect(left.contains("secret178word"))
    #expect(try HistoryReader(folder: voice).search("secret178word", limit: 9).sessions.count == 1)
    #expect(!Files.exists(voice + "/history.sqlite.erasing"))
    let other = try OtherConnection(voice + "/history.sqlite")
    try other.execute("INSERT INTO voice_text (voice_text) VALUES ('integrity-check')")
  }

  @Test func `words that cannot be erased now, since somebody reads, are erased the next time`() async throws
  {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...20 { try store(editor, number) }
    do {
      let reader = try OtherConnection(voice + "/history.sqlite")
      try reader.execute("PRAGMA busy_timeout = 1; BEGIN; SELECT count(*) FROM voice_sessions")
      #expect(try !editor.remove([sessionID(7, second: 7)]).wordsAreErased)
    }
    #expect(try letters().contains("entence 7"))
    _ = try await VoiceRetention(folder: voice).run(RetentionPolicy(freeSpaceReserve: 0), active: [])
    #expect(try !letters().contains("entence 7"))
    #expect(!Files.exists(voice + "/history.sqlite.erasing"))
  }

  @Test func `audio without an entry is not taken for that of a session that is removed`() throws {
    let editor = try HistoryEditor(folder: voice)
    try Files.replace(SessionFiles(id: sessionID(1), folder: voice).audio, with: waveBytes(samples: 5))
    #expect(try editor.remove([sessionID(1)]).removed == 0)
    #expect(try audioNames() == ["\(sessionID(1)).wav"])
  }

  @Test func `a session whose audio another program holds is not removed`() async throws {
    let editor = try HistoryEditor(folder: voice)
    try store(editor, 1)
    let path = SessionFiles(id: sessionID(1, second: 1), folder: voice).audio
    do {
      let writer = try FileDescriptor.open(path, O_RDWR)
      try retrying("lock", path) { flock(writer.rawValue, LOCK_EX) }
      let report = try editor.remove([sessionID(1, second: 1)])
      #expect(report.removed == 0 && report.inUse == [sessionID(1, second: 1)])
      try writer.synchronize()
    }
    try await untilUnlocked(path)
    #expect(try editor.remove([sessionID(1, second: 1)]).removed == 1)
  }

  @Test func `a removal that cannot be committed gives the audio back`() throws {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...2 { try store(editor, number) }
    let other = try OtherConnection(voice + "/history.sqlite")
    try other.execute(
      "CREATE TRIGGER stop BEFORE DELETE ON voice_sessions BEGIN SELECT RAISE(ABORT, 'no'); END")
    let ids = (1...2).map { sessionID($0, second: $0) }
    #expect(throws: HistoryError.self) { try editor.remove(ids) }
    #expect(try audioNames() == ids.map { "\($0).wav" })
    #expect(try HistoryReader(folder: voice).sessions(limit: 9).sessions.count == 2)
    #expect(try editor.reconcile() == ReconciliationReport())
  }

  /// What a kill leaves: 1 after the rename, 2 after the commit, 3 after the file is gone.
  @Test(arguments: 1...3) func `a kill at any step of a removal leaves all of it or nothing`(step: Int) throws
  {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...2 { try store(editor, number) }
    let id = sessionID(1, second: 1)
    let files = SessionFiles(id: id, folder: voice)
    let other = try OtherConnection(voice + "/history.sqlite")
    let digest = SHA256.digest(of: try Files.read(files.audio, limit: 10_000))
    try Files.rename(files.audio, to: files.quarantine)
    if step >= 2 {
      try other.execute(
        """
        PRAGMA foreign_keys = ON; BEGIN; DELETE FROM voice_sessions WHERE id = '\(id)';
        INSERT INTO voice_removals VALUES ('\(id)', '\(digest)'); COMMIT
        """)
    }
    if step == 3 { unlink(files.quarantine) }
    let report = try editor.reconcile()
    #expect(report.restored == (step == 1 ? [id] : []))
    #expect(report.discarded == (step == 2 ? [id] : []))
    #expect(try HistoryReader(folder: voice).session(id) == nil ? step > 1 : step == 1)
    #expect(try audioNames().count == (step == 1 ? 2 : 1))
    #expect(try other.integer("SELECT count(*) FROM voice_removals") == 0)
    #expect(try editor.reconcile() == ReconciliationReport())
  }

  @Test func `other audio under a quarantine name comes back as a recovered session`() throws {
    let editor = try HistoryEditor(folder: voice)
    let files = SessionFiles(id: sessionID(1), folder: voice)
    try Files.replace(files.quarantine, with: waveBytes(samples: 99))
    let other = try OtherConnection(voice + "/history.sqlite")
    try other.execute("INSERT INTO voice_removals VALUES ('\(sessionID(1))', 'another')")
    let report = try editor.reconcile()
    #expect(report.restored == [sessionID(1)] && report.recovered == [sessionID(1)])
    #expect(try Files.read(files.audio, limit: 10_000) == waveBytes(samples: 99))
    #expect(try editor.reconcile() == ReconciliationReport())
  }

  @Test(arguments: [false, true])
  func `clearing takes everything, pinned sessions only when asked, and erases the words`(pinnedToo: Bool)
    throws
  {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...450 { try store(editor, number, pinned: number == 7) }
    try Files.replace(voice + "/notes.txt", with: [1])
    let report = try editor.clear(pinnedToo: pinnedToo)
    #expect(report.removed == (pinnedToo ? 450 : 449) && report.pinnedKept == (pinnedToo ? 0 : 1))
    #expect(try audioNames().count == report.pinnedKept)
    #expect(Files.exists(voice + "/notes.txt"))
    let bytes = try Files.read(voice + "/history.sqlite", limit: 100_000_000)
    #expect(String(decoding: bytes, as: UTF8.self).contains("entence") == !pinnedToo)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("entence 8"))
    #expect(try editor.reconcile() == ReconciliationReport())
  }

  @Test func `clearing that was interrupted is gone on with, and what came meanwhile stays`() async throws {
    do {
      let editor = try HistoryEditor(folder: voice)
      for number in 1...3 { try store(editor, number) }
      let other = try OtherConnection(voice + "/history.sqlite")
      // Killed right after it had begun.
      try other.execute("INSERT INTO voice_clearing SELECT 1, max(position), 0 FROM voice_sessions")
      try store(editor, 4)
    }
    let store = try await VoiceStore(folder: voice)
    let report = try await store.reconcile(active: [])
    #expect(report.cleared == 3 && !report.isUnchanged)
    #expect(try await store.sessions(limit: 9).sessions.map(\.record.id) == [sessionID(4, second: 4)])
    #expect(try await store.reconcile(active: []) == ReconciliationReport())
  }

  @Test func `pinning is said of sessions that are there only`() throws {
    let editor = try HistoryEditor(folder: voice)
    try store(editor, 1)
    let id = sessionID(1, second: 1)
    #expect(try editor.pin(id, true) && HistoryReader(folder: voice).session(id)?.record.pinned == true)
    #expect(try editor.pin(id, false) && HistoryReader(folder: voice).session(id)?.record.pinned == false)
    #expect(try !editor.pin(sessionID(9), true))
  }

  @Test func `retention takes audio, oldest first, and leaves texts and times`() async throws {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...4 { try store(editor, number, pinned: number == 2) }
    let retention = VoiceRetention(folder: voice)
    let policy = RetentionPolicy(mostRecordings: 2, mostBytes: nil, freeSpaceReserve: 0)
    let report = try await retention.run(policy, active: [])
    #expect(report.expired.map(\.id) == [1, 3].map { sessionID($0, second: $0) })
    #expect(report.freedBytes == 2 * (44 + 320))
    let reader = HistoryReader(folder: voice)
    let gone = try #require(try reader.session(sessionID(1, second: 1)))
    #expect(gone.record.audio == nil && gone.record.audioExpiry?.reason == .count && !gone.audioIsMissing)
    #expect(gone.results == stages("Sentence 1") && gone.record.duration == .milliseconds(2500))
    #expect(try audioNames() == [2, 4].map { "\(sessionID($0, second: $0)).wav" })
    #expect(try await retention.run(policy, active: []) == RetentionReport())
    #expect(try editor.reconcile() == ReconciliationReport())
    try await retention.check()
  }

  @Test
  func
    `a recovered recording goes a day after it was found to be silent, and never before its words are known`()
    async throws
  {
    let editor = try HistoryEditor(folder: voice)
    for number in 1...5 {
      try Files.replace(
        SessionFiles(id: sessionID(number), folder: voice).partialAudio, with: waveBytes(samples: 16_000))
    }
    let store = try await VoiceStore(folder: voice)
    #expect(try await store.reconcile(active: []).recovered.count == 5)
    #expect(try await store.sessionsWaitingForWords(limit: 9) == (1...5).reversed().map { sessionID($0) })
    try editor.append(
      [ResultRecord(stage: .raw, origin: .retranscription, text: "Found")], to: sessionID(1))
    let connection = try HistoryDatabase.attach(folder: voice)
    var recovered = RecoveredSessions(connection: connection)
    let start = recovered.now
    try recovered.conclude(sessionID(2), .noSpeech)
    try recovered.conclude(sessionID(3), .noSpeech)
    _ = try editor.pin(sessionID(3), true)
    try recovered.conclude(sessionID(4), .failed(code: "speech.workerCrashed"))
    // It has a text: nothing is concluded.
    recovered.now += 1
    try recovered.conclude(sessionID(1), .noSpeech)
    #expect(try await store.sessionsWaitingForWords(limit: 9) == [sessionID(5)])

    var retention = Retention(connection: connection, folder: voice)
    retention.policy = RetentionPolicy(mostBytes: nil, freeSpaceReserve: 0)
    retention.now = start + 24 * 3_600_000 - 1
    #expect(try retention.run(active: []) == RetentionReport())
    retention.now += 1
    #expect(try retention.run(active: []).expired.map(\.id) == [sessionID(2)])
    let silent = try #require(try HistoryReader(folder: voice).session(sessionID(2))).record
    #expect(silent.outcome == .noSpeech && silent.audioExpiry?.reason == .recovery)
    // A century later, with every limit against it: the one whose words nobody knows is there.
    retention.now += 100 * 365 * 24 * 3_600_000
    retention.policy = RetentionPolicy(
      longestAge: .zero, mostRecordings: 0, mostBytes: 0, freeSpaceReserve: .max)
    #expect(try retention.run(active: []).expired.map(\.id) == [1, 4].map { sessionID($0) })
    #expect(try audioNames() == [3, 5].map { "\(sessionID($0)).wav" })
  }

  @Test func `statistics count what there is`() throws {
    #expect(try HistoryReader(folder: voice).statistics() == HistoryStatistics())
    let editor = try HistoryEditor(folder: voice)
    for number in 1...3 { try store(editor, number, pinned: number == 2) }
    let found = try HistoryReader(folder: voice).statistics()
    #expect(found.sessions == 3 && found.results == 12 && found.pinned == 1 && found.recordings == 3)
    #expect(found.audioBytes == 3 * (44 + 320) && found.duration == .milliseconds(7500))
    #expect(found.oldest == sessionID(1, second: 1) && found.newest == sessionID(3, second: 3))
    #expect(found.outcomes == ["delivered": 3] && found.databaseBytes > 0 && found.missingAudio == 0)
  }
}
