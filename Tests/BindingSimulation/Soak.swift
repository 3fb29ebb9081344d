internal import BindingEngine
internal import Domain

/// Millions of events in random lives, and every state that a small world can come to.
package enum Soak {
  /// After so many events a life begins anew with the next seed, so that a failure is found again soon.
  private static let eventsOfALife = 100_000
  /// - Returns: what went wrong, with what is needed to see it again.
  package static func simulate(
    events: Int, seed: UInt64, report: (String) -> Void
  ) -> String? {
    var (done, begins, cancels) = (0, 0, 0)
    var seed = seed
    while done < events {
      var life = Simulation(seed: seed)
      for step in 0..<min(eventsOfALife, events - done) {
        if let problem = life.step() { return "seed \(seed), event \(step): \(problem)" }
      }
      if let problem = life.checkControls() { return "seed \(seed): \(problem)" }
      done += eventsOfALife
      (begins, cancels) = (begins + life.begins, cancels + life.cancels)
      seed &+= 1
    }
    report("\(begins) Actions began, \(cancels) of them were cancelled")
    return nil
  }

  /// - Parameter limit: states of one world; each takes some 2 KB.
  package static func explore(limit: Int, report: (String) -> Void) -> String? {
    for world in ExplorationWorld.all {
      var exploration = Exploration(world)
      let result = exploration.run(limit: limit)
      report(
        "\(world.name): \(result.states) states, \(result.transitions) transitions, "
          + (result.isComplete ? "complete" : "ended at the limit"))
      if let violation = result.violation { return "\(world.name): \(violation)" }
    }
    return nil
  }
}
