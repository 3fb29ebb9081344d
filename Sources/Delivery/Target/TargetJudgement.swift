/// What follows from what was seen. Pure.
enum TargetJudgement {
  static func capture(_ window: WindowFact, _ object: ObjectFact) -> TargetCapture {
    switch object {
    case .notAnswering: refusal(.notAnswering, window, nil)
    case .unknown: .target(target(of: window))
    case .object(let facts):
      if let problem = problem(facts) {
        refusal(problem, window, facts)
      } else {
        .target(target(of: window, facts))
      }
    }
  }

  private static func refusal(
    _ problem: TargetProblem, _ window: WindowFact, _ facts: ObjectFacts?
  ) -> TargetCapture {
    .refused(TargetRefusal(problem: problem, applicationID: window.applicationID ?? facts?.applicationName))
  }

  private static func problem(_ facts: ObjectFacts) -> TargetProblem? {
    if facts.role == .passwordText { return .passwordField }
    if facts.role.isControl { return .notText }
    if facts.hasSelection { return .textSelected }
    let isText = facts.role == .text || facts.role == .entry
    return isText && !facts.states.contains(.editable) ? .readOnly : nil
  }

  private static func target(of window: WindowFact) -> Target {
    guard case .window(let active) = window else {
      var target = Target.unverified
      target.lease.seen = window
      return target
    }
    let isTerminal = active.isConsole || TerminalApplications.contains(active.applicationID)
    return Target(
      applicationID: active.applicationID, processID: active.processID, role: isTerminal ? .terminal : nil,
      isMultiline: isTerminal ? false : nil, certainty: .window, lease: Lease(seen: window))
  }

  private static func target(of window: WindowFact, _ facts: ObjectFacts) -> Target {
    let takesText = facts.states.contains(.editable) || facts.role == .terminal
    return Target(
      applicationID: window.applicationID ?? facts.applicationName,
      processID: facts.processID ?? window.processID, role: facts.role.target,
      isMultiline: isMultiline(facts),
      certainty: takesText ? .verified : .window, nearbyText: facts.nearbyText,
      lease: Lease(
        seen: window,
        object: ObjectLease(object: facts.object, toolkit: facts.toolkit, caret: facts.caret)))
  }

  /// A line end in a terminal runs a command, so it has one line.
  private static func isMultiline(_ facts: ObjectFacts) -> Bool? {
    if facts.role == .terminal || facts.states.contains(.singleLine) { return false }
    if facts.states.contains(.multiLine) { return true }
    return facts.toolkit.marksMultiLine && facts.states.contains(.editable) ? false : nil
  }
}

extension WindowFact {
  var applicationID: String? {
    guard case .window(let window) = self else { return nil }
    return window.applicationID
  }

  var processID: Int32? {
    guard case .window(let window) = self else { return nil }
    return window.processID
  }
}

/// Terminals that no accessibility shows, by app_id and WM_CLASS.
enum TerminalApplications {
  static func contains(_ applicationID: String?) -> Bool {
    applicationID.map { PasteChord.terminals[$0.lowercased()] != nil } ?? false
  }
}
