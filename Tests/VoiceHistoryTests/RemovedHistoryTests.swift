import Domain
import Glibc
import SystemCalls
import TestSupport
import Testing

@testable import VoiceHistory

/// The database or its folder goes away while a daemon has it open.
@Suite struct RemovedHistoryTests {
  enum Loss: CaseIterable, CustomTestStringConvertible {
    case databaseRemoved, folderRemoved, folderMoved, databaseReplaced

    var testDescription: String { "\(self)" }

    func happen(to voice: String, in folder: TemporaryFolder) async throws {
      switch self {
      case .databaseRemoved:
        for name in try Files.names(in: voice) { unlink(voice + "/" + name) }
      case .folderRemoved: TemporaryFolder.remove(voice)
      case .folderMoved: try retrying("rename", voice) { rename(voice, folder.file("moved")) }
      case .databaseReplaced:
        // A copy that was put back, with a session of its own.
        let other = folder.file("other")
        do {
          let store = try await VoiceStore(folder: other)
          try await store.commit(sessionRecord(sessionID(9)), results: stages("From the copy"))
        }
        TemporaryFolder.remove(voice)
        try retrying("rename", voice) { rename(other, voice) }
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func `a session after the loss is in the history that people see, and it is said`(loss: Loss) async throws {
    let folder = try TemporaryFolder()
    let voice = folder.file("voice")
    let store = try await VoiceStore(folder: voice)
    try await store.commit(sessionRecord(sessionID(1)), results: stages("Before"))
    try await loss.happen(to: voice, in: folder)
    try await store.commit(sessionRecord(sessionID(2)), results: stages("After"))
    let seen = try HistoryReader(folder: voice).sessions(limit: 10).sessions.map(\.record.id)
    #expect(seen == (loss == .databaseReplaced ? [sessionID(2), sessionID(9)] : [sessionID(2)]))
    #expect(store.openingReport.message?.hasPrefix("voice history was removed or replaced while") == true)
    #expect(TemporaryFolder.mode(voice) == 0o700)
    #expect(TemporaryFolder.mode(voice + "/history.sqlite") == 0o600)
    if loss == .folderMoved {
      let old = try HistoryReader(folder: folder.file("moved")).sessions(limit: 10).sessions
      #expect(old.map(\.record.id) == [sessionID(1)])
    }
  }

  @Test func `a history that cannot be made again is a failure that stays visible until it can`() async throws
  {
    let folder = try TemporaryFolder()
    let voice = folder.file("voice")
    let store = try await VoiceStore(folder: voice)
    TemporaryFolder.remove(voice)
    try Files.replace(voice, with: Array("in the way".utf8))
    let error = await historyError { try await store.commit(sessionRecord(sessionID(1)), results: []) }
    #expect(error?.code == .notWritable && store.lastFailure == error)
    unlink(voice)
    try await store.commit(sessionRecord(sessionID(1)), results: [])
    #expect(store.lastFailure == nil)
  }

  @Test func `a history that nobody touches is not opened anew`() async throws {
    let folder = try TemporaryFolder()
    let store = try await VoiceStore(folder: folder.file("voice"))
    for number in 1...3 { try await store.commit(sessionRecord(sessionID(number)), results: stages("Words")) }
    #expect(store.openingReport == OpeningReport())
  }
}
