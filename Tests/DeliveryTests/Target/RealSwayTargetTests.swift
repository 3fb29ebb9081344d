import DesktopTesting
import Testing

@testable import Delivery

@Suite(
  .serialized,
  .enabled(if: SwaySession.isInstalled && DesktopProgram.areInstalled("foot"), "needs sway and foot"),
  .timeLimit(.minutes(2)))
struct RealSwayTargetTests {
  private func capture(_ reader: TargetReader, process: Int32) async -> Target? {
    var found: Target?
    _ = await eventually(within: .seconds(20)) {
      guard case .target(let target) = reader.capture(), target.processID == process else { return false }
      found = target
      return true
    }
    return found
  }

  @Test func `the window in front is a terminal with its process, and another one ends the lease`()
    async throws
  {
    let session = try await SwaySession()
    let reader = TargetReader(
      accessibility: nil, windows: SwayWindows(path: session.controlSocket), options: .patient,
      console: { nil })
    #expect(reader.capture() == .target(TargetJudgementTests.nothing))
    let first = try session.start(["foot", "sleep", "100"])
    let target = try #require(await capture(reader, process: first.process))
    #expect((target.applicationID, target.role, target.certainty) == ("foot", .terminal, .window))
    #expect(reader.problem(target.lease, isFirst: true) == nil)
    let second = try session.start(["foot", "sleep", "100"])
    let other = try #require(await capture(reader, process: second.process))
    #expect(reader.problem(target.lease, isFirst: true) == .targetChanged)
    #expect(reader.problem(other.lease, isFirst: false) == nil)
    second.end()
    first.end()
    #expect(
      await eventually { reader.problem(other.lease, isFirst: true) == .focusLost })
  }
}

extension TargetJudgementTests {
  /// A window system that says that no window has the focus.
  static var nothing: Target {
    var target = Target.unverified
    target.lease.seen = .nothing
    return target
  }
}
