import Domain
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct HistorySearchTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let expressions: [(String, String?)] = [
    ("pedal", #""pedal"*"#), ("foot pedal", #""foot" "pedal"*"#), ("  foot\t\n pedal ", #""foot" "pedal"*"#),
    (#"say "hello""#, #""say" """hello"""*"#), ("a AND b", #""a" "AND" "b"*"#), ("text:x", #""text:x"*"#),
    ("foo*", #""foo*"*"#), ("-foot", #""-foot"*"#), ("(x) ^y", #""(x)" "^y"*"#), ("a\u{0}b", #""a" "b"*"#),
    ("good - bye", #""good" "bye"*"#), ("", nil), ("   ", nil), ("\"", nil), ("!? ... --", nil), ("😀", nil),
    ("\"\"", nil), ("É", #""É"*"#), ("42", #""42"*"#),
  ]

  @Test(arguments: expressions)
  func `what is typed becomes quoted words with an unfinished last one`(text: String, expected: String?) {
    #expect(SearchQuery(text)?.expression == expected)
  }

  @Test func `only the first 64 words count`() {
    let words = Array(repeating: "a", count: 100).joined(separator: " ")
    #expect(SearchQuery(words)?.expression.count == 64 * 4)
  }

  static let searches: [(String, [Int])] = [
    ("pedal", [3, 1]), ("ped", [3, 1]), ("PEDAL", [3, 1]), ("foot pedal", [1]), ("foo pedal", []),
    ("foot ped", [1]), ("uber", [2]), ("Über", [2]), ("\"quoted\" word", [2]), ("foot OR strasse", []),
    ("NOT pedal", []), ("don't", [3]), ("dont", []), ("state-of-the-art", [3]), ("text:pedal", []),
    ("ped*", [3, 1]), ("pedal)", [3, 1]), ("pedal\"", [3, 1]), ("", []), ("?!", []), ("NEAR(foot pedal)", []),
    ("three", [3]), ("日本", [2]),
  ]

  @Test(arguments: searches)
  func `a search finds its sessions, newest first, and no query is an error`(text: String, found: [Int])
    async throws
  {
    let store = try await Medium.memory.open(folder)
    let texts = [
      1: "Hold the foot pedal", 2: "Über die Straße, a \"quoted\" word; 日本語",
      3: "Don't touch the state-of-the-art pedal",
    ]
    for (number, text) in texts {
      var results = stages(text)
      // Each stage is searched, not only the last.
      if number == 3 { results[0].text = "three" }
      try await store.commit(sessionRecord(sessionID(number, second: number)), results: results)
    }
    let page = try await store.search(text, limit: 10)
    #expect(page.sessions.map(\.record.id) == found.map { sessionID($0, second: $0) })
  }

  @Test func `a deleted session is no longer found`() async throws {
    let store = try await Medium.file.open(folder)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Foot pedal"))
    let other = try OtherConnection(store.folder + "/history.sqlite")
    try other.execute("PRAGMA foreign_keys = ON; DELETE FROM voice_sessions")
    #expect(try await store.search("pedal", limit: 10) == SessionPage())
    #expect(try other.integer("SELECT count(*) FROM voice_text WHERE voice_text MATCH 'pedal'") == 0)
    try other.execute("INSERT INTO voice_text (voice_text) VALUES ('integrity-check')")
  }
}
