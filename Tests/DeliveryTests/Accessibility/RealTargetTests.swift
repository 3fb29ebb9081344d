import DesktopTesting
import Domain
import Glibc
import SystemCalls
import Testing

@testable import Delivery

/// What is refused, and what becomes of a lease, with real applications.
@Suite(
  .serialized, .enabled(if: AccessibleSession.isInstalled, "\(AccessibleSession.need)"),
  .timeLimit(.minutes(3)))
struct RealTargetTests {
  static let toolkits = Editable.Toolkit.allCases.filter(\.isInstalled)

  private func refusal(_ capture: TargetCapture) -> TargetProblem? {
    guard case .refused(let refusal) = capture else { return nil }
    return refusal.problem
  }

  @Test(arguments: toolkits)
  func `a text that cannot be changed is refused, and so is a button`(toolkit: Editable.Toolkit) async throws
  {
    let desk = try await AccessibleDesk()
    var program: Editable? = try await desk.editable(toolkit, .readonly)
    #expect(refusal(await desk.capture()) == .readOnly)
    program?.program.end()
    program = try await desk.editable(toolkit, .button)
    #expect(refusal(await desk.capture()) == .notText)
    program = nil
  }

  @Test(arguments: toolkits)
  func `a selection is refused, and a caret is none`(toolkit: Editable.Toolkit) async throws {
    let desk = try await AccessibleDesk()
    for widget in [Editable.Widget.entry, .view] {
      let program = try await desk.editable(toolkit, widget)
      try await program.tell(Editable.Order(text: "one two", select: [0, 3]))
      #expect(refusal(await desk.capture()) == .textSelected)
      try await program.tell(Editable.Order(caret: 3))
      #expect(refusal(await desk.capture()) == nil)
      program.program.end()
    }
  }

  /// Each change between capture and delivery, and what the text is kept for.
  @Test(arguments: toolkits)
  func `a lease that does not hold any more keeps the text`(toolkit: Editable.Toolkit) async throws {
    let desk = try await AccessibleDesk()
    let program = try await desk.editable(toolkit, .entry)
    var changes: [(Editable.Order, TargetProblem)] = [
      (Editable.Order(caret: 0), .caretMoved), (Editable.Order(select: [1, 2]), .textSelected),
    ]
    // GTK 4.8 tells of a password field by its class alone; an entry that is made invisible stays a text.
    if toolkit != .gtk4 { changes.append((Editable.Order(secure: true), .becameSecure)) }
    for (order, problem) in changes {
      try await program.tell(Editable.Order(text: "before", caret: 6))
      let target = try await desk.target()
      try await program.tell(order)
      #expect(await desk.deliver("words", to: target) == .kept(.target(problem)))
      #expect(try await program.tell().text == "before")
    }
  }

  @Test(arguments: toolkits)
  func `another field or another window gets nothing`(toolkit: Editable.Toolkit) async throws {
    let desk = try await AccessibleDesk()
    let program = try await desk.editable(toolkit, .entry)
    let target = try await desk.target()
    let other = try await desk.editable(.gtk3, .entry)
    #expect(await desk.deliver("words", to: target) == .kept(.target(.targetChanged)))
    #expect(try await other.tell().text == "")
    other.program.end()
    try await program.waitForFocus()
    try await program.tell(Editable.Order(leave: true))
    #expect(await desk.deliver("words", to: target) == .kept(.target(.focusLost)))
    #expect(try await program.tell().text == "")
  }

  @Test(arguments: toolkits)
  func `an application that has ended keeps the text`(toolkit: Editable.Toolkit) async throws {
    let desk = try await AccessibleDesk()
    let program = try await desk.editable(toolkit, .entry)
    let target = try await desk.target()
    program.program.end()
    guard case .kept(.target(let problem)) = await desk.deliver("words", to: target) else {
      Issue.record("not kept")
      return
    }
    #expect([.focusLost, .targetChanged, .applicationGone].contains(problem))
  }

  @Test(arguments: toolkits)
  func `an application that hangs is waited for no longer than the limits, and gets nothing later`(
    toolkit: Editable.Toolkit
  ) async throws {
    let desk = try await AccessibleDesk(options: TargetOptions())
    let program = try await desk.editable(toolkit, .entry)
    let target = try await desk.target()
    program.program.signal(SIGSTOP)
    let start = MonotonicInstant.now()
    #expect(refusal(await desk.capture()) == .notAnswering)
    #expect(start.duration(to: .now()) < TargetOptions().totalLimit * 2)
    #expect(await desk.deliver("words", to: target) == .kept(.target(.notAnswering)))
    program.program.signal(SIGCONT)
    #expect(try await program.tell().text == "")
  }
}
