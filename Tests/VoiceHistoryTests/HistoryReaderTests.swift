import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct HistoryReaderTests {
  let folder: TemporaryFolder
  var voice: String { folder.file("voice") }

  init() throws { folder = try TemporaryFolder() }

  @Test func `without a history the reader finds nothing and makes nothing`() throws {
    let reader = HistoryReader(folder: voice)
    #expect(try reader.sessions(limit: 10) == SessionPage())
    #expect(try reader.search("word", limit: 10) == SessionPage())
    #expect(try reader.session(sessionID(1)) == nil)
    #expect(try folder.names() == [])
    try Files.makeFolder(voice)
    #expect(try reader.sessions(limit: 10) == SessionPage())
    #expect(try Files.names(in: voice) == [])
    // Made by a daemon that ended before its first migration.
    try Files.replace(voice + "/history.sqlite", with: [])
    #expect(try reader.sessions(limit: 10) == SessionPage())
  }

  @Test func `with no daemon the reader finds what was committed, in files that stay 0600`() async throws {
    try await VoiceStore(folder: voice).commit(sessionRecord(sessionID(1)), results: stages("Foot pedal"))
    let reader = HistoryReader(folder: voice)
    #expect(try reader.sessions(limit: 10).sessions.map(\.results) == [stages("Foot pedal")])
    #expect(try reader.search("pedal", limit: 10).sessions.count == 1)
    #expect(try reader.session(sessionID(1))?.record == sessionRecord(sessionID(1)))
    for name in try Files.names(in: voice) {
      #expect(TemporaryFolder.mode(voice + "/" + name) == 0o600, "\(name)")
    }
    // And the next daemon is not disturbed.
    try await VoiceStore(folder: voice).commit(sessionRecord(sessionID(2)), results: [])
    #expect(try reader.sessions(limit: 10).sessions.count == 2)
  }

  @Test func `beside a writing store the reader sees whole sessions only, and each soon`() async throws {
    let store = try await VoiceStore(folder: voice)
    let reader = HistoryReader(folder: voice)
    async let writing: Void = {
      for number in 0..<60 {
        try await store.commit(sessionRecord(sessionID(number)), results: stages("Sentence \(number)"))
      }
    }()
    var last = 0
    for _ in 0..<60 {
      let page = try reader.sessions(limit: 100)
      #expect(page.sessions.allSatisfy { $0.results.count == 4 } && page.isolated.isEmpty)
      #expect(page.sessions.count >= last)
      last = page.sessions.count
    }
    try await writing
    #expect(try reader.sessions(limit: 100).sessions.count == 60)
    #expect(try reader.search("sentence", limit: 100).sessions.count == 60)
  }

  @Test func `two stores write to one history without losing a session`() async throws {
    let first = try await VoiceStore(folder: voice)
    let second = try await VoiceStore(folder: voice)
    async let odd: Void = {
      for number in 0..<40 {
        try await first.commit(sessionRecord(sessionID(number * 2 + 1)), results: stages("Odd"))
      }
    }()
    for number in 0..<40 {
      try await second.commit(sessionRecord(sessionID(number * 2)), results: stages("Even"))
    }
    try await odd
    #expect(try await first.sessions(limit: 500).sessions.count == 80)
    #expect(try await second.search("odd", limit: 500).sessions.count == 40)
  }

  @Test func `another process that holds the database makes it locked, and nothing is taken for damage`()
    async throws
  {
    let store = try await Medium.file.open(folder)
    let other = try OtherConnection(store.folder + "/history.sqlite")
    try other.execute("BEGIN IMMEDIATE")
    try await store.setBusyTimeout(milliseconds: 1)
    let refused = await historyError { try await store.commit(sessionRecord(sessionID(1)), results: []) }
    #expect(refused?.code == .locked)
    #expect(
      refused?.message.hasSuffix("See who has it open: fuser -v '\(store.folder)/history.sqlite'") == true)
    #expect(try await store.sessions(limit: 1) == SessionPage())
    try other.execute("ROLLBACK")
    try await store.commit(sessionRecord(sessionID(1)), results: [])
  }

  @Test func `a writer killed in mid-transaction leaves the sessions before it and nothing half`()
    async throws
  {
    let store = try await VoiceStore(folder: voice)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Before"))
    // What a kill leaves on disk is what stands there while the transaction is open: copy it.
    let other = try OtherConnection(voice + "/history.sqlite")
    try other.execute(
      """
      PRAGMA cache_size = 1; BEGIN IMMEDIATE;
      INSERT INTO voice_sessions (id, input_kind, started_at, duration_milliseconds, action, outcome)
        VALUES ('\(sessionID(2))', 'microphone', 0, 0, 'localDictation', 'kept');
      INSERT INTO voice_results (session, ordinal, stage, origin, text)
        VALUES ('\(sessionID(2))', 0, 'raw', 'capture', hex(zeroblob(200000)));
      """)
    let copy = folder.file("copy")
    try Files.makeFolder(copy)
    for name in ["history.sqlite", "history.sqlite-wal"] {
      try Files.replace(copy + "/" + name, with: try Files.read(voice + "/" + name, limit: 10_000_000))
    }
    let found = try await VoiceStore(folder: copy)
    #expect(found.openingReport.preserved == [])
    #expect(try await found.sessions(limit: 10).sessions.map(\.results) == [stages("Before")])
  }
}

extension VoiceStore {
  fileprivate func setBusyTimeout(milliseconds: Int) throws {
    try current().execute("PRAGMA busy_timeout = \(milliseconds)")
  }
}
