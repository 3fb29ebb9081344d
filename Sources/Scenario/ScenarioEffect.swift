public import BindingEngine
public import Domain

/// An effect with the Action that its slot stands for.
public enum ScenarioEffect: Hashable, Sendable {
  case begin(Action, Cause)
  case end(Action, Reason)
  case cancel(Action, Reason)

  /// - Parameter actions: by slot, as they are at the time of the effect.
  public init(_ effect: BindingEffect, _ actions: [Action?]) {
    let action = actions[Int(effect.action.rawValue)] ?? .none
    self =
      switch effect {
      case .begin(_, let cause): .begin(action, cause)
      case .end(_, let reason): .end(action, reason)
      case .cancel(_, let reason): .cancel(action, reason)
      }
  }

  public var action: Action {
    switch self {
    case .begin(let action, _), .end(let action, _), .cancel(let action, _): action
    }
  }

  /// The effect as a scenario would ask for it.
  public var expectation: ScenarioExpectation {
    switch self {
    case .begin(let action, _): .begin(action)
    case .end(let action, let reason): .end(action, reason)
    case .cancel(let action, let reason): .cancel(action, reason)
    }
  }
}

extension BindingMachine {
  /// One fact, with Actions in place of their slots.
  public mutating func play(_ fact: BindingFact, at instant: MonotonicInstant) -> [ScenarioEffect] {
    let effects = handle(fact, at: instant)
    return effects.map { ScenarioEffect($0, actions) }
  }
}
