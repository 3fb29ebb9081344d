import BindingEngine
import Domain
import Scenario
import Testing

@Suite("Scenarios over the binding machine")
struct ScenarioRunTests {
  @Test("What is observed of a scenario file is what it expects", arguments: ScenarioFiles.allScenarios)
  func observed(_ name: String) throws {
    let scenario = try ScenarioFiles.scenario(name)
    let observed = scenario.withObservedExpectations()
    #expect(observed.failures() == [])
    let written = try Scenario.parse(ScenarioText.text(observed))
    #expect(written.failures() == [])
    let begins = { (scenario: Scenario) in
      scenario.lines.filter { if case .expect(.begin) = $0.event { true } else { false } }.map(\.event)
    }
    #expect(begins(written) == begins(scenario))
  }

  @Test("Every scenario file holds", arguments: ScenarioFiles.allScenarios)
  func holds(_ name: String) throws {
    let scenario = try ScenarioFiles.scenario(name)
    let failures = scenario.failures()
    #expect(failures == [])
    let isRecording = scenario.isRecording
    #expect(!isRecording, "a scenario expects something")
    #expect(scenario.title != "")
  }

  @Test("The files are found, and their titles differ")
  func filesAreFound() throws {
    let titles = try ScenarioFiles.allScenarios.map { try ScenarioFiles.scenario($0).title }
    #expect(titles.count >= 60)
    #expect(Set(titles).count == titles.count)
  }

  @Test("The recorded hold is a press and a release of the center pedal, 2.5 s apart")
  func recordedHold() throws {
    let recording = try ScenarioFiles.scenario("recordings/infinity-hold.recording")
    #expect(recording.isRecording)
    let effects = play(recording, profile: try #require(ProfileEnvelope.standard.active))
    let address = ControlAddress(device: DeviceHandle(rawValue: 1), control: 1)
    #expect(
      effects == [
        .begin(.localDictation, .control(address, at: MonotonicInstant(nanoseconds: 0))),
        .end(.localDictation, .released),
      ])
    #expect(recording.lines.last?.time == .milliseconds(2500))
  }

  @Test(
    "Every recording ends with nothing pressed",
    arguments: ScenarioFiles.names(".recording", in: "recordings"))
  func recordingsEndReleased(_ name: String) throws {
    let recording = try ScenarioFiles.scenario(name)
    #expect(recording.isRecording)
    let profile = try #require(ProfileEnvelope.standard.active)
    let effects = play(recording, profile: profile)
    #expect(effects.map(\.action).filter { $0 == .localDictation }.count == 2)
  }

  @Test("A scenario that expects the wrong thing fails, with the line")
  func wrongExpectationFails() throws {
    let text = """
      # wrong
      device pedal vec-infinity
      bind pedal center momentary localDictation
      0 ms  press pedal center
      0 ms  expect nothing
      1 ms  release pedal center
      1 ms  expect end localDictation toggled
      2 ms  expect begin localDictation
      3 ms  press pedal center
      """
    #expect(
      try Scenario.parse(text).failures() == [
        "line 5: expected nothing, begin localDictation came",
        "line 6: begin localDictation at 0 ms was not expected",
        "line 7: expected end localDictation toggled, end localDictation released came",
        "line 8: expected begin localDictation, nothing came",
        "at the end: begin localDictation was not expected",
      ])
  }

  private func play(_ scenario: Scenario, profile: Profile) -> [ScenarioEffect] {
    var player = ScenarioPlayer(scenario)
    var machine = BindingMachine(profile: profile)
    let start = MonotonicInstant(nanoseconds: 0)
    var effects = player.start().flatMap { machine.play($0, at: start) }
    for line in scenario.lines {
      guard case .input(let input) = line.event else { continue }
      let instant = start.advanced(by: line.time)
      effects += player.facts(for: input, at: instant).flatMap { machine.play($0, at: instant) }
    }
    #expect(machine.pressedControls.isEmpty)
    return effects
  }
}
