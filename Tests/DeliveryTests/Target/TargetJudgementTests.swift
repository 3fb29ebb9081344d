import Testing

@testable import Delivery

@Suite struct TargetJudgementTests {
  static let object = AccessibleObject(owner: ":1.5", path: "/a")

  private func facts(
    _ role: AccessibleRole = .text, _ states: AccessibleStates = [.focused, .editable],
    toolkit: Toolkit = .gtk3
  ) -> ObjectFacts {
    ObjectFacts(
      object: Self.object, toolkit: toolkit, role: role, states: states, processID: 7,
      applicationName: "editor",
      caret: 3)
  }

  private func window(_ application: String?) -> WindowFact {
    .window(ActiveWindow(identity: .sway(container: 4), processID: 7, applicationID: application))
  }

  private func target(_ window: WindowFact, _ object: ObjectFact) throws -> Target {
    switch TargetJudgement.capture(window, object) {
    case .target(let target): return target
    case .refused(let refusal): throw refusal
    }
  }

  @Test func `an editable text is verified, and the lease names the window, the object and the caret`() throws
  {
    let target = try target(window("org.editor"), .object(facts()))
    #expect(target.certainty == .verified)
    #expect(target.applicationID == "org.editor")
    #expect(
      target.lease
        == Lease(
          seen: window("org.editor"), object: ObjectLease(object: Self.object, toolkit: .gtk3, caret: 3)))
  }

  @Test func `without a window system the application names itself`() throws {
    let target = try target(.unknown, .object(facts()))
    #expect(target.applicationID == "editor")
    #expect(target.processID == 7)
  }

  static let refused: [(AccessibleRole, AccessibleStates, TargetProblem)] = [
    (.passwordText, [.focused, .editable], .passwordField), (.text, [.focused], .readOnly),
    (.entry, [.focused], .readOnly), (AccessibleRole(rawValue: 43), [.focused], .notText),
    (AccessibleRole(rawValue: 88), [.focused], .notText),
  ]

  @Test(arguments: refused)
  func `what takes no text is refused`(role: AccessibleRole, states: AccessibleStates, problem: TargetProblem)
  {
    #expect(
      TargetJudgement.capture(window("x"), .object(facts(role, states)))
        == .refused(TargetRefusal(problem: problem, applicationID: "x")))
  }

  @Test func `a selection is refused, of a password field not even that is said`() {
    var selected = facts()
    selected.hasSelection = true
    #expect(
      TargetJudgement.capture(.unknown, .object(selected))
        == .refused(TargetRefusal(problem: .textSelected, applicationID: "editor")))
    selected.role = .passwordText
    #expect(
      TargetJudgement.capture(.unknown, .object(selected))
        == .refused(TargetRefusal(problem: .passwordField, applicationID: "editor")))
  }

  @Test func `an application that does not answer is refused`() {
    #expect(
      TargetJudgement.capture(window("x"), .notAnswering)
        == .refused(TargetRefusal(problem: .notAnswering, applicationID: "x")))
  }

  /// A terminal has one line: a line end would run what stands there.
  @Test func `terminals are known by their role and by their name`() throws {
    let shown = try target(window("x"), .object(facts(.terminal, [.focused], toolkit: .gtk3)))
    #expect((shown.role, shown.isMultiline, shown.certainty) == (.terminal, false, .verified))
    let named = try target(window("XTerm"), .unknown)
    #expect((named.role, named.isMultiline, named.certainty) == (.terminal, false, .window))
    let console = try target(.window(ActiveWindow(identity: .console(name: "tty3"))), .unknown)
    #expect((console.role, console.isMultiline, console.certainty) == (.terminal, false, .window))
    let other = try target(window("org.editor"), .unknown)
    #expect((other.role, other.isMultiline, other.certainty) == (nil, nil, .window))
  }

  static let lines: [(AccessibleStates, Toolkit, Bool?)] = [
    ([.editable, .multiLine], .gtk4, true), ([.editable, .singleLine], .gtk3, false),
    // GTK 4 and Qt say nothing of entries.
    ([.editable], .gtk4, false), ([.editable], .qt, false), ([.editable], .gecko, nil),
    ([.editable, .multiLine], .gecko, true), ([.editable], .other, nil),
  ]

  @Test(arguments: lines)
  func `lines are as the toolkit tells them`(states: AccessibleStates, toolkit: Toolkit, isMultiline: Bool?)
    throws
  {
    #expect(try target(.unknown, .object(facts(.text, states, toolkit: toolkit))).isMultiline == isMultiline)
  }

  @Test func `where nothing is known nothing is verified, and what was seen is remembered`() throws {
    #expect(try target(.unknown, .unknown) == .unverified)
    let target = try target(.nothing, .unknown)
    #expect(target.certainty == .unverified)
    #expect(target.lease.seen == .nothing)
  }
}
