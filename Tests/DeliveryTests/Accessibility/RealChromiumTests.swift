import DesktopTesting
import Domain
import SystemCalls
import Testing

@testable import Delivery

/// Chromium, which shows its pages to accessibility only when it is told to.
@Suite(
  .serialized,
  .enabled(
    if: AccessibleSession.isInstalled && Browser.isInstalled,
    "needs the package chromium"),
  .timeLimit(.minutes(3)))
struct RealChromiumTests {
  /// Waits until the field of the page has the focus.
  private func capture(
    _ desk: AccessibleDesk, until isThere: (TargetCapture) -> Bool
  ) async throws -> TargetCapture {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while true {
      let capture = await desk.capture()
      if isThere(capture) { return capture }
      guard ContinuousClock.now < end else {
        throw DesktopProgram.Failure(reason: "the page did not get the focus: \(capture)")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a text area is seen as it is, and gets its text by keys`() async throws {
    let desk = try await AccessibleDesk()
    try await desk.turnOn()
    let browser = try Browser(desk.session, field: "<textarea autofocus rows=5 cols=60></textarea>")
    let capture = try await capture(desk) {
      if case .target(let target) = $0 { target.role == .text } else { false }
    }
    guard case .target(let target) = capture else { return }
    #expect((target.certainty, target.isMultiline, target.takesInsertions) == (.verified, true, false))
    let keys = XTestRoute(
      link: X11Link(display: desk.session.server.display), options: TypingOptions().forXTest)
    let writer = TextWriter(route: .automatic, routes: Routes(keys: [keys]), reader: desk.finder.reader)
    let text = "Hello, it's me: (1 + 2) * 3 = 9?"
    let report = await withCheckedContinuation { continuation in
      writer.deliver(text, to: target) { continuation.resume(returning: $0) }
    }
    #expect((report.route, report.outcome) == (.xTest, .typed))
    let object = try #require(target.lease.object?.object)
    let bus = try #require(desk.finder.reader.accessibility)
    let isThere = await eventually {
      let reader = AccessibleReader(
        bus: bus, callLimit: .seconds(2), deadline: .now().advanced(by: .seconds(5)))
      let found = try? reader.text(of: object, 0..<text.unicodeScalars.count)
      return found == text
    }
    #expect(isThere)
    browser.program.end()
  }
}
