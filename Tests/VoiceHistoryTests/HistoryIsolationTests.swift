import Domain
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct HistoryIsolationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let damages: [(String, IsolatedSession.Contradiction)] = [
    ("UPDATE voice_sessions SET input_kind = 'radio' WHERE id = '$'", .invalidInputKind),
    ("UPDATE voice_sessions SET action = 'dance' WHERE id = '$'", .invalidAction),
    ("UPDATE voice_sessions SET outcome = '' WHERE id = '$'", .invalidOutcome),
    ("UPDATE voice_sessions SET recovery = 'x' WHERE id = '$'", .invalidRecovery),
    ("UPDATE voice_sessions SET duration_milliseconds = -1 WHERE id = '$'", .invalidDuration),
    ("UPDATE voice_sessions SET duration_milliseconds = 9e18 WHERE id = '$'", .invalidDuration),
    ("UPDATE voice_sessions SET audio_expiry = 'whim', audio_expires_at = 1 WHERE id = '$'", .invalidExpiry),
    ("UPDATE voice_sessions SET audio_expiry = 'age' WHERE id = '$'", .invalidExpiry),
    (
      "UPDATE voice_results SET session = '0' || substr(session, 2) WHERE session = '$' AND ordinal = 3",
      .brokenSource
    ),
    ("UPDATE voice_sessions SET audio_sha256 = 'ab' WHERE id = '$'", .incompleteAudio),
    (
      "UPDATE voice_sessions SET audio_name = 'x', audio_sha256 = '', audio_bytes = 1, audio_samples = 0 WHERE id = '$'",
      .incompleteAudio
    ),
    ("UPDATE voice_results SET stage = 'spoken' WHERE session = '$' AND ordinal = 0", .invalidStage),
    ("UPDATE voice_results SET origin = 'guess' WHERE session = '$' AND ordinal = 3", .invalidOrigin),
    ("UPDATE voice_results SET source = 3 WHERE session = '$' AND ordinal = 1", .brokenSource),
    ("DELETE FROM voice_results WHERE session = '$' AND ordinal = 0", .brokenSource),
  ]

  @Test(arguments: damages)
  func `a contradictory session is set aside with its reason and the rest is returned`(
    sql: String, reason: IsolatedSession.Contradiction
  ) async throws {
    let store = try await Medium.file.open(folder)
    for number in 1...3 {
      try await store.commit(sessionRecord(sessionID(number)), results: stages("Words"))
    }
    let other = try OtherConnection(store.folder + "/history.sqlite")
    try other.execute("PRAGMA ignore_check_constraints = ON; DROP TRIGGER voice_results_are_immutable")
    try other.execute(sql.replacing("$", with: sessionID(2).rawValue))
    let page = try await store.sessions(limit: 10)
    #expect(page.sessions.map(\.record.id) == [sessionID(3), sessionID(1)])
    #expect(page.isolated == [IsolatedSession(id: sessionID(2), contradiction: reason)])
    #expect(try await store.search("words", limit: 10).sessions.count == 2)
    #expect(await historyError { try await store.session(sessionID(2)) }?.code == .constraint)
    // A page of nothing but such a session still leads on.
    let single = try await store.sessions(limit: 1, before: sessionID(3))
    #expect(single.sessions.isEmpty && single.next == sessionID(2))
  }

  static let wordDamages: [(String, IsolatedSession.Contradiction)] = [
    ("", .invalidWords), ("[[]]", .invalidWords), ("[[\"a\",1]]", .invalidWords), ("{}", .invalidWords),
    ("[[\"a\",0,2501]]", .wordsOutsideAudio), ("[[\"a\",-1,2]]", .wordsOutsideAudio),
    ("[[\"a\",3,2]]", .wordsOutsideAudio),
  ]

  @Test(arguments: wordDamages)
  func `timed words that cannot be are met where they are read`(
    words: String, reason: IsolatedSession.Contradiction
  ) async throws {
    let store = try await Medium.file.open(folder)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Words"))
    let other = try OtherConnection(store.folder + "/history.sqlite")
    try other.execute("DROP TRIGGER voice_results_are_immutable; UPDATE voice_results SET words = '\(words)'")
    let error = await historyError { try await store.session(sessionID(1)) }
    #expect(error?.code == .constraint && error?.detail.hasSuffix(reason.rawValue) == true)
  }

  @Test func `results cannot be changed, and a row with a foreign id cannot be stored`() async throws {
    let store = try await Medium.file.open(folder)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Words"))
    let other = try OtherConnection(store.folder + "/history.sqlite")
    #expect(throws: HistoryError.self) { try other.execute("UPDATE voice_results SET text = 'x'") }
    #expect(throws: HistoryError.self) {
      try other.execute("UPDATE voice_sessions SET id = '../../etc/passwd.........'")
    }
    #expect(try await store.session(sessionID(1))?.results == stages("Words"))
  }
}
