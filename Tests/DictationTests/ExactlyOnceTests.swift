import Audio
import Delivery
import Dispatch
import Domain
import Refinement
import Speech
import Synchronization
import SystemCalls
import TestSupport
import Testing
import Transcript
import VoiceHistory

@testable import Dictation

/// A seeded generator (SplitMix64), so that a failing course can be played again.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// One sentence whose edges answer in any order, fail, or answer twice.
private struct Course {
  /// Each edge's own answers, in their order; of all edges together any order can come.
  var edges: [[Step]] = []

  enum Step: Hashable {
    case opened, firstFrame, frames, captureEnds, captureFails
    case released, cancelled, letGo
    case words, noWords, recognitionFails
    case target, noTarget, password
    case refined, fallback
  }

  init(_ generator: inout Seeded) {
    edges = [
      [.opened, .firstFrame, .frames] + (chance(6, &generator) ? [.captureFails] : [.captureEnds]),
      chance(8, &generator) ? [.letGo, .released] : chance(8, &generator) ? [.cancelled] : [.released],
      chance(6, &generator) ? [.recognitionFails] : chance(6, &generator) ? [.noWords] : [.words],
      chance(6, &generator) ? [.noTarget] : chance(12, &generator) ? [.password] : [.target],
    ]
  }

  func chance(_ oneIn: Int, _ generator: inout Seeded) -> Bool {
    Int.random(in: 0..<oneIn, using: &generator) == 0
  }
}

@Suite struct ExactlyOnceTests {
  private static let failure = SpeechError(.workerHung, detail: "5 s")
  private static let document = Document(blocks: [.paragraph("Hello, refined.")])
  private static let evidence = RefinerEvidence(identity: nil)

  @Test
  func
    `a thousand sentences whose edges fail and answer in any order arrive once or not at all, and are found again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let voice = try await VoiceStore(folder: folder.path)
    for seed in 0..<1_000 {
      let course = await play(seed, voice)
      #expect(course == nil, "seed \(seed): \(course ?? "")")
    }
  }

  @Test
  func `where nothing is kept, a text that did not arrive is there to be delivered again, and no password`()
    async
  {
    for seed in 0..<1_000 {
      let course = await play(seed, nil)
      #expect(course == nil, "seed \(seed): \(course ?? "")")
    }
  }

  /// - Parameter voice: nil: nothing is kept.
  /// - Returns: what is wrong; nil where nothing is.
  private func play(_ seed: Int, _ voice: VoiceStore?) async -> String? {
    var generator = Seeded(seed)
    let stage = Stage(voice: voice)
    let outcomes: [DeliveryReport.Outcome] = [
      .typed, .inserted, .kept(.target(.targetChanged)), .partial(charactersDelivered: 2, reason: .cancelled),
    ]
    stage.becomes([outcomes.randomElement(using: &generator) ?? .typed])
    let refines = Bool.random(using: &generator)
    let runner = stage.makeRunner(hasTargets: true, refines: true)
    runner.settle {
      $0.begin(
        SessionCause(instant: .now(), action: refines ? .localAIDictation : .localDictation), generation: 1)
    }
    var edges = Course(&generator).edges
    var played: [Course.Step] = []
    var isRefined = false
    while true {
      if !stage.requests.isEmpty, !isRefined {
        isRefined = true
        edges.append(Bool.random(using: &generator) ? [.refined, .refined] : [.fallback, .refined])
      }
      let possible = edges.indices.filter { edges[$0].first.map { isPossible($0, stage) } ?? false }
      guard let index = possible.randomElement(using: &generator) else { break }
      let step = edges[index].removeFirst()
      played.append(step)
      perform(step, stage, runner)
      runner.settle()
    }
    await finish(stage, runner, &isRefined)
    if !stage.lastReportIsTheEnd { return "no end in time after \(played)" }
    return voice == nil ? await verdictOnMemory(stage, runner, played) : verdict(stage, played)
  }

  private func verdictOnMemory(
    _ stage: Stage, _ runner: DictationRunner, _ played: [Course.Step]
  ) async -> String? {
    guard let ending = stage.endings.first?.ending else { return "no end after \(played)" }
    if played.contains(.letGo) { return nil }
    let before = stage.delivered
    stage.becomes([.typed])
    let asked = stage.targetsAsked
    let answer = Mutex<Bool?>(nil)
    runner.settle {
      $0.redeliver(nil) { result in answer.withLock { $0 = (try? result.get()) != nil } }
    }
    var isFound = false
    while answer.withLock({ $0 == nil }) {
      if !isFound, stage.targetsAsked > asked {
        isFound = true
        stage.find(.target(.unverified), asked)
      }
      await Task.yield()
    }
    let isDelivered = answer.withLock { $0 == true }
    if played.contains(.password) {
      return isDelivered ? "a password was held after \(played)" : nil
    }
    switch ending {
    case .kept: return isDelivered ? nil : "a text is lost after \(played)"
    case .delivered, .noSpeech, .cancelled:
      return isDelivered ? "a text was held for nothing after \(played)" : nil
    case .failed, .recovered:
      let isOnce = stage.delivered.count == before.count + (isDelivered ? 1 : 0)
      return isOnce ? nil : "delivered more than once after \(played)"
    }
  }

  /// The file's and the store's answers come from queues of their own.
  private func finish(_ stage: Stage, _ runner: DictationRunner, _ isRefined: inout Bool) async {
    let limit = MonotonicInstant.now().advanced(by: .seconds(20))
    while !stage.lastReportIsTheEnd, MonotonicInstant.now() < limit {
      await Task.yield()
      runner.settle()
      if stage.recognitionCalls(0).contains(.finish) { stage.answer("Late.", 0) }
      if !stage.requests.isEmpty, !isRefined {
        isRefined = true
        stage.refine(.fallback(.deadline, Self.evidence))
      }
    }
  }

  /// A recogniser gives its result when it is asked for it; everything else can come at any time.
  private func isPossible(_ step: Course.Step, _ stage: Stage) -> Bool {
    step != .words && step != .noWords || stage.recognitionCalls(0).contains(.finish)
  }

  private func perform(_ step: Course.Step, _ stage: Stage, _ runner: DictationRunner) {
    switch step {
    case .opened: stage.say(.opened(.now()))
    case .firstFrame: stage.say(.firstFrame(.now()))
    case .frames: stage.say(.frames([1, 2, 3]))
    case .captureEnds: stage.say(.ended(.finished))
    case .captureFails: stage.say(.ended(.failed(AudioError(.serverGone))))
    case .released: runner.settle { $0.end(generation: 1, at: .now()) }
    case .cancelled: runner.settle { $0.cancel(generation: 1) }
    case .letGo: runner.settle { $0.letGo() }
    case .words: stage.answer("Hello there.", 0)
    case .noWords: stage.answer("", 0)
    case .recognitionFails: stage.answer(.failed(Self.failure), 0)
    case .target: stage.find(.target(.unverified))
    case .noTarget: stage.find(.refused(TargetRefusal(problem: .textSelected)))
    case .password: stage.find(.refused(TargetRefusal(problem: .passwordField)))
    case .refined: stage.refine(.refined(Self.document, Self.evidence))
    case .fallback: stage.refine(.fallback(.deadline, Self.evidence))
    }
  }

  private func verdict(_ stage: Stage, _ played: [Course.Step]) -> String? {
    let endings = stage.endings
    guard endings.count == 1, let ending = endings.first?.ending else {
      return "\(endings.count) ends after \(played)"
    }
    if stage.delivered.count > 1 { return "delivered \(stage.delivered.count) times after \(played)" }
    if played.contains(.password) {
      return stage.stored.isEmpty && stage.delivered.isEmpty ? nil : "a password was kept after \(played)"
    }
    if ending == .delivered, stage.delivered.count != 1 { return "not delivered after \(played)" }
    if stage.stored.isEmpty {
      return stage.delivered.isEmpty && ending != .kept ? nil : "not stored after \(played)"
    }
    let results = stage.results.flatMap { $0 }
    if !stage.delivered.isEmpty, !results.contains(where: { $0.stage == .raw && !$0.text.isEmpty }) {
      return "delivered text is in no history after \(played)"
    }
    if stage.stored[0].audio == nil { return "the audio is lost after \(played)" }
    return nil
  }
}
