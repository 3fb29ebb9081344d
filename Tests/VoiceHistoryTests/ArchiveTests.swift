import Digests
import Domain
import FoundationEssentials
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct ArchiveTests {
  let world: ArchiveWorld
  var folder: TemporaryFolder { world.folder }
  var voice: String { world.voice }
  var other: String { world.other }
  var archive: String { world.archive }

  init() throws { world = try ArchiveWorld() }

  @Test func `a history comes back from its archive as it was, and once more changes nothing`() throws {
    try world.fill()
    let report = try world.export()
    #expect(report.sessions == 6 && report.recordings == 3 && report.withoutAudio == [])
    let editor = try HistoryEditor(folder: other)
    let imported = try editor.importArchive(archive)
    #expect(imported.sessions == 6 && imported.recordings == 3 && imported.unchanged == 0)
    #expect(try world.details(other) == world.details(voice))
    for number in 1...3 {
      let id = sessionID(number, second: number)
      let path = SessionFiles(id: id, folder: other).audio
      #expect(try Files.read(path, limit: 10_000) == waveBytes(samples: 100 * number))
      #expect(TemporaryFolder.mode(path) == 0o600)
    }
    #expect(try editor.reconcile() == ReconciliationReport())
    let names = try Files.names(in: other)
    let again = try editor.importArchive(archive)
    #expect(again.sessions == 0 && again.unchanged == 6)
    #expect(try Files.names(in: other) == names)
    #expect(try HistoryReader(folder: other).search("mended", limit: 5).sessions.count == 1)
    // And its own archive is the same, byte for byte.
    let second = folder.file("second")
    _ = try HistoryReader(folder: other).exportArchive(to: second)
    for name in ["manifest.json", "checksums.json"] {
      #expect(
        try Files.read(second + "/" + name, limit: 1 << 20)
          == Files.read(archive + "/" + name, limit: 1 << 20))
    }
  }

  @Test func `an archive is for its owner alone`() throws {
    umask(0)
    defer { umask(0o022) }
    try world.fill()
    _ = try world.export()
    for path in [archive, archive + "/audio"] {
      #expect(TemporaryFolder.mode(path) == 0o700)
      for name in try Files.names(in: path) where name != "audio" {
        #expect(TemporaryFolder.mode(path + "/" + name) == 0o600, "\(name)")
      }
    }
  }

  @Test func `an archive without audio is taken in, and named sessions alone are exported`() throws {
    try world.fill()
    _ = try world.export(withAudio: false)
    #expect(try Files.names(in: archive) == ["checksums.json", "manifest.json"])
    let editor = try HistoryEditor(folder: other)
    #expect(try editor.importArchive(archive).sessions == 6)
    #expect(try world.details(other).map(\.results) == world.details(voice).map(\.results))
    #expect(try world.details(other).allSatisfy { $0.record.audio == nil })
    // The same sessions with audio are no contradiction, and no change either.
    let whole = folder.file("whole")
    _ = try HistoryReader(folder: voice).exportArchive(to: whole)
    #expect(try editor.importArchive(whole).unchanged == 6)
    let one = folder.file("one")
    let report = try HistoryReader(folder: voice).exportArchive(to: one, ids: [sessionID(3, second: 3)])
    #expect(report.sessions == 1 && report.recordings == 1)
    let filtered = folder.file("filtered")
    let editors = try HistoryReader(folder: voice).exportArchive(
      to: filtered, SessionFilter(target: "editor"))
    #expect(editors.sessions == 1)
  }

  @Test func `what is at the path already stays, and a recording that is gone or changed is told`() throws {
    try world.fill()
    try Files.makeFolder(archive)
    #expect(world.error { _ = try world.export() }?.code == .exists)
    rmdir(archive)
    unlink(SessionFiles(id: sessionID(1, second: 1), folder: voice).audio)
    try Files.replace(
      SessionFiles(id: sessionID(2, second: 2), folder: voice).audio, with: waveBytes(samples: 7))
    let report = try world.export()
    #expect(report.withoutAudio == [2, 1].map { sessionID($0, second: $0) } && report.recordings == 1)
    #expect(try HistoryEditor(folder: other).importArchive(archive).sessions == 6)
    #expect(try folder.names() == ["archive", "other", "voice"])
  }

  /// Killed after the recordings were copied (1), after the sessions were committed (2), and with one recording moved (3).
  @Test(arguments: 1...3) func `a kill at any step of an import leaves all of it or nothing`(step: Int) throws
  {
    try world.fill()
    _ = try world.export()
    let editor = try HistoryEditor(folder: other)
    let arrivals = other + "/.arrivals-0123456789abcdef"
    try Files.makeFolder(arrivals)
    let names = try Files.names(in: archive + "/audio")
    for name in names {
      try Files.replace(
        arrivals + "/" + name, with: try Files.read(archive + "/audio/" + name, limit: 10_000))
    }
    if step >= 2 {
      for session in try world.details(voice) { try editor.commit(session.record, results: session.results) }
    }
    if step == 3 { try Files.rename(arrivals + "/" + names[0], to: other + "/" + names[0]) }
    _ = try editor.reconcile()
    #expect(!Files.exists(arrivals))
    #expect(try Files.names(in: other).filter { $0.hasSuffix(".wav") } == (step == 1 ? [] : names))
    #expect(try world.details(other).allSatisfy { !$0.audioIsMissing })
    #expect(try editor.reconcile() == ReconciliationReport())
    #expect(try editor.importArchive(archive).unchanged == (step == 1 ? 0 : 6))
    #expect(try world.details(other) == world.details(voice))
  }

  @Test func `what somebody else left among arrivals is not touched`() throws {
    let editor = try HistoryEditor(folder: other)
    let arrivals = other + "/.arrivals-0123456789abcdef"
    for path in [arrivals, other + "/.arrivals-mine"] {
      try Files.makeFolder(path)
      try Files.replace(path + "/notes.txt", with: [1])
    }
    #expect(try editor.reconcile() == ReconciliationReport())
    #expect(Files.exists(arrivals + "/notes.txt") && Files.exists(other + "/.arrivals-mine/notes.txt"))
  }
}
