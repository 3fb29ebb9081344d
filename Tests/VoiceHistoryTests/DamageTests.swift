import Digests
import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// Bytes that changed on the disk, anywhere.
@Suite struct DamageTests {
  /// A history as a kill would leave it: most of it in the database, the latest in the log, three recordings.
  private final class Sound {
    let folder: TemporaryFolder
    var files: [String: [UInt8]] = [:]
    let texts: Set<String>

    init() async throws {
      folder = try TemporaryFolder()
      let store = try await VoiceStore(folder: folder.file("voice"))
      for number in 1...60 {
        if number == 41 {
          let other = try OtherConnection(store.folder + "/history.sqlite")
          try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let id = sessionID(number, second: number)
        var record = sessionRecord(id)
        if number % 20 == 0 {
          try Files.replace(store.files(for: id).audio, with: waveBytes(samples: 300, value: UInt8(number)))
          record.audio = try await store.audioReference(for: id)
        }
        try await store.commit(record, results: stages("Sentence \(number)"))
      }
      for name in try Files.names(in: store.folder) where !name.hasSuffix("-shm") {
        files[name] = try Files.read(store.folder + "/" + name, limit: 1 << 24)
      }
      texts = Set((1...60).flatMap { stages("Sentence \($0)").map(\.text) })
    }

    /// A copy with one file changed.
    func copy(_ number: Int, _ name: String, _ change: (inout [UInt8]) -> Void) throws -> String {
      let voice = folder.file("copy-\(number)")
      try Files.makeFolder(voice)
      for (file, bytes) in files {
        var bytes = bytes
        if file == name { change(&bytes) }
        try Files.replace(voice + "/" + file, with: bytes)
      }
      return voice
    }
  }

  @Test
  func `a flipped byte anywhere ends in a sound history: as it was, without what was hit, or begun anew`()
    async throws
  {
    let sound = try await Sound()
    var random = SeededRandom(seed: 200)
    var kept = 0
    var begunAnew = 0
    let recordings = sound.files.keys.filter { $0.hasSuffix(".wav") }.sorted()
    for number in 0..<200 {
      let name =
        switch number % 4 {
        case 0, 1: "history.sqlite"
        case 2: "history.sqlite-wal"
        default: recordings[number / 4 % recordings.count]
        }
      let place = Int.random(in: 0..<sound.files[name]!.count, using: &random)
      let flip = UInt8.random(in: 1...255, using: &random)
      let voice = try sound.copy(number, name) { $0[place] ^= flip }
      let context = "byte \(place) of \(name) by \(flip)"
      try await untilUnlocked(voice)
      do throws(HistoryError) {
        let store = try await VoiceStore(folder: voice)
        if store.openingReport.preserved.isEmpty { kept += 1 } else { begunAnew += 1 }
        try await judge(store, sound, context)
      } catch {
        // A header that says another program, or a later version, is believed; nothing is touched then.
        #expect(error.code == .foreign || error.code == .newer, "\(context): \(error.message)")
        #expect(try Files.names(in: voice).filter { $0.contains("corrupt") } == [])
      }
      TemporaryFolder.remove(voice)
    }
    #expect(kept > 100 && begunAnew > 0, "\(kept) kept, \(begunAnew) begun anew")
  }

  private func judge(_ store: VoiceStore, _ sound: Sound, _ context: String) async throws(HistoryError) {
    do throws(HistoryError) {
      let page = try await store.sessions(limit: 500)
      #expect(page.sessions.count + page.isolated.count <= 60, "\(context)")
      _ = try await store.search("sentence", limit: 500)
    } catch {
      // Met where it was read; the next opening puts it aside.
      #expect(error.code == .corrupt, "\(context): \(error.message)")
    }
    let report = try await store.reconcile(active: [])
    let again = try await store.reconcile(active: [])
    #expect(again.isUnchanged, "\(context): \(report) then \(again)")
    // Three recordings are there, whoever owns them now.
    let names = (try? Files.names(in: store.folder)) ?? []
    #expect(names.filter { $0.hasSuffix(".wav") }.count == 3, "\(context)")
    try await store.commit(sessionRecord(sessionID(99, second: 99)), results: stages("New"))
    let found = try await store.session(sessionID(99, second: 99))
    #expect(found?.results == stages("New"), "\(context)")
  }

  @Test func `a log cut anywhere leaves the sessions before the cut, whole and in order`() async throws {
    let sound = try await Sound()
    let log = try #require(sound.files["history.sqlite-wal"])
    var random = SeededRandom(seed: 5)
    var counts: Set<Int> = []
    for number in 0..<60 {
      let length = Int.random(in: 0...log.count, using: &random)
      let voice = try sound.copy(number, "history.sqlite-wal") { $0.removeLast($0.count - length) }
      try await untilUnlocked(voice)
      let store = try await VoiceStore(folder: voice)
      #expect(store.openingReport.preserved == [])
      let page = try await store.sessions(limit: 500)
      let count = page.sessions.count
      #expect(page.isolated.isEmpty && (40...60).contains(count))
      let expected = (1...count).reversed().map { sessionID($0, second: $0) }
      #expect(page.sessions.map(\.record.id) == expected)
      #expect(page.sessions.allSatisfy { $0.results.count == 4 })
      counts.insert(count)
      // Recordings of lost entries come back.
      #expect(try await store.reconcile(active: []).recovered.count == (count < 60 ? 1 : 0))
      TemporaryFolder.remove(voice)
    }
    #expect(counts.count > 10)
  }

  @Test func `a changed recording is kept and played, and is told where its digest counts`() async throws {
    let folder = try TemporaryFolder()
    let voice = folder.file("voice")
    let editor = try HistoryEditor(folder: voice)
    let id = sessionID(1)
    let files = SessionFiles(id: id, folder: voice)
    try Files.replace(files.audio, with: waveBytes(samples: 300))
    try editor.commit(
      sessionRecord(id, audio: try editor.audioReference(for: id)), results: stages("Words"))
    for place in [0, 25, 44, 300] {
      var bytes = waveBytes(samples: 300)
      bytes[place] ^= 0x55
      try Files.replace(files.audio, with: bytes)
      #expect(try editor.reconcile() == ReconciliationReport())
      #expect(try Files.read(files.audio, limit: 10_000) == bytes)
      let path = folder.file("archive-\(place)")
      #expect(try HistoryReader(folder: voice).exportArchive(to: path).withoutAudio == [id])
    }
    #expect(try editor.remove([id]).removed == 1)
    #expect(!Files.exists(files.audio))
  }

  @Test func `a large damaged history is in use until the damage is met, and then put aside`() async throws {
    let folder = try TemporaryFolder()
    let voice = folder.file("voice")
    do {
      let editor = try HistoryEditor(folder: voice)
      try editor.commit(sessionRecord(sessionID(2)), results: stages("Words"))
      let other = try OtherConnection(voice + "/history.sqlite")
      try other.execute(
        "CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(\(DatabaseCheck.smallBytes)))")
    }
    let path = voice + "/history.sqlite"
    try #require(!DatabaseCheck.isDue(path))
    let descriptor = try FileDescriptor.open(path, O_RDWR)
    // The heads of pages in the middle.
    for page in 2000..<2400 {
      var byte: UInt8 = 0xee
      pwrite(descriptor.rawValue, &byte, 1, off_t(page * 4096))
    }
    try await untilUnlocked(voice)
    do {
      let store = try await VoiceStore(folder: voice)
      #expect(store.openingReport.preserved == [])
      #expect(await historyError { try await VoiceRetention(folder: voice).check() }?.code == .corrupt)
      #expect(DatabaseCheck.isDue(path))
    }
    try await untilUnlocked(voice)
    let store = try await VoiceStore(folder: voice)
    #expect(!store.openingReport.preserved.isEmpty && !Files.exists(path + ".damaged"))
    try await store.commit(sessionRecord(sessionID(1)), results: stages("New"))
  }

  @Test func `any statement that meets damage marks it, and a damaged index of words is made anew`()
    async throws
  {
    let folder = try TemporaryFolder()
    let voice = folder.file("voice")
    let path = voice + "/history.sqlite"
    do {
      let editor = try HistoryEditor(folder: voice)
      for number in 1...30 {
        try editor.commit(
          sessionRecord(sessionID(number, second: number)), results: stages("Sentence \(number)"))
      }
      let other = try OtherConnection(path)
      try other.execute("DELETE FROM voice_text_data WHERE id > 10")
    }
    #expect(!DatabaseMark.damage(of: path).isSet)
    let error = await historyError { try HistoryReader(folder: voice).search("sentence", limit: 9) }
    #expect(error?.code == .corrupt && DatabaseMark.damage(of: path).isSet)
    try await untilUnlocked(voice)
    let store = try await VoiceStore(folder: voice)
    #expect(store.openingReport.preserved == [] && !DatabaseMark.damage(of: path).isSet)
    #expect(try await store.search("sentence", limit: 99).sessions.count == 30)
  }
}
