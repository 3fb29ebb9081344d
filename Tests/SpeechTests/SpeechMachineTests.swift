import Domain
import Models
import Testing

@testable import Speech

@Suite struct SpeechMachineTests {
  private let model = ModelIdentity(id: "m", version: "1")

  private func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func makeMachine() -> SpeechMachine {
    var configuration = SpeechConfiguration(workerPath: "/w", modelFolder: "/m")
    configuration.loadLimit = .seconds(10)
    configuration.idleExit = .seconds(60)
    configuration.decodeLimit = .seconds(2)
    configuration.decodeLimitFactor = 0.5
    return SpeechMachine(configuration: configuration)
  }

  private func readyMachine() -> SpeechMachine {
    var machine = makeMachine()
    _ = machine.handle(.wakeAsked, at: at(0))
    _ = machine.handle(.workerStarted, at: at(0))
    _ = machine.handle(ready, at: at(1_000))
    return machine
  }

  private var ready: SpeechFact {
    .workerReplied(.ready(WorkerReply.Ready(model: model, loadMilliseconds: 5)))
  }

  private func result(_ session: UInt32) -> WorkerReply.Result {
    WorkerReply.Result(session: session, audioSamples: 16_000, speechSamples: 0, segments: [], retried: false)
  }

  private let load = SpeechEffect.send(
    .load(WorkerRequest.Load(modelFolder: "/m", policy: RecognitionPolicy())))

  @Test func `begin starts a worker and sends everything at once, before the model is loaded`() {
    var machine = makeMachine()
    #expect(machine.handle(.sessionBegun(1), at: at(0)) == [.startWorker, load, .send(.begin(1))])
    #expect(machine.handle(.workerStarted, at: at(1)) == [])
    #expect(machine.handle(.audioAppended(1, samples: 100), at: at(2)) == [.sendAudio])
    #expect(machine.handle(.sessionFinished(1), at: at(3)) == [.send(.finish(1))])
    #expect(machine.handle(ready, at: at(4)) == [.announce(1, .ready)])
  }

  @Test func `a worker that runs is not started again`() {
    var machine = makeMachine()
    #expect(machine.handle(.wakeAsked, at: at(0)) == [.startWorker, load])
    _ = machine.handle(.workerStarted, at: at(0))
    #expect(machine.handle(.wakeAsked, at: at(1)) == [])
    #expect(machine.handle(.sessionBegun(1), at: at(2)) == [.send(.begin(1))])
  }

  @Test func `a result is told once, with the time since finish`() {
    var machine = readyMachine()
    #expect(machine.handle(.sessionBegun(1), at: at(2_000)) == [.send(.begin(1)), .announce(1, .ready)])
    _ = machine.handle(.sessionFinished(1), at: at(5_000))
    let expected = RecognitionResult(result(1), decodeDuration: .milliseconds(40), model: model)
    #expect(
      machine.handle(.workerReplied(.result(result(1))), at: at(5_040)) == [.announce(1, .result(expected))])
    #expect(machine.handle(.workerReplied(.result(result(1))), at: at(5_050)) == [])
  }

  @Test func `beginning again cancels the former session, and its late result is dropped`() {
    var machine = readyMachine()
    _ = machine.handle(.sessionBegun(1), at: at(2_000))
    _ = machine.handle(.sessionFinished(1), at: at(2_100))
    #expect(
      machine.handle(.sessionBegun(2), at: at(2_200)) == [
        .send(.cancel(1)), .send(.begin(2)), .announce(2, .ready),
      ])
    #expect(machine.handle(.workerReplied(.result(result(1))), at: at(2_300)) == [])
    #expect(machine.handle(.audioAppended(1, samples: 5), at: at(2_400)) == [])
    #expect(machine.session?.number == 2)
  }

  @Test func `cancel ends the session without a word`() {
    var machine = readyMachine()
    _ = machine.handle(.sessionBegun(1), at: at(2_000))
    #expect(machine.handle(.sessionCancelled(1), at: at(2_100)) == [.send(.cancel(1))])
    #expect(machine.session == nil)
    #expect(machine.handle(.sessionCancelled(1), at: at(2_200)) == [])
  }

  @Test func `a lost worker fails the session and the next begin starts another`() {
    var machine = readyMachine()
    _ = machine.handle(.sessionBegun(1), at: at(2_000))
    let error = SpeechError(.workerCrashed, detail: "signal 11")
    #expect(machine.handle(.workerLost(error), at: at(2_100)) == [.endWorker, .announce(1, .failed(error))])
    #expect(machine.lastFailure == error)
    #expect(machine.handle(.sessionBegun(2), at: at(2_200)) == [.startWorker, load, .send(.begin(2))])
    #expect(machine.lastFailure == nil)
  }

  @Test func `a result may take the fixed time and half of its audio, and not a moment more`() {
    var machine = readyMachine()
    _ = machine.handle(.sessionBegun(1), at: at(2_000))
    _ = machine.handle(.audioAppended(1, samples: 32_000), at: at(2_000))
    #expect(machine.nextDeadline == nil)
    _ = machine.handle(.sessionFinished(1), at: at(4_000))
    #expect(machine.nextDeadline == at(7_000))
    #expect(machine.handle(.timePassed, at: at(6_999)) == [])
    let error = SpeechError(.workerHung, detail: "3000 ms")
    #expect(machine.handle(.timePassed, at: at(7_000)) == [.endWorker, .announce(1, .failed(error))])
  }

  @Test func `while the model loads only the load limit counts; the decode limit runs from then`() {
    var machine = makeMachine()
    _ = machine.handle(.sessionBegun(1), at: at(0))
    _ = machine.handle(.workerStarted, at: at(0))
    _ = machine.handle(.sessionFinished(1), at: at(100))
    #expect(machine.nextDeadline == at(10_000))
    _ = machine.handle(ready, at: at(9_000))
    #expect(machine.nextDeadline == at(11_000))
  }

  @Test func `a model that does not load in time fails the session`() {
    var machine = makeMachine()
    _ = machine.handle(.sessionBegun(1), at: at(0))
    _ = machine.handle(.workerStarted, at: at(0))
    #expect(machine.handle(.timePassed, at: at(9_999)) == [])
    let error = SpeechError(.loadTimeout, detail: "10 s")
    #expect(machine.handle(.timePassed, at: at(10_000)) == [.endWorker, .announce(1, .failed(error))])
  }

  @Test func `an idle worker is ended, and the time runs from the end of the last session`() {
    var machine = readyMachine()
    #expect(machine.nextDeadline == at(61_000))
    _ = machine.handle(.sessionBegun(1), at: at(50_000))
    #expect(machine.nextDeadline == nil)
    _ = machine.handle(.sessionCancelled(1), at: at(55_000))
    #expect(machine.handle(.timePassed, at: at(114_999)) == [])
    #expect(machine.handle(.timePassed, at: at(115_000)) == [.endWorker])
    #expect(machine.worker == .none)
    #expect(machine.lastFailure == nil)
    #expect(machine.nextDeadline == nil)
  }

  @Test func `too much waiting audio ends the worker, since a stuck one would fail every session`() {
    var machine = readyMachine()
    _ = machine.handle(.sessionBegun(1), at: at(2_000))
    #expect(machine.handle(.queueOverflowed(7), at: at(2_050)) == [])
    let error = SpeechError(.overflow, detail: "600 s")
    #expect(machine.handle(.queueOverflowed(1), at: at(2_100)) == [.endWorker, .announce(1, .failed(error))])
  }

  @Test func `a worker that answers out of turn is not of our version`() {
    for reply in [
      WorkerReply.ready(WorkerReply.Ready(model: model, loadMilliseconds: 1)), .result(result(1)),
    ] {
      var machine = readyMachine()
      _ = machine.handle(.sessionBegun(1), at: at(2_000))
      _ = machine.handle(.workerReplied(reply), at: at(2_100))
      #expect(machine.lastFailure?.code == .protocolViolation)
    }
  }

  @Test func `shutting down ends the worker and tells nobody`() {
    var machine = readyMachine()
    _ = machine.handle(.sessionBegun(1), at: at(2_000))
    #expect(machine.handle(.shutDownAsked, at: at(2_100)) == [.endWorker])
    #expect(machine.handle(.shutDownAsked, at: at(2_200)) == [])
  }

  @Test(arguments: SpeechError.Code.allCases)
  func `every message says what to do or what happens next`(code: SpeechError.Code) {
    let message = SpeechError(code, detail: "THE DETAIL").message
    #expect(message.contains("THE DETAIL"))
    #expect(code == .modelMissing || code == .modelDamaged || message.contains("speech"))
  }
}
