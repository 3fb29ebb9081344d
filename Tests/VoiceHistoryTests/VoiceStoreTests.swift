import Domain
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// Where a store of these tests keeps its rows; the same tests run over both.
enum Medium: CaseIterable, CustomTestStringConvertible {
  case memory, file
  var testDescription: String { self == .memory ? "in memory" : "in a file" }

  func open(_ folder: TemporaryFolder) async throws -> VoiceStore {
    switch self {
    case .file: return try await VoiceStore(folder: folder.file("voice"))
    case .memory:
      return try await VoiceStore(folder: folder.path) { () throws(HistoryError) in
        (try HistoryDatabase.openInMemory(), OpeningReport())
      }
    }
  }
}

@Suite struct VoiceStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Medium.allCases)
  func `a session comes back with all its stages, links and evidence`(medium: Medium) async throws {
    let store = try await medium.open(folder)
    let id = sessionID(1)
    let audio = AudioReference(name: id.rawValue + ".wav", sha256: "ab", bytes: 44, samples: 0)
    var record = sessionRecord(id, audio: audio)
    record.pinned = true
    record.recovery = .interrupted
    try await store.commit(record, results: stages("Hello World"))
    let detail = try #require(try await store.session(id))
    #expect(detail.record == record)
    #expect(detail.results == stages("Hello World"))
    #expect(detail.text == "Hello World.")
    #expect(!detail.audioIsMissing)
    #expect(try await store.session(sessionID(2)) == nil)
  }

  @Test(arguments: Medium.allCases)
  func `sessions without optional values and without results are kept too`(medium: Medium) async throws {
    let store = try await medium.open(folder)
    for (number, outcome) in SessionOutcome.allCases.enumerated() {
      let id = sessionID(number)
      let record = SessionRecord(
        id: id, inputKind: .file, startedAt: 0, duration: .zero, action: .none, outcome: outcome,
        failureCode: outcome == .failed ? "x" : nil)
      try await store.commit(record, results: [])
      let detail = try #require(try await store.session(id))
      #expect(detail.record == record && detail.results == [] && detail.text == nil)
    }
  }

  @Test(arguments: Medium.allCases)
  func `pages are newest first, meet without gap or overlap, and end`(medium: Medium) async throws {
    let store = try await medium.open(folder)
    // Three in one second, told apart by their milliseconds and not by their random digits.
    let ids = (0..<7).map { sessionID(100 - $0, second: $0 / 3) }
    for (number, id) in ids.enumerated() {
      let time = id.startMilliseconds + Int64(number)
      try await store.commit(sessionRecord(id, startedAt: time), results: stages("Word \(number)"))
    }
    var found: [SessionID] = []
    var sizes: [Int] = []
    var before: SessionID?
    repeat {
      let page = try await store.sessions(limit: 3, before: before)
      found += page.sessions.map(\.record.id)
      sizes.append(page.sessions.count)
      before = page.next
    } while before != nil
    #expect(found == ids.reversed())
    #expect(sizes == [3, 3, 1])
    #expect(
      try await store.search("word", limit: 2, before: ids[4]).sessions.map(\.record.id) == [ids[3], ids[2]])
  }

  @Test func `a page of the exact size has no next, and odd limits count as the nearest allowed`()
    async throws
  {
    let store = try await Medium.memory.open(folder)
    for number in 0..<3 { try await store.commit(sessionRecord(sessionID(number)), results: []) }
    #expect(try await store.sessions(limit: 3).next == nil)
    #expect(try await store.sessions(limit: 2).next == sessionID(1))
    #expect(try await store.sessions(limit: 0).sessions.count == 1)
    #expect(try await store.sessions(limit: .max).sessions.count == 3)
  }

  @Test(arguments: Medium.allCases)
  func `a refused commit leaves nothing behind, its search index included`(medium: Medium) async throws {
    let store = try await medium.open(folder)
    let id = sessionID(1)
    var results = stages("Secret words")
    results[3].source = 3
    let error = await historyError { try await store.commit(sessionRecord(id), results: results) }
    #expect(error?.code == .constraint)
    #expect(try await store.session(id) == nil)
    #expect(try await store.search("secret", limit: 10).sessions.isEmpty)
    try await store.commit(sessionRecord(id), results: stages("Secret words"))
    #expect(try await store.search("secret", limit: 10).sessions.count == 1)
  }

  @Test func `what contradicts itself or an earlier session is refused`() async throws {
    let store = try await Medium.memory.open(folder)
    let id = sessionID(1)
    try await store.commit(sessionRecord(id), results: [])
    #expect(
      await historyError { try await store.commit(sessionRecord(id), results: []) }?.code == .constraint)
    let other = AudioReference(name: id.rawValue + ".wav", sha256: "", bytes: 0, samples: 0)
    let foreign = sessionRecord(sessionID(2), audio: other)
    #expect(await historyError { try await store.commit(foreign, results: []) }?.code == .constraint)
    var failed = sessionRecord(sessionID(3), outcome: .failed)
    failed.failureCode = nil
    #expect(await historyError { try await store.commit(failed, results: []) }?.code == .constraint)
    var negative = sessionRecord(sessionID(4))
    negative.duration = .milliseconds(-1)
    #expect(await historyError { try await store.commit(negative, results: []) }?.code == .constraint)
    var early = stages("a")
    early[0].source = -1
    #expect(
      await historyError { try await store.commit(sessionRecord(sessionID(5)), results: early) }?.code
        == .constraint)
    #expect(try await store.sessions(limit: 10).sessions.count == 1)
  }

  @Test func `texts with a NUL, quotes and emoji come back byte for byte`() async throws {
    let store = try await Medium.file.open(folder)
    let text = "a\u{0}b 'c' \"d\" \u{1F600} e\u{301}; DROP TABLE voice_results"
    let results = [ResultRecord(stage: .raw, origin: .capture, text: text)]
    try await store.commit(sessionRecord(sessionID(1)), results: results)
    #expect(try await store.session(sessionID(1))?.results[0].text.utf8.elementsEqual(text.utf8) == true)
  }

  @Test func `the folder is 0700 and every file 0600 whatever the umask, and closed files stay so`()
    async throws
  {
    let voice = folder.file("voice")
    try Files.makeFolder(voice)
    try Files.replace(voice + "/history.sqlite", with: [])
    try setMode(voice, 0o755)
    try setMode(voice + "/history.sqlite", 0o644)
    let store = try await VoiceStore(folder: voice)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Words"))
    #expect(TemporaryFolder.mode(voice) == 0o700)
    let names = try Files.names(in: voice)
    #expect(names == ["history.sqlite", "history.sqlite-shm", "history.sqlite-wal"])
    for name in names { #expect(TemporaryFolder.mode(voice + "/" + name) == 0o600, "\(name)") }
  }

  @Test func `ids have the time in UTC, sort by time, and give it back`() {
    let cases: [(Int64, String)] = [
      (0, "19700101T000000Z"), (951_782_399_999, "20000228T235959Z"), (951_782_400_000, "20000229T000000Z"),
      (951_868_800_000, "20000301T000000Z"), (1_796_026_502_123, "20261130T081502Z"),
      (4_107_542_399_000, "21000228T235959Z"), (4_107_542_400_000, "21000301T000000Z"),
      (253_402_300_799_999, "99991231T235959Z"),
    ]
    for (time, text) in cases {
      let id = VoiceStore.makeSessionID(atUnixMilliseconds: time, random: 0xab)
      #expect(id.rawValue == text + "-000000ab")
      #expect(id.startMilliseconds == time / 1000 * 1000)
    }
    #expect(
      VoiceStore.makeSessionID(atUnixMilliseconds: -5, random: 0).rawValue == "19700101T000000Z-00000000")
    #expect(VoiceStore.makeSessionID() != VoiceStore.makeSessionID())
  }

  @Test func `the files of a session are named by its id alone, and no other name is taken for one`() throws {
    let id = sessionID(0x4f9c_2a17)
    let files = SessionFiles(id: id, folder: "/h")
    #expect(files.partialAudio == "/h/\(id).partial.wav")
    #expect(files.audio == "/h/\(id).wav")
    #expect(SessionFiles.parse(files.audioName)?.kind == .audio)
    #expect(SessionFiles.parse(files.partialAudioName)?.kind == .partial)
    for name in [
      "notes.wav", "x\(id).wav", "\(id).WAV", "\(id).wav.bak", "\(id)", "\(id).partial.partial.wav",
    ] {
      #expect(SessionFiles.parse(name) == nil, "\(name)")
    }
  }
}
