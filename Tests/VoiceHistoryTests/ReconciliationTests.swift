import Digests
import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

@Suite struct ReconciliationTests {
  let folder: TemporaryFolder
  let id = sessionID(1)

  init() throws { folder = try TemporaryFolder() }

  func open() async throws -> VoiceStore { try await VoiceStore(folder: folder.path) }

  func audioNames() throws -> [String] { try folder.names().filter { !$0.hasPrefix("history.sqlite") } }

  @Test func `an empty history has nothing to mend`() async throws {
    #expect(try await open().reconcile(active: []) == ReconciliationReport())
  }

  @Test(arguments: [Int?.none, 0, 0xffff_ffff, 100])
  func `a recording whose writer was killed comes back whole, with a true header`(claimed: Int?) async throws
  {
    let store = try await open()
    try Files.replace(store.files(for: id).partialAudio, with: waveBytes(samples: 32_000, claimed: claimed))
    let report = try await store.reconcile(active: [])
    #expect(report.recovered == [id])
    let detail = try #require(try await store.session(id))
    #expect(detail.record.outcome == .recovered && detail.record.recovery == .interrupted)
    #expect(detail.record.duration == .seconds(2))
    #expect(detail.record.startedAt == id.startMilliseconds)
    let bytes = try Files.read(store.files(for: id).audio, limit: 100_000)
    #expect(bytes == waveBytes(samples: 32_000))
    #expect(
      detail.record.audio
        == AudioReference(
          name: "\(id).wav", sha256: SHA256.digest(of: bytes), bytes: 64_044, samples: 32_000))
    #expect(try audioNames() == ["\(id).wav"])
    #expect(TemporaryFolder.mode(store.files(for: id).audio) == 0o600)
    #expect(try await store.reconcile(active: []).isUnchanged)
  }

  @Test func `a finished recording without an entry comes back`() async throws {
    let store = try await open()
    try Files.replace(store.files(for: id).audio, with: waveBytes(samples: 1600))
    #expect(try await store.reconcile(active: []).recovered == [id])
    #expect(try await store.session(id)?.record.duration == .milliseconds(100))
    #expect(try await store.reconcile(active: []).isUnchanged)
  }

  @Test(arguments: [true, false])
  func `a file that its writer still holds is left alone until it is let go`(isPartial: Bool) async throws {
    let store = try await open()
    let files = store.files(for: id)
    let path = isPartial ? files.partialAudio : files.audio
    try Files.replace(path, with: waveBytes(samples: 1600))
    do {
      let writer = try FileDescriptor.open(path, O_RDWR)
      try retrying("lock", path) { flock(writer.rawValue, LOCK_EX) }
      let report = try await store.reconcile(active: [])
      #expect(report.inUse == [id])
      #expect(report.isUnchanged)
      #expect(Files.exists(path))
      #expect(try await store.session(id) == nil)
      try writer.synchronize()
    }
    try await untilUnlocked(path)
    #expect(try await store.reconcile(active: []).recovered == [id])
  }

  @Test(arguments: [0, 4, 20, 44])
  func `a partial file without a sample is removed`(bytes: Int) async throws {
    let store = try await open()
    try Files.replace(store.files(for: id).partialAudio, with: Array(waveBytes(samples: 0)[..<bytes]))
    #expect(try await store.reconcile(active: []).discarded == [id])
    #expect(try audioNames() == [])
    #expect(try await store.session(id) == nil)
  }

  @Test func `active sessions are not touched`() async throws {
    let store = try await open()
    try Files.replace(store.files(for: id).partialAudio, with: [])
    #expect(try await store.reconcile(active: [id]) == ReconciliationReport())
    #expect(try audioNames() == ["\(id).partial.wav"])
  }

  @Test func `unknown files, links and unreadable files are never touched`() async throws {
    let store = try await open()
    for name in ["notes.txt", "x.partial.wav", "\(id).wav.bak"] { _ = try folder.write(name, "mine") }
    _ = try folder.write(
      "\(sessionID(2)).partial.wav", "not sound, but longer than any header that we would ever write")
    symlink("/etc/hostname", store.files(for: sessionID(3)).audio)
    try Files.makeFolder(store.files(for: sessionID(4)).partialAudio)
    let before = try folder.names()
    let report = try await store.reconcile(active: [])
    #expect(report.leftAlone == [sessionID(2), sessionID(4)])
    #expect(report.failed.map(\.id) == [sessionID(3)])
    #expect(report.recovered.isEmpty && report.discarded.isEmpty)
    #expect(try folder.names() == before)
  }

  @Test func `an entry whose audio is gone is marked, and unmarked when it is back`() async throws {
    let store = try await open()
    let path = store.files(for: id).audio
    try Files.replace(path, with: waveBytes(samples: 160))
    try await store.commit(
      sessionRecord(id, audio: try await store.audioReference(for: id)), results: stages("A"))
    #expect(try await store.reconcile(active: []) == ReconciliationReport())
    unlink(path)
    #expect(try await store.reconcile(active: []).markedMissing == [id])
    #expect(try await store.session(id)?.audioIsMissing == true)
    #expect(try await store.reconcile(active: []).isUnchanged)
    try Files.replace(path, with: waveBytes(samples: 160))
    #expect(try await store.reconcile(active: []).markedPresent == [id])
    #expect(try await store.session(id)?.audioIsMissing == false)
    #expect(try await store.session(id)?.results == stages("A"))
  }

  @Test func `audio found for an entry without any is given to it, its texts untouched`() async throws {
    let store = try await open()
    try await store.commit(sessionRecord(id), results: stages("Kept"))
    try Files.replace(store.files(for: id).partialAudio, with: waveBytes(samples: 160))
    #expect(try await store.reconcile(active: []).adopted == [id])
    let detail = try #require(try await store.session(id))
    #expect(detail.record.audio?.samples == 160)
    #expect(detail.record.outcome == .delivered && detail.results == stages("Kept"))
  }

  @Test func `a partial file beside the final one goes only if it is the same`() async throws {
    let store = try await open()
    for (number, value) in [(1, UInt8(1)), (2, 9)] {
      let files = store.files(for: sessionID(number))
      try Files.replace(files.audio, with: waveBytes(samples: 160, value: 1))
      try Files.replace(files.partialAudio, with: waveBytes(samples: 160, value: value))
    }
    let report = try await store.reconcile(active: [])
    #expect(report.recovered == [sessionID(1), sessionID(2)])
    #expect(report.discarded == [sessionID(1)])
    #expect(report.leftAlone == [sessionID(2)])
    #expect(try await store.reconcile(active: []).isUnchanged)
    #expect(try audioNames().count == 3)
  }

  /// The order of a session's end: header and samples on disk, rename, commit. A kill may come between any two.
  @Test(arguments: 0...3) func `a kill at any step of the end loses no sample`(step: Int) async throws {
    let store = try await open()
    let files = store.files(for: id)
    try Files.replace(files.partialAudio, with: waveBytes(samples: 800, claimed: step >= 1 ? nil : 160))
    if step >= 2 { try Files.rename(files.partialAudio, to: files.audio) }
    if step >= 3 {
      let record = sessionRecord(id, audio: try await store.audioReference(for: id))
      try await store.commit(record, results: stages("Spoken"))
    }
    let again = try await open()
    let report = try await again.reconcile(active: [])
    #expect(report.recovered == (step < 3 ? [id] : []))
    let detail = try #require(try await again.session(id))
    #expect(detail.record.audio?.samples == 800)
    #expect(detail.text == (step < 3 ? nil : "Spoken."))
    #expect(try Files.read(files.audio, limit: 10_000) == waveBytes(samples: 800))
    #expect(try await again.reconcile(active: []).isUnchanged)
  }

  @Test func `the audio of a session that is not there is a typed error`() async throws {
    let store = try await open()
    let error = await historyError { try await store.audioReference(for: id) }
    #expect(error?.code == .ioError)
    #expect(error?.systemCode == ENOENT)
    try Files.replace(store.files(for: id).audio, with: Array("not sound".utf8))
    #expect(await historyError { try await store.audioReference(for: id) }?.systemCode == EINVAL)
  }
}
