import BindingEngine
import Delivery
import Domain
import Foundation
import Runtime
import Scenario
import Synchronization
import Testing

/// An executor that writes down what it is told, as effects.
private final class EffectRecorder: ActionExecuting {
  private struct State {
    var actions: [Action?] = []
    var effects: [ScenarioEffect] = []
  }

  private let state = Mutex(State())

  private func add(_ effect: BindingEffect) {
    state.withLock { $0.effects.append(ScenarioEffect(effect, $0.actions)) }
  }

  func begin(_ action: ActionSlot, _ cause: Cause, generation: Int) -> Bool {
    add(.begin(action, cause))
    return true
  }

  func end(_ action: ActionSlot, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {
    add(.end(action, reason))
  }

  func cancel(_ action: ActionSlot, _ reason: Reason, generation: Int) { add(.cancel(action, reason)) }
  func adopt(_ table: ActionTable) { state.withLock { $0.actions = table.actions } }
  func devicesChanged(_ devices: [DeviceDescriptor]) {}
  func releaseAll() {}
  func keepWords() {}

  func take() -> [ScenarioEffect] {
    state.withLock { state in
      defer { state.effects = [] }
      return state.effects
    }
  }
}

private final class VirtualClock: Sendable {
  private let instant = Mutex(MonotonicInstant(nanoseconds: 0))

  var now: MonotonicInstant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }
}

private let scenarioFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Scenarios")

private func scenarioNames() -> [String] {
  ["", "timed/", "keyboard/", "values/"].flatMap { folder in
    let path = scenarioFolder.path + "/" + folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".scenario") }.sorted().map { folder + $0 }
  }
}

/// The second runner of the scenario files: the daemon's hot path with an executor that writes down.
@Suite struct ScenarioOverInputCoreTests {
  @Test(arguments: scenarioNames()) func everyScenarioHoldsInTheDaemonsHotPath(name: String) throws {
    let text = try String(contentsOf: scenarioFolder.appending(path: name), encoding: .utf8)
    let scenario = try Scenario.parse(text)
    let recorder = EffectRecorder()
    let start = MonotonicInstant(nanoseconds: 0)
    let clock = VirtualClock()
    let core = InputCore(
      profile: scenario.profiles[0], times: scenario.times, executor: recorder, inbox: RuntimeInbox(),
      now: { clock.now })
    var player = ScenarioPlayer(scenario)
    var check = ScenarioCheck()
    func pass(until instant: MonotonicInstant) {
      while let deadline = core.deadline, deadline <= instant {
        core.deadlinePassed(at: deadline)
        check.observe(recorder.take(), at: start.duration(to: deadline))
      }
    }
    for fact in player.start() { apply(fact, at: start, to: core) }
    check.observe(recorder.take(), at: .zero)
    for line in scenario.lines {
      pass(until: start.advanced(by: line.time))
      check.reach(line)
      guard case .input(let input) = line.event else { continue }
      let instant = start.advanced(by: line.time)
      clock.now = instant
      for fact in player.facts(for: input, at: instant) { apply(fact, at: instant, to: core) }
      check.observe(recorder.take(), at: line.time)
    }
    pass(until: MonotonicInstant(nanoseconds: .max))
    check.finish()
    #expect(check.failures == [])
  }

  @Test func theScenarioFilesAreFound() { #expect(scenarioNames().count >= 60) }

  @Test func newsOfAnOldSessionDoesNotEndANewOne() throws {
    let recorder = EffectRecorder()
    let core = InputCore(
      profile: ProfileEnvelope.standard.profiles[0], executor: recorder, inbox: RuntimeInbox())
    core.command(.begin, .localDictation)
    core.command(.end, .localDictation)
    core.command(.begin, .localDictation)
    core.dictationEnded(generation: 1)
    core.command(.end, .localDictation)
    #expect(recorder.take().count == 4, "the second session is still ended by its own command")
    core.command(.begin, .localDictation)
    core.dictationEnded(generation: 3)
    core.command(.end, .localDictation)
    #expect(recorder.take().count == 1, "the third ended by itself, so nothing is left to end")
  }

  private func apply(_ fact: BindingFact, at instant: MonotonicInstant, to core: InputCore) {
    switch fact {
    case .attached(let device): core.attached(device)
    case .control(let event): core.received(event)
    case .deviceRemoved(let device): core.detached(device)
    case .commanded(let verb, let action): core.command(verb, action)
    case .profileReplaced(let profile): core.adopt(profile, chords: [:])
    case .suspended: core.suspend()
    case .chord(let chord, let isDown, let source):
      core.chord(chord, isDown: isDown, source: source, at: instant)
    case .chordSourceLost(let source): core.chordSourceLost(source)
    case .deadlinePassed: core.deadlinePassed(at: instant)
    // Every begin of a scenario is the newest of its Action; any generation up to the count may be the one.
    case .actionEnded:
      for generation in 1...100 { core.dictationEnded(generation: generation) }
    }
  }
}
