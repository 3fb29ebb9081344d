import DesktopTesting
import Testing

@testable import Delivery

/// Password fields of every toolkit, with accessibility as 'hwctl doctor' tells users to have it.
@Suite(
  .serialized, .enabled(if: AccessibleSession.isInstalled, "\(AccessibleSession.need)"),
  .timeLimit(.minutes(3)))
struct RealPasswordTests {
  enum Program: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case gtk3, gtk4, qt5, qt6, chromium

    var toolkit: Editable.Toolkit? { Editable.Toolkit(rawValue: rawValue) }
    var isInstalled: Bool { toolkit?.isInstalled ?? Browser.isInstalled }
    var testDescription: String { rawValue }
  }

  @Test(arguments: Program.allCases)
  func `a password field is refused before anything is typed, and nothing of it is read`(_ program: Program)
    async throws
  {
    guard program.isInstalled else { try Test.cancel("\(program) is not installed") }
    let desk = try await AccessibleDesk()
    try await desk.turnOn()
    let editable = try await program.toolkit.asyncMap { try await desk.session.editable($0, .password) }
    try await editable?.tell(Editable.Order(text: "secret", caret: 6))
    let browser =
      editable == nil
      ? try Browser(desk.session, field: "<input type=password autofocus value=secret>") : nil
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    var capture = await desk.capture()
    // Until the field is there the window or the document around it has the focus.
    while ContinuousClock.now < end {
      if case .refused(let refusal) = capture, refusal.problem == .passwordField { break }
      if case .target(let target) = capture {
        #expect(target.nearbyText?.contains("secret") != true)
      }
      try await Task.sleep(for: .milliseconds(10))
      capture = await desk.capture()
    }
    guard case .refused(let refusal) = capture else {
      Issue.record("not refused: \(capture)")
      return
    }
    #expect(refusal.problem == .passwordField)
    if let editable { #expect(try await editable.tell().text == "secret") }
    browser?.program.end()
  }
}

extension Optional {
  fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
    if let self { try await body(self) } else { nil }
  }
}
