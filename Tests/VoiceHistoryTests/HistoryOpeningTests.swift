import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct HistoryOpeningTests {
  let folder: TemporaryFolder
  var voice: String { folder.file("voice") }
  var path: String { voice + "/history.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a new history is ours, in WAL mode and of the current version`() async throws {
    let store = try await VoiceStore(folder: voice)
    #expect(store.openingReport == OpeningReport())
    #expect(store.openingReport.message == nil)
    let other = try OtherConnection(path)
    #expect(try other.integer("PRAGMA application_id") == Schema.applicationID)
    #expect(try other.integer("PRAGMA user_version") == Schema.version)
    #expect(try other.integer("SELECT journal_mode = 'wal' FROM pragma_journal_mode") == 1)
  }

  @Test func `what was committed is there when the history is opened again`() async throws {
    try await VoiceStore(folder: voice).commit(sessionRecord(sessionID(1)), results: stages("Words"))
    let again = try await VoiceStore(folder: voice)
    #expect(again.openingReport == OpeningReport())
    #expect(try await again.session(sessionID(1))?.results == stages("Words"))
  }

  @Test func `a history of a later version is left untouched`() async throws {
    _ = try await VoiceStore(folder: voice)
    do {
      let other = try OtherConnection(path)
      try other.execute("PRAGMA user_version = 99")
    }
    let bytes = try Files.read(path, limit: 1_000_000)
    let error = try #require(await historyError { try await VoiceStore(folder: voice) })
    #expect(error.code == .newer)
    #expect(
      error.message == "voice history \(path) was written by a newer hwctl and is left untouched "
        + "(version 99, this hwctl knows up to \(Schema.version)). "
        + "Install the newer hwctl again, or set another XDG_DATA_HOME")
    #expect(try Files.read(path, limit: 1_000_000) == bytes)
    #expect(try Files.names(in: voice) == ["history.sqlite"])
  }

  @Test(arguments: [
    "CREATE TABLE notes (text)", "PRAGMA application_id = 7", "PRAGMA user_version = 1",
  ])
  func `another program's database is left untouched`(sql: String) async throws {
    try Files.makeFolder(voice)
    do {
      let other = try OtherConnection(path)
      try other.execute(sql)
    }
    let bytes = try Files.read(path, limit: 1_000_000)
    #expect(await historyError { try await VoiceStore(folder: voice) }?.code == .foreign)
    #expect(throws: HistoryError.self) { try HistoryReader(folder: voice).sessions(limit: 1) }
    #expect(try Files.read(path, limit: 1_000_000) == bytes)
  }

  @Test(arguments: ["header", "page", "alien", "cut"])
  func `a damaged database is kept byte for byte and a new one is begun`(damage: String) async throws {
    let audio = sessionID(7)
    do {
      let store = try await VoiceStore(folder: voice)
      for number in 0..<50 {
        try await store.commit(sessionRecord(sessionID(number)), results: stages("Sentence \(number)"))
      }
      try Files.replace(store.files(for: audio).audio, with: waveBytes(samples: 16_000))
    }
    var bytes = try Files.read(path, limit: 10_000_000)
    switch damage {
    case "header": bytes.replaceSubrange(0..<16, with: [UInt8](repeating: 0x41, count: 16))
    case "page": for page in 1..<(bytes.count / 4096) { bytes[page * 4096] = 0xee }
    case "alien": bytes = Array("this is not a database, and it is long enough to be taken for one".utf8)
    default: bytes.removeLast(bytes.count / 2)
    }
    try Files.replace(path, with: bytes)
    try await untilUnlocked(voice)
    let store = try await VoiceStore(folder: voice)
    let kept = try #require(store.openingReport.preserved.first)
    #expect(kept.hasPrefix(path + ".corrupt-2"))
    #expect(try Files.read(kept, limit: 10_000_000) == bytes)
    #expect(store.openingReport.message?.contains(kept) == true)
    #expect(TemporaryFolder.mode(path) == 0o600)
    // So much of a small one was hit that no session is left; see SalvageTests for others.
    #expect(try await store.sessions(limit: 10) == SessionPage())
    // The recording of the lost entry comes back.
    #expect(try await store.reconcile(active: []).recovered == [audio])
  }

  @Test(arguments: ["damaged", "newer"])
  func `a database that is not used keeps its log byte for byte too`(kind: String) async throws {
    let names = ["history.sqlite", "history.sqlite-wal"]
    try Files.makeFolder(voice)
    do {
      // The files of a running store, log and all, as a kill would leave them.
      let store = try await VoiceStore(folder: folder.file("running"))
      for number in 0..<50 {
        try await store.commit(sessionRecord(sessionID(number)), results: stages("Sentence \(number)"))
      }
      let other = try OtherConnection(store.folder + "/history.sqlite")
      // Most pages are in the database alone, the latest in the log alone.
      try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      try await store.commit(sessionRecord(sessionID(50)), results: stages("Latest"))
      if kind == "newer" { try other.execute("PRAGMA user_version = 99") }
      for name in names {
        try Files.replace(
          voice + "/" + name, with: try Files.read(store.folder + "/" + name, limit: 1_000_000))
      }
    }
    if kind == "damaged" {
      var bytes = try Files.read(path, limit: 1_000_000)
      for page in 1..<(bytes.count / 4096) { bytes[page * 4096] = 0xee }
      try Files.replace(path, with: bytes)
    }
    let before = try names.map { try Files.read(voice + "/" + $0, limit: 1_000_000) }
    var kept = names.map { voice + "/" + $0 }
    do throws(HistoryError) {
      let report = try await VoiceStore(folder: voice).openingReport
      #expect(kind == "damaged")
      kept = report.preserved.filter { !$0.hasSuffix("-shm") }
    } catch { #expect(kind == "newer" && error.code == .newer) }
    #expect(try kept.map { try Files.read($0, limit: 1_000_000) } == before)
  }

  @Test
  func `damage met while another store is open moves nothing; that store itself keeps it aside and goes on`()
    async throws
  {
    do {
      let store = try await VoiceStore(folder: voice)
      try await store.commit(sessionRecord(sessionID(1)), results: stages("Words"))
      // The store keeps its own file; the name now leads to damaged bytes.
      try Files.replace(path, with: Array(repeating: 0x55, count: 8192))
      unlink(path + "-wal")
      #expect(await historyError { try await VoiceStore(folder: voice) }?.code == .corrupt)
      #expect(try Files.names(in: voice).allSatisfy { !$0.contains("corrupt") })
      try await store.commit(sessionRecord(sessionID(2)), results: stages("More"))
      #expect(try await store.sessions(limit: 10).sessions.map(\.record.id) == [sessionID(2)])
      #expect(store.openingReport.preserved.count >= 1 && store.openingReport.reopened == voice)
    }
    try await untilUnlocked(voice)
    #expect(try await VoiceStore(folder: voice).openingReport.preserved == [])
  }

  @Test func `a folder under a file is not writable, and nothing is taken for damage`() async throws {
    let file = try folder.write("file", "")
    let error = await historyError { try await VoiceStore(folder: file + "/voice") }
    #expect(error?.code == .notWritable)
    #expect(error?.subject == file)
    #expect(try folder.names() == ["file"])
  }

  @Test func `a folder in the place of the database is not writable`() async throws {
    try Files.makeFolder(path)
    #expect(await historyError { try await VoiceStore(folder: voice) }?.code == .notWritable)
    #expect(Files.isFolder(path))
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `a read-only disk is not writable and not damage, and can still be read`() async throws {
    let disk = try SmallDisk(bytes: 4_000_000)
    let voice = disk.path + "/voice"
    do {
      let store = try await VoiceStore(folder: voice)
      try await store.commit(sessionRecord(sessionID(1)), results: stages("Words"))
    }
    try disk.makeReadOnly()
    #expect(await historyError { try await VoiceStore(folder: voice) }?.code == .notWritable)
    #expect(try Files.names(in: voice) == ["history.sqlite"])
    #expect(try HistoryReader(folder: voice).search("words", limit: 1).sessions.count == 1)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `a full disk refuses a commit whole, and takes it once there is space`() async throws {
    let disk = try SmallDisk(bytes: 8_000_000)
    let store = try await VoiceStore(folder: disk.path + "/voice")
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Before"))
    let filler = try disk.fill()
    let long = stages(String(repeating: "word ", count: 20_000))
    let error = await historyError { try await store.commit(sessionRecord(sessionID(2)), results: long) }
    #expect(error?.code == .full)
    #expect(try await store.sessions(limit: 10).sessions.map(\.record.id) == [sessionID(1)])
    unlink(filler)
    try await store.commit(sessionRecord(sessionID(2)), results: long)
    #expect(try await store.sessions(limit: 10).sessions.count == 2)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "\(SmallDisk.need)"))
  func `a history is not begun on a full disk, and is once there is space`() async throws {
    let disk = try SmallDisk(bytes: 65_536)
    let filler = try disk.fill()
    let error = await historyError { try await VoiceStore(folder: disk.path + "/voice") }
    #expect(error?.code == .full)
    unlink(filler)
    let large = try SmallDisk(bytes: 1_000_000)
    #expect(try await VoiceStore(folder: large.path + "/voice").openingReport.preserved == [])
  }
}
