import Testing

@testable import Delivery

@Suite struct LeaseCheckTests {
  static let object = ObjectLease(
    object: AccessibleObject(owner: ":1.5", path: "/a"), toolkit: .gtk3, caret: 3)

  static func window(_ container: Int64, _ process: Int32 = 7) -> WindowFact {
    .window(ActiveWindow(identity: .sway(container: container), processID: process))
  }

  static let windows: [(leased: WindowFact, now: WindowFact, TargetProblem?)] = [
    (window(1), window(1), nil), (window(1), window(2), .targetChanged),
    // The same number for another process: windows' numbers are used again.
    (window(1), window(1, 8), .targetChanged), (window(1), .nothing, .focusLost),
    (window(1), .unknown, .notAnswering), (.nothing, .nothing, nil), (.nothing, window(1), .targetChanged),
    (.nothing, .unknown, .notAnswering), (.unknown, .unknown, nil), (.unknown, window(1), nil),
  ]

  @Test(arguments: windows)
  func `the window in front is the one that was`(leased: WindowFact, now: WindowFact, problem: TargetProblem?)
  {
    for isFirst in [true, false] {
      #expect(LeaseCheck.problem(Lease(seen: leased), window: now, object: nil, isFirst: isFirst) == problem)
    }
  }

  static func seen(
    _ states: AccessibleStates = [.focused, .editable], _ role: AccessibleRole = .text, caret: Int? = 3,
    selection: Bool = false
  ) -> ObjectObservation { .seen(states, role, caret: caret, hasSelection: selection) }

  /// What is seen, the problem before the first character, and the one between chunks.
  static let objects: [(ObjectObservation, first: TargetProblem?, later: TargetProblem?)] = [
    (seen(), nil, nil), (seen(caret: 2), .caretMoved, nil), (seen(caret: nil), .caretMoved, nil),
    (seen(selection: true), .textSelected, nil), (seen([.editable]), .focusLost, .focusLost),
    (seen([.focused], .passwordText), .becameSecure, .becameSecure),
    (.gone, .applicationGone, .applicationGone),
    (.notAnswering, .notAnswering, .notAnswering),
  ]

  @Test(arguments: objects)
  func `the object has the focus, is no password field, and has its caret where it was`(
    seen: ObjectObservation, first: TargetProblem?, later: TargetProblem?
  ) {
    let lease = Lease(object: Self.object)
    #expect(LeaseCheck.problem(lease, window: .unknown, object: seen, isFirst: true) == first)
    #expect(LeaseCheck.problem(lease, window: .unknown, object: seen, isFirst: false) == later)
  }

  @Test func `another window is told before what its object does`() {
    let lease = Lease(seen: Self.window(1), object: Self.object)
    #expect(
      LeaseCheck.problem(lease, window: Self.window(2), object: .notAnswering, isFirst: true)
        == .targetChanged)
  }
}
