import Domain
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// Archives of sessions that history has already, and imports beside each other.
@Suite struct ArchiveMergeTests {
  let world: ArchiveWorld
  var voice: String { world.voice }
  var other: String { world.other }
  var archive: String { world.archive }

  init() throws { world = try ArchiveWorld() }

  @Test func `a session that says something else in history stays, is told, and the others are taken in`()
    throws
  {
    try world.fill()
    _ = try world.export()
    let editor = try HistoryEditor(folder: other)
    try editor.commit(sessionRecord(sessionID(4, second: 4)), results: stages("Other words"))
    let report = try editor.importArchive(archive)
    #expect(
      report.sessions == 5 && report.recordings == 3 && report.contradicting == [sessionID(4, second: 4)])
    #expect(report.contradictions.count == 1)
    #expect(try world.details(other).contains { $0.text == "Other words." })
    #expect(try world.details(other).count == 6)
  }

  @Test func `a later archive adds what came since, and an earlier one takes nothing away`() throws {
    try world.fill()
    _ = try world.export()
    let source = try HistoryEditor(folder: voice)
    let id = sessionID(3, second: 3)
    try source.append([ResultRecord(stage: .edited, origin: .correction, text: "Later", source: 2)], to: id)
    let later = world.folder.file("later")
    _ = try HistoryReader(folder: voice).exportArchive(to: later)
    let editor = try HistoryEditor(folder: other)
    #expect(try editor.importArchive(archive).sessions == 6)
    let report = try editor.importArchive(later)
    #expect(report.extended == 1 && report.unchanged == 5 && report.sessions == 0)
    #expect(try world.details(other) == world.details(voice))
    #expect(try HistoryReader(folder: other).search("later", limit: 5).sessions.map(\.record.id) == [id])
    #expect(try editor.importArchive(archive).unchanged == 6)
    #expect(try world.details(other) == world.details(voice))
    // Two continuations of one session contradict each other.
    let third = try HistoryEditor(folder: world.folder.file("third"))
    _ = try third.importArchive(archive)
    try third.append([ResultRecord(stage: .edited, origin: .correction, text: "Mine", source: 2)], to: id)
    #expect(try third.importArchive(later).contradicting == [id])
  }

  @Test func `what another import stores meanwhile is neither stored twice nor refused`() throws {
    try world.fill()
    let sessions = try world.details(voice)
    let editor = try HistoryEditor(folder: other)
    let connection = try Connection(path: other + "/history.sqlite", access: .readWrite)
    let before = try ArchiveComparison(sessions, connection)
    #expect(before.new.count == 6)
    try editor.commit(sessions[0].record, results: sessions[0].results)
    try editor.commit(sessions[2].record, results: Array(sessions[2].results.prefix(1)))
    let after = try before.again(connection)
    #expect(after.new.count == 4 && after.unchanged == 1 && after.longer.map(\.id) == [sessions[2].record.id])
  }

  /// Both imports have looked, and found nothing, before either stores.
  @Test(arguments: [("a", 400), ("b", 800)])
  func `a file or a sound that another import stored meanwhile is not stored twice`(
    digest: String, samples: Int
  ) throws {
    let editor = try HistoryEditor(folder: other)
    func take(_ number: Int, _ digest: String, _ samples: Int) throws -> ImportOutcome {
      var record = sessionRecord(sessionID(number, second: number))
      record.sourceSHA256 = digest
      return try editor.importRecording(record, results: stages("Said")) { _, path in
        try Files.replace(path, with: waveBytes(samples: samples))
      }.get()
    }
    #expect(try take(1, "a", 800) == .stored)
    #expect(try take(2, digest, samples) == .known)
    #expect(try take(3, "c", 300) == .stored)
    #expect(try world.details(other).count == 2)
    #expect(
      try Files.names(in: other).filter { $0.hasSuffix(".wav") || $0.hasPrefix(".arrivals") }.count == 2)
  }
}
