import Domain
import Refinement
import Synchronization
import SystemCalls
import Testing
import Transcript

@Suite struct RefinerRouterTests {
  private let text = "so can you hear me"

  @Test func `an answer that only edits is delivered, with what history keeps of it`() async {
    let refiner = ScriptedRefiner(.answers("So, can you hear me?"))
    let (outcome, _) = await RefinerRouter(refiner: refiner).outcome(of: text)
    #expect(outcome.text == "So, can you hear me?")
    #expect(outcome.evidence.identity == refiner.identity)
    #expect(outcome.evidence.promptRevision == RefinerEvidence.currentRevision)
    #expect(outcome.evidence.verdict == "accepted")
  }

  @Test func `an answer that is rejected is kept as evidence and not delivered`() async {
    let (outcome, _) = await RefinerRouter(refiner: ScriptedRefiner(.answers("Yes."))).outcome(of: text)
    #expect(outcome.reason == .rejected)
    #expect(outcome.evidence.verdict != "accepted")
    #expect(outcome.evidence.proposal?.rendered(.line) == "Yes.")
  }

  @Test func `what could send text away is not called in local-only mode, for a text or a warm-up`() async {
    let remote = RefinerIdentity(provider: "cloud", model: "one", locality: .remoteCapable)
    let refiner = ScriptedRefiner(.answers(text), identity: remote)
    let router = RefinerRouter(refiner: refiner)
    router.warmUp()
    #expect(await router.outcome(of: text).outcome.reason == .remoteCapable)
    await withCheckedContinuation { done in router.shutDown { done.resume() } }
    #expect(refiner.counts == ScriptedRefiner.Counts())
    let open = RefinerRouter(refiner: refiner, policy: LocalityPolicy(localOnly: false))
    #expect(await open.outcome(of: text).outcome.text == text)
  }

  @Test(arguments: [
    RefinerIdentity(provider: "other", model: "one", locality: .inProcess),
    RefinerIdentity(provider: "scripted", model: "two", locality: .inProcess),
    RefinerIdentity(provider: "scripted", model: "one", locality: .remoteCapable),
  ])
  func `an answer of somebody else is dropped`(other: RefinerIdentity) async {
    let (outcome, _) = await RefinerRouter(refiner: ScriptedRefiner(.answersAs(other))).outcome(of: text)
    #expect(outcome.reason == .wrongIdentity)
    #expect(outcome.evidence.proposal == nil)
  }

  @Test func `without a refiner, without words and with too many of them nothing is called`() async {
    #expect(await RefinerRouter(refiner: nil).outcome(of: text).outcome.reason == .off)
    let refiner = ScriptedRefiner(.answers("x"))
    let router = RefinerRouter(refiner: refiner)
    #expect(await router.outcome(of: " \n ").outcome.reason == .empty)
    let longest = String(repeating: "word ", count: RequestLimits.transcript / 5)
    #expect(await router.outcome(of: longest + "x").outcome.reason == .tooLong)
    #expect(refiner.counts.refined == 0)
    #expect(await router.outcome(of: longest).outcome.reason == .rejected)
  }

  @Test func `a provider that fails tells its reason`() async {
    let (outcome, _) = await RefinerRouter(refiner: ScriptedRefiner(.fails(.busy))).outcome(of: text)
    #expect(outcome.reason == .busy)
  }

  @Test func `a warm-up is done once at a time, and the release at the end once`() async {
    let refiner = ScriptedRefiner(.answers(text))
    let router = RefinerRouter(refiner: refiner)
    router.warmUp()
    #expect(await eventually { refiner.counts.prepared == 1 })
    await withCheckedContinuation { done in router.shutDown { done.resume() } }
    #expect(refiner.counts.released == 1)
    #expect(await router.outcome(of: text).outcome.reason == .stopped)
  }
}

/// Times of the wall clock; limits have room for a machine that builds meanwhile.
@Suite struct RefinerDeadlineTests {
  private let text = "so can you hear me"
  private let limit = Duration.milliseconds(200)

  @Test(arguments: [true, false])
  func `a provider that never ends costs its deadline and no more`(blocks: Bool) async {
    let refiner = ScriptedRefiner(blocks ? .blocks : .ignoresCancellation)
    defer { refiner.letGo() }
    let (outcome, time) = await RefinerRouter(refiner: refiner).outcome(of: text, within: limit)
    #expect(outcome.reason == .deadline)
    #expect(time >= limit && time < limit + .milliseconds(100), "\(time)")
  }

  @Test func `a cancelled refinement completes at once, and once`() async {
    let refiner = ScriptedRefiner(.ignoresCancellation)
    let router = RefinerRouter(refiner: refiner)
    let outcomes = Mutex<[RefinementOutcome]>([])
    let start = MonotonicInstant.now()
    let ticket = router.refine(
      RefinementRequest(transcript: text), deadline: start.advanced(by: .seconds(30))
    ) { outcome in
      outcomes.withLock { $0.append(outcome) }
    }
    #expect(await eventually { refiner.counts.refined == 1 })
    ticket.cancel()
    ticket.cancel()
    #expect(await eventually { !outcomes.withLock { $0.isEmpty } })
    refiner.letGo()
    #expect(await eventually { refiner.counts.ended == 1 })
    #expect(await router.outcome(of: text).outcome.text == text)
    #expect(outcomes.withLock { $0.map(\.reason) } == [.cancelled])
  }

  @Test(arguments: [true, false])
  func `a provider that ignores cancellation is refused until its calls have ended`(blocks: Bool) async {
    let refiner = ScriptedRefiner(blocks ? .blocks : .ignoresCancellation)
    let router = RefinerRouter(refiner: refiner)
    // On a busy machine the time may be over before the call has begun.
    for _ in 0..<100 where refiner.counts.refined < 4 {
      #expect(await router.outcome(of: text, within: .milliseconds(20)).outcome.reason == .deadline)
    }
    for _ in 0..<50 {
      let (outcome, time) = await router.outcome(of: text)
      #expect(outcome.reason == .overloaded)
      #expect(time < .milliseconds(500))
    }
    #expect(refiner.counts.refined == 4)
    refiner.letGo()
    #expect(await eventually { refiner.counts.ended == 4 })
    #expect(await router.outcome(of: text).outcome.text == text)
  }

  @Test func `the end of everything completes what is open, although the provider goes on`() async {
    let refiner = ScriptedRefiner(.ignoresCancellation)
    let router = RefinerRouter(refiner: refiner)
    async let open = router.outcome(of: text, within: .seconds(30))
    #expect(await eventually { refiner.counts.refined == 1 })
    await withCheckedContinuation { done in router.shutDown { done.resume() } }
    #expect(await open.outcome.reason == .stopped)
    refiner.letGo()
  }
}
