public import BindingEngine
internal import Domain

/// What happens while a scenario is played against a binding machine, in its order.
public enum ScenarioMoment: Sendable {
  /// The next line, before it has any effect.
  case line(TimedLine)
  /// What the line has come to, as the machine is told of it.
  case fact(BindingFact)
  case effect(ScenarioEffect)
}

extension Scenario {
  /// Plays the scenario on a virtual clock. The machine's deadlines pass between the lines, and those that are left after
  /// the last one.
  ///
  /// - Parameter observe: every moment with its time since the start.
  public func play(_ observe: (ScenarioMoment, Duration) -> Void) {
    var player = ScenarioPlayer(self)
    var machine = BindingMachine(profile: profiles[0], times: times)
    let start = MonotonicInstant(nanoseconds: 0)
    func tell(_ fact: BindingFact, at instant: MonotonicInstant) {
      let time = start.duration(to: instant)
      observe(.fact(fact), time)
      for effect in machine.play(fact, at: instant) { observe(.effect(effect), time) }
    }
    func pass(until instant: MonotonicInstant) {
      while let deadline = machine.deadline, deadline <= instant { tell(.deadlinePassed, at: deadline) }
    }
    for fact in player.start() { tell(fact, at: start) }
    for line in lines {
      let instant = start.advanced(by: line.time)
      pass(until: instant)
      observe(.line(line), line.time)
      guard case .input(let input) = line.event else { continue }
      for fact in player.facts(for: input, at: instant) { tell(fact, at: instant) }
    }
    pass(until: MonotonicInstant(nanoseconds: .max))
  }

  /// Empty when all is as expected.
  public func failures() -> [String] {
    var check = ScenarioCheck()
    play { moment, time in
      switch moment {
      case .line(let line): check.reach(line)
      case .effect(let effect): check.observe([effect], at: time)
      case .fact: break
      }
    }
    check.finish()
    return check.failures
  }

  /// The same inputs, and as expectations what comes of them now.
  public func withObservedExpectations() -> Scenario {
    var observed = self
    observed.lines = []
    play { moment, time in
      switch moment {
      case .line(let line):
        if case .input = line.event { observed.lines.append(line) }
      case .effect(let effect):
        observed.lines.append(TimedLine(time: time, event: .expect(effect.expectation)))
      case .fact: break
      }
    }
    return observed
  }
}
