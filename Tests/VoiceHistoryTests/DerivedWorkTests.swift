import Domain
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct DerivedWorkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let words = [
    TimedWord(text: "hello", start: .milliseconds(120), end: .milliseconds(480)),
    TimedWord(text: "\"wörld\"", start: .milliseconds(500), end: .milliseconds(2500)),
  ]

  @Test(arguments: Medium.allCases)
  func `all evidence of results and sessions comes back`(medium: Medium) async throws {
    let store = try await medium.open(folder)
    var record = sessionRecord(sessionID(1))
    record.target = "org.gnome.TextEditor"
    record.style = "formal"
    record.audioExpiry = AudioExpiry(time: 5, reason: .age)
    record.inputKind = .phone
    record.sourceSHA256 = "ab"
    let results = [
      ResultRecord(stage: .raw, origin: .capture, text: "hello", words: Self.words),
      ResultRecord(stage: .edited, origin: .capture, text: "Hello", source: 0, trace: "[1]", style: "clean"),
      ResultRecord(
        stage: .formatted, origin: .capture, text: "Hello.", source: 1, document: "{}", style: "formal",
        refiner: "ollama/gemma3:4b", promptRevision: "2026-11-30.1", verdict: "accepted", fallback: "none"),
    ]
    try await store.commit(record, results: results)
    let found = try #require(try await store.session(sessionID(1)))
    #expect(found.record == record && found.results == results)
    // A page has what a list shows, not what is heavy.
    let listed = try #require(try await store.sessions(limit: 1).sessions.first)
    #expect(listed.results.map(\.text) == results.map(\.text) && listed.results[2].refiner != nil)
    #expect(
      listed.results[0].words.isEmpty && listed.results[1].trace == nil && listed.results[2].document == nil)
  }

  @Test func `words that reach beyond the audio end with it, and cost no text`() async throws {
    let store = try await Medium.memory.open(folder)
    let late = [
      TimedWord(text: "a", start: .milliseconds(-5), end: .milliseconds(9000)),
      TimedWord(text: "b", start: .milliseconds(3000), end: .milliseconds(2000)),
    ]
    let result = ResultRecord(stage: .raw, origin: .capture, text: "a b", words: late)
    try await store.commit(sessionRecord(sessionID(1)), results: [result])
    #expect(
      try await store.session(sessionID(1))?.results[0].words == [
        TimedWord(text: "a", start: .zero, end: .milliseconds(2500)),
        TimedWord(text: "b", start: .milliseconds(2500), end: .milliseconds(2500)),
      ])
  }

  @Test(arguments: Medium.allCases)
  func `derived work is added behind what is there, which stays as it was`(medium: Medium) async throws {
    let store = try await medium.open(folder)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Hello"))
    let correction = ResultRecord(stage: .edited, origin: .correction, text: "Goodbye", source: 1)
    let delivered = ResultRecord(stage: .delivered, origin: .redelivery, text: "Goodbye", source: 4)
    try await store.append([correction, delivered], to: sessionID(1))
    #expect(try await store.session(sessionID(1))?.results == stages("Hello") + [correction, delivered])
    #expect(try await store.search("goodbye", limit: 5).sessions.count == 1)
    // Older derived work does not move a session up.
    try await store.commit(sessionRecord(sessionID(2, second: 1)), results: stages("Goodbye"))
    let found = try await store.search("goodbye", limit: 5).sessions.map(\.record.id)
    #expect(found == [sessionID(2, second: 1), sessionID(1)])
  }

  @Test func `derived work that fits nowhere is refused whole`() async throws {
    let store = try await Medium.memory.open(folder)
    let correction = ResultRecord(stage: .edited, origin: .correction, text: "x", source: 4)
    #expect(
      await historyError { try await store.append([correction], to: sessionID(1)) }?.code == .constraint)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Hello"))
    #expect(
      await historyError { try await store.append([correction], to: sessionID(1)) }?.code == .constraint)
    let many = Array(
      repeating: ResultRecord(stage: .edited, origin: .correction, text: "x", source: 1), count: 1020)
    try await store.append(many, to: sessionID(1))
    #expect(await historyError { try await store.append([many[0]], to: sessionID(1)) }?.code == .constraint)
    #expect(try await store.session(sessionID(1))?.results.count == 1024)
  }

  @Test func `sessions of one millisecond keep their order, in lists and searches`() async throws {
    let store = try await Medium.memory.open(folder)
    for number in 0..<6 {
      try await store.commit(
        sessionRecord(sessionID(number), startedAt: number < 3 ? 7000 : 0), results: stages("Word"))
    }
    let expected = [2, 1, 0, 5, 4, 3].map { sessionID($0) }
    #expect(try await store.sessions(limit: 10).sessions.map(\.record.id) == expected)
    var found: [SessionID] = []
    var before: SessionID?
    repeat {
      let page = try await store.search("word", limit: 2, before: before)
      found += page.sessions.map(\.record.id)
      before = page.next
    } while before != nil
    #expect(found == expected)
  }

  static let filters: [(SessionFilter, [Int])] = [
    (SessionFilter(), [4, 3, 2, 1]), (SessionFilter(profile: "pedal"), [3, 1]),
    (SessionFilter(target: "editor"), [2, 1]), (SessionFilter(profile: "pedal", target: "editor"), [1]),
    (SessionFilter(from: 2000), [4, 3, 2]), (SessionFilter(from: 2001), [4, 3]),
    (SessionFilter(until: 2000), [1]), (SessionFilter(until: 2001), [2, 1]),
    (SessionFilter(from: 2000, until: 4000), [3, 2]), (SessionFilter(from: 4000, until: 2000), []),
    (SessionFilter(profile: "none"), []), (SessionFilter(from: .max), []), (SessionFilter(until: .min), []),
  ]

  @Test(arguments: filters)
  func `filters hold for lists and searches`(filter: SessionFilter, expected: [Int]) async throws {
    let store = try await Medium.memory.open(folder)
    for number in 1...4 {
      var record = sessionRecord(sessionID(number), startedAt: Int64(number) * 1000)
      record.profile = number % 2 == 1 ? "pedal" : "default"
      record.target = number <= 2 ? "editor" : nil
      try await store.commit(record, results: stages("Word"))
    }
    let ids = expected.map { sessionID($0) }
    #expect(try await store.sessions(filter, limit: 10).sessions.map(\.record.id) == ids)
    #expect(try await store.search("word", filter, limit: 10).sessions.map(\.record.id) == ids)
  }

  @Test func `a history of version 1 keeps every session, and its searches`() async throws {
    let voice = folder.file("voice")
    try Files.makeFolder(voice)
    do {
      let old = try OtherConnection(voice + "/history.sqlite")
      try old.execute("PRAGMA journal_mode = WAL; \(Schema.migrations[0]); PRAGMA user_version = 1")
      for number in 1...20 {
        let id = sessionID(number, second: number / 2)
        try old.execute(
          """
          INSERT INTO voice_sessions (id, input_kind, started_at, duration_milliseconds, action, outcome)
            VALUES ('\(id)', 'microphone', \(id.startMilliseconds), 1000, 'localDictation', 'kept');
          INSERT INTO voice_results (session, ordinal, source, stage, origin, text) VALUES
            ('\(id)', 0, NULL, 'raw', 'capture', 'word \(number)'),
            ('\(id)', 1, 0, 'edited', 'capture', 'Word \(number)');
          """)
      }
    }
    // The reader meets it first.
    let reader = HistoryReader(folder: voice)
    let expected = (1...20).reversed().map { sessionID($0, second: $0 / 2) }
    #expect(try reader.sessions(limit: 50).sessions.map(\.record.id) == expected)
    let store = try await VoiceStore(folder: voice)
    #expect(try await store.search("word", limit: 50).sessions.map(\.record.id) == expected)
    #expect(try await store.session(sessionID(7, second: 3))?.results.map(\.text) == ["word 7", "Word 7"])
    try await store.append(
      [ResultRecord(stage: .edited, origin: .correction, text: "Mended", source: 1)],
      to: sessionID(7, second: 3))
    #expect(
      try await store.search("mended", limit: 50).sessions.map(\.record.id) == [sessionID(7, second: 3)])
    let other = try OtherConnection(voice + "/history.sqlite")
    try other.execute("INSERT INTO voice_text (voice_text) VALUES ('integrity-check')")
    #expect(try other.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
  }
}
