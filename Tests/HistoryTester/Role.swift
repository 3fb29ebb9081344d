internal import Domain
internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// One of those who use a history together: `role NAME FOLDER SECONDS`. Says each thing it has done; ends with status 1 when it
/// is refused.
enum Role {
  static func run(_ words: [String]) async throws {
    guard let seconds = Int(words[3]) else { fail("no number of seconds: \(words)") }
    let end = ContinuousClock.now + .seconds(seconds)
    let (folder, voice) = (words[2], words[2] + "/voice")
    let round: Int
    switch words[1] {
    case "daemon":
      let store = try await VoiceStore(folder: voice)
      round = try await repeated(until: end) { try await daemon(store, $0) }
    case "retention":
      let retention = VoiceRetention(folder: voice)
      let policy = RetentionPolicy(mostRecordings: 40, mostBytes: nil, freeSpaceReserve: 0)
      round = try await repeated(until: end) { _ in _ = try await retention.run(policy, active: []) }
    case "search":
      round = try await repeated(until: end) { _ in try search(HistoryReader(folder: voice)) }
    case "export":
      round = try await repeated(until: end) { _ in
        let path = "\(folder)/archive-\(getpid())"
        _ = try HistoryReader(folder: voice).exportArchive(to: path)
        _ = shell("rm -rf '\(path)'")
      }
    default: round = try await repeated(until: end) { try change(words[1], voice, $0) }
    }
    say("\(round) rounds")
  }

  /// Gives the number of rounds.
  private static func repeated(
    until end: ContinuousClock.Instant, _ body: (_ round: Int) async throws -> Void
  ) async throws -> Int {
    var round = 0
    while ContinuousClock.now < end {
      try await body(round)
      round += 1
    }
    return round
  }

  private static func daemon(_ store: VoiceStore, _ round: Int) async throws {
    let id = VoiceStore.makeSessionID()
    let files = store.files(for: id)
    var record = SessionRecord(
      id: id, inputKind: .microphone, startedAt: UnixTime.nowMilliseconds(), duration: .seconds(1),
      action: .localDictation, outcome: .delivered)
    let path = files.audio
    try Files.replace(files.partialAudio, with: World.wave(samples: 400, value: UInt8(round % 250)))
    // As the recorder does: locked from the first byte until the session is stored.
    let writer = try FileDescriptor.open(files.partialAudio, O_RDWR)
    try retrying("lock", path) { flock(writer.rawValue, LOCK_EX) }
    try Files.rename(files.partialAudio, to: path)
    record.audio = try await store.audioReference(for: id)
    try await store.commit(record, results: World.results("Sentence \(round)"))
    withExtendedLifetime(writer) {}
    say("stored \(id)")
  }

  private static func search(_ reader: HistoryReader) throws {
    for page in [try reader.search("sentence", limit: 50), try reader.sessions(limit: 50)] {
      guard page.isolated.isEmpty, page.sessions.allSatisfy({ $0.results.count >= 3 }) else {
        fail("half a session was seen")
      }
    }
  }

  /// A command: opens, does one thing, closes.
  private static func change(_ role: String, _ voice: String, _ round: Int) throws {
    let sessions = try HistoryReader(folder: voice).sessions(limit: 60).sessions
    guard let id = sessions.randomElement()?.record.id else { return }
    let editor = try HistoryEditor(folder: voice)
    switch role {
    case "correct":
      do throws(HistoryError) {
        try editor.append(
          [ResultRecord(stage: .edited, origin: .correction, text: "Mended", source: 1)], to: id)
      } catch {
        // Deleted meanwhile, or corrected a thousand times.
        guard error.code == .constraint else { throw error }
        return
      }
      say("corrected \(id)")
    case "pin": _ = try editor.pin(id, round % 2 == 0)
    default:
      // Slower than the daemon stores.
      guard round % 4 == 0, try editor.remove([id]).removed == 1 else { return }
      say("deleted \(id)")
    }
  }
}
