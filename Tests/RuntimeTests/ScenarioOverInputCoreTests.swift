import BindingEngine
import Delivery
import Domain
import Foundation
import Runtime
import Scenario
import Synchronization
import Testing

/// An executor that only writes down what it is told, as effects.
private final class EffectRecorder: ActionExecuting {
  let effects = Mutex<[BindingEffect]>([])

  func begin(_ action: Action, _ cause: Cause, generation: Int) -> Bool {
    effects.withLock { $0.append(.begin(action, cause)) }
    return true
  }

  func end(_ action: Action, _ reason: Reason, generation: Int, at instant: MonotonicInstant) {
    effects.withLock { $0.append(.end(action, reason)) }
  }

  func cancel(_ action: Action, _ reason: Reason, generation: Int) {
    effects.withLock { $0.append(.cancel(action, reason)) }
  }

  func adopt(profile: String, chords: [KeyChord: ResolvedChord]) {}
  func devicesChanged(_ devices: [DeviceDescriptor]) {}
  func releaseAll() {}

  func take() -> [BindingEffect] {
    effects.withLock { effects in
      defer { effects = [] }
      return effects
    }
  }
}

private let scenarioFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Scenarios")

private func scenarioNames() -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: scenarioFolder.path)) ?? []
  return names.filter { $0.hasSuffix(".scenario") }.sorted()
}

/// The second runner of the scenario files: the daemon's hot path with an executor that writes down.
@Suite struct ScenarioOverInputCoreTests {
  @Test(arguments: scenarioNames()) func everyScenarioHoldsInTheDaemonsHotPath(name: String) throws {
    let text = try String(contentsOf: scenarioFolder.appending(path: name), encoding: .utf8)
    let scenario = try Scenario.parse(text)
    let recorder = EffectRecorder()
    let core = InputCore(profile: scenario.profiles[0], executor: recorder, inbox: RuntimeInbox())
    var player = ScenarioPlayer(scenario)
    var check = ScenarioCheck()
    for fact in player.start() { apply(fact, to: core) }
    check.observe(recorder.take(), at: .zero)
    for line in scenario.lines {
      check.reach(line)
      guard case .input(let input) = line.event else { continue }
      let instant = MonotonicInstant(nanoseconds: 0).advanced(by: line.time)
      for fact in player.facts(for: input, at: instant) { apply(fact, to: core) }
      check.observe(recorder.take(), at: line.time)
    }
    check.finish()
    #expect(check.failures == [])
  }

  @Test func theScenarioFilesAreFound() { #expect(scenarioNames().count >= 20) }

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

  private func apply(_ fact: BindingFact, to core: InputCore) {
    switch fact {
    case .attached(let device): core.attached(device)
    case .control(let event): core.received(event)
    case .deviceRemoved(let device): core.detached(device)
    case .commanded(let verb, let action): core.command(verb, action)
    case .profileReplaced(let profile): core.adopt(profile, chords: [:])
    case .suspended: core.suspend()
    // Every begin of a scenario is the newest of its Action; any generation up to the count may be the one.
    case .actionEnded:
      for generation in 1...100 { core.dictationEnded(generation: generation) }
    }
  }
}
