import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// What is brought from a damaged database into the new one.
@Suite struct SalvageTests {
  let folder: TemporaryFolder
  var voice: String { folder.file("voice") }
  var path: String { voice + "/history.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// Sessions 0..<300 of four results, without a log.
  private func fill() throws {
    let editor = try HistoryEditor(folder: voice)
    try editor.commitAll(count: 300) { number in
      var results = stages("Sentence \(number)")
      results[0].words = [TimedWord(text: "sentence", start: .zero, end: .milliseconds(2400))]
      return (sessionRecord(sessionID(number, second: number)), results)
    }
  }

  /// The page that holds the middle of a tree's leaves.
  private func leaf(of tree: String) throws -> Int {
    let other = try OtherConnection(path)
    let sql = """
      SELECT pageno FROM dbstat WHERE name = '\(tree)' AND pagetype = 'leaf' ORDER BY path
      LIMIT 1 OFFSET (SELECT count(*) / 2 FROM dbstat WHERE name = '\(tree)' AND pagetype = 'leaf')
      """
    return Int(try #require(try other.integer(sql)))
  }

  private func damage(page: Int) throws {
    let descriptor = try FileDescriptor.open(path, O_RDWR)
    // The kind of a page is its first byte (https://www.sqlite.org/fileformat2.html, 1.6).
    var byte: UInt8 = 0xee
    try retrying("write", path) { pwrite(descriptor.rawValue, &byte, 1, off_t((page - 1) * 4096)) }
  }

  @Test(arguments: [
    ("voice_sessions", 1...40), ("voice_results", 1...40), ("voice_sessions_by_position", 0...0),
    ("sqlite_autoindex_voice_results_1", 0...0), ("voice_text_data", 0...0),
  ])
  func `a damaged page costs what is on it, and nothing else`(tree: String, inPart: ClosedRange<Int>)
    async throws
  {
    try fill()
    try damage(page: try leaf(of: tree))
    try await untilUnlocked(voice)
    let store = try await VoiceStore(folder: voice)
    #expect(!store.openingReport.preserved.isEmpty)
    let page = try await store.sessions(limit: 500)
    #expect(page.isolated == [])
    #expect(store.openingReport.salvaged.sessions == page.sessions.count)
    #expect(inPart.contains(store.openingReport.salvaged.inPart), "\(store.openingReport.salvaged)")
    #expect(
      store.openingReport.message?.contains("of its sessions could be read and are in the new history")
        == true)
    // Sessions lose their texts, or texts what was known beside them; no session is lost.
    #expect(page.sessions.count == 300)
    let whole = page.sessions.filter { $0.results.count == 4 && $0.record.profile == "default" }
    #expect(whole.count == 300 - store.openingReport.salvaged.inPart)
    if tree == "voice_sessions" { #expect(page.sessions.allSatisfy { $0.results.count == 4 }) }
    #expect(try await store.search("sentence", limit: 500).sessions.count >= 300 - inPart.upperBound)
    let names = try Files.names(in: voice).filter { !$0.contains("corrupt") }
    #expect(names.allSatisfy { !$0.contains("salvage") && !$0.contains("damaged") }, "\(names)")
    #expect(try await store.reconcile(active: []) == ReconciliationReport())
  }

  @Test func `a row that contradicts itself costs no other session`() async throws {
    try fill()
    try damage(page: try leaf(of: "voice_sessions"))
    // The words of every result, in which the length of a session without a row is looked for.
    var bytes = try Files.read(path, limit: 1 << 26)
    let (sound, broken) = (Array(#"[["sentence""#.utf8), Array(#"[x"sentence""#.utf8))
    var hits = 0
    for start in 0..<(bytes.count - sound.count) where bytes[start] == sound[0] {
      guard bytes[start..<start + sound.count].elementsEqual(sound) else { continue }
      bytes.replaceSubrange(start..<start + sound.count, with: broken)
      hits += 1
    }
    try Files.replace(path, with: bytes)
    #expect(hits >= 300)
    try await untilUnlocked(voice)
    let store = try await VoiceStore(folder: voice)
    #expect(store.openingReport.salvaged.sessions == 300)
    #expect((1...40).contains(store.openingReport.salvaged.inPart))
    let texts = try await store.search("sentence", limit: 500).sessions
    #expect(texts.count == 300)
  }

  @Test func `a session of which only texts are left is a recovered one, at its time`() async throws {
    try fill()
    try damage(page: try leaf(of: "voice_sessions"))
    try await untilUnlocked(voice)
    let store = try await VoiceStore(folder: voice)
    let found = try await store.sessions(limit: 500).sessions.filter { $0.record.recovery == .interrupted }
    let first = try #require(found.first)
    #expect(first.record.startedAt == first.record.id.startMilliseconds)
    #expect(first.record.duration == .milliseconds(2400) && first.results.last?.stage == .delivered)
    let detail = try #require(try await store.session(first.record.id))
    #expect(detail.results[0].words.count == 1)
  }

  /// 1: while the new database is filled. 2: when the damaged one has got its recovery name.
  @Test(arguments: [1, 2]) func `a kill while it is brought over loses nothing`(step: Int) async throws {
    try fill()
    try damage(page: try leaf(of: "voice_results"))
    try await untilUnlocked(voice)
    if step == 1 {
      try Files.replace(path + ".salvage", with: Array("half".utf8))
    } else {
      #expect(try Salvage.run(path).sessions == 300)
      try Files.rename(path, to: path + ".corrupt-20261130T000000Z")
    }
    let store = try await VoiceStore(folder: voice)
    #expect(try await store.sessions(limit: 500).sessions.count == 300)
    #expect(!Files.exists(path + ".salvage"))
    #expect(TemporaryFolder.mode(path) == 0o600)
  }
}
