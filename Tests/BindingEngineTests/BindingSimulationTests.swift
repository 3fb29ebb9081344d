import BindingSimulation
import Testing

/// One at a time: the other thread of a small machine is for tests that wait for answers.
@Suite("Simulation of the binding machine", .serialized)
struct BindingSimulationTests {
  /// `make soak` plays ten millions.
  static let steps = 20_000

  @Test("Actions begin and end in turn, and nothing goes on by itself", arguments: UInt64(1)...10)
  func invariantsHold(_ seed: UInt64) {
    var life = Simulation(seed: seed)
    for step in 0..<Self.steps {
      if let violation = life.step() {
        Issue.record("seed \(seed), step \(step): \(violation)")
        return
      }
      if step % 100 == 0 { #expect(life.checkControls() == nil) }
    }
    #expect(life.begins > 500, "seed \(seed): the simulation begins too few actions to mean anything")
    #expect(life.ends > 500, "seed \(seed)")
  }

  /// `make soak` visits all.
  @Test("Every state that two Devices, a chord and two profiles can come to holds", arguments: [0, 1])
  func states(_ world: Int) {
    var exploration = Exploration(ExplorationWorld.all[world])
    let result = exploration.run(limit: 1_000)
    #expect(result.violation == nil)
    #expect(result.states >= 1_000)
  }
}
