internal import Digests
internal import Domain
internal import Glibc
internal import SystemCalls
internal import VoiceHistory

/// A history of so many sessions of five results each, as years of dictation would leave it.
///
/// Recordings are short: what they cost at a start does not depend on their length, as long as nothing has been lost.
enum Generation {
  /// Few words are said often and many seldom, as in speech: the n-th of these by Zipf's law.
  static let vocabulary = 20_000

  static func run(_ folder: String, sessions: Int, withRecordings: Bool) throws {
    let editor = try HistoryEditor(folder: folder)
    var random = Lehmer(seed: 7)
    let sound = World.wave(samples: 800, value: 1)
    let digest = SHA256.digest(of: sound)
    let start: Int64 = 1_700_000_000_000
    try editor.commitAll(count: sessions) { number in
      let time = start + Int64(number) * 60_000
      let id = VoiceStore.makeSessionID(atUnixMilliseconds: time, random: UInt32(number))
      let files = HistoryReader(folder: folder).files(for: id)
      if withRecordings { write(sound, to: files.audio) }
      let record = SessionRecord(
        id: id, inputKind: .microphone,
        startedAt: time, duration: .seconds(5), profile: number % 9 == 0 ? "writing" : "default",
        action: .localDictation, outcome: .delivered,
        audio: withRecordings
          ? AudioReference(name: files.audioName, sha256: digest, bytes: sound.count, samples: 800) : nil,
        target: "org.example.app\(number % 7)")
      return (record, results(&random))
    }
  }

  /// Without waiting for the disk.
  private static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      fail("cannot write \(path)")
    }
    close(file)
  }

  static func results(_ random: inout Lehmer) -> [ResultRecord] {
    let words = (0..<20).map { _ in word(&random) }
    let raw = words.joined(separator: " ")
    let timed = words.enumerated().map { index, word in
      TimedWord(text: word, start: .milliseconds(index * 250), end: .milliseconds(index * 250 + 200))
    }
    let texts: [(ResultStage, String)] = [
      (.edited, raw), (.formatted, raw + "."), (.delivered, raw + "."), (.edited, raw + " indeed"),
    ]
    return [
      ResultRecord(stage: .raw, origin: .capture, text: raw, model: "moonshine-base-en 1", words: timed)
    ]
      + texts.enumerated().map { index, text in
        ResultRecord(
          stage: text.0, origin: index == 3 ? .correction : .capture, text: text.1,
          source: index == 3 ? 1 : index)
      }
  }

  /// A rank by Zipf's law, written with letters.
  static func word(_ random: inout Lehmer) -> String {
    let rank = Int(pow(Double(vocabulary), random.unit()))
    return name(ofRank: rank)
  }

  static func name(ofRank rank: Int) -> String {
    let letters = Array("etaoinshrdlucmfwypvbgkjqxz")
    var text = ""
    var rest = rank
    repeat {
      text.append(letters[rest % 26])
      rest /= 26
    } while rest > 0
    return "w" + text
  }
}

/// A small generator, the same on every machine (Park and Miller, "Random number generators: good ones are hard to find", 1988).
struct Lehmer {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state * 48_271 % 2_147_483_647
    return state
  }

  /// 0..<1
  mutating func unit() -> Double { Double(next() - 1) / 2_147_483_646 }
}

/// What it takes to open, list, search, store and reconcile; one line of JSON, times in milliseconds.
enum Measuring {
  static func run(_ folder: String) async throws {
    let opening = try await milliseconds { _ = try await VoiceStore(folder: folder) }
    let store = try await VoiceStore(folder: folder)
    let reconciliation = try await milliseconds { _ = try await store.reconcile(active: []) }
    let check = try await milliseconds { try await VoiceRetention(folder: folder).check() }
    var pages: [Double] = []
    for _ in 0..<200 { pages.append(try await milliseconds { _ = try await store.sessions(limit: 20) }) }
    var random = Lehmer(seed: 11)
    var searches: [Double] = []
    var queries: [String] = []
    for round in 0..<300 {
      let query = query(&random, round)
      queries.append(query)
      searches.append(try await milliseconds { _ = try await store.search(query, limit: 20) })
    }
    let slowest = zip(searches, queries).max { $0.0 < $1.0 }?.1 ?? ""
    var inserts: [Double] = []
    for _ in 0..<100 {
      let record = SessionRecord(
        id: VoiceStore.makeSessionID(), inputKind: .microphone, startedAt: UnixTime.nowMilliseconds(),
        duration: .seconds(5), action: .localDictation, outcome: .delivered)
      let results = Generation.results(&random)
      inserts.append(try await milliseconds { try await store.commit(record, results: results) })
    }
    let statistics = try HistoryReader(folder: folder).statistics()
    let (removal, longest) = try await removal(folder)
    let (salvage, recovery) = try await losses(folder)
    say(
      """
      {"sessions":\(statistics.sessions),"bytes":\(statistics.databaseBytes),"open":\(opening),\
      "reconcile":\(reconciliation),"check":\(check),"page50":\(percentile(pages, 50)),"page95":\(percentile(pages, 95)),\
      "search50":\(percentile(searches, 50)),"search95":\(percentile(searches, 95)),"searchMax":\(percentile(searches, 100)),\
      "remove":\(removal),"removeStep":\(longest),"salvage":\(salvage),"recover":\(recovery),"slowest":"\(slowest)","insert50":\(percentile(inserts, 50)),"insert95":\(percentile(inserts, 95))}
      """)
  }

  /// Of the newest session, its words included; and the longest time for which it kept others from writing.
  private static func removal(_ folder: String) async throws -> (whole: Double, longestStep: Double) {
    let newest = try HistoryReader(folder: folder).sessions(limit: 1).sessions.map(\.record.id)
    let editor = try HistoryEditor(folder: folder)
    var last = ContinuousClock.now
    var longest = Duration.zero
    let whole = try await milliseconds {
      last = .now
      _ = try editor.remove(newest) {
        longest = max(longest, .now - last)
        last = .now
      }
    }
    return (whole, Double(longest.components.seconds) * 1000 + Double(longest.components.attoseconds) / 1e15)
  }

  /// Opening it with a damaged page; and after its database was lost, until all its recordings are sessions again.
  private static func losses(_ folder: String) async throws -> (damaged: Double, lost: Double) {
    let (damaged, lost) = (folder + "-damaged", folder + "-lost")
    for copy in [damaged, lost] { try Files.makeFolder(copy) }
    let copied = shell(
      "cp '\(folder)'/history.sqlite* '\(damaged)' && find '\(folder)' -name '*.wav' -exec cp -l -t '\(lost)' {} +"
    )
    guard copied.status == 0 else { fail("cannot copy the history") }
    try World.damageIndex(damaged + "/history.sqlite")
    // As in the background of a daemon: the opening that follows brings over what can be read.
    try? await VoiceRetention(folder: damaged).check()
    let salvage = try await milliseconds {
      let store = try await VoiceStore(folder: damaged)
      guard !store.openingReport.preserved.isEmpty else { fail("the damage was not met") }
    }
    let recovery = try await milliseconds {
      let store = try await VoiceStore(folder: lost)
      _ = try await store.reconcile(active: [])
    }
    return (salvage, recovery)
  }

  /// A word, the beginning of one, or two words, frequent and rare ones alike.
  private static func query(_ random: inout Lehmer, _ round: Int) -> String {
    let first = Generation.word(&random)
    switch round % 3 {
    case 0: return first
    case 1: return String(first.prefix(2 + round % 2))
    default: return first + " " + Generation.word(&random)
    }
  }

  private static func milliseconds(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1000 + Double(attoseconds) / 1e15
  }

  /// Nearest rank.
  private static func percentile(_ values: [Double], _ percent: Int) -> Double {
    let sorted = values.sorted()
    return sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
  }
}
