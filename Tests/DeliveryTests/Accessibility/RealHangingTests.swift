import DesktopTesting
import Glibc
import Testing

@testable import Delivery

/// Applications that hang in the background, where no window system says what is in front (GNOME and KDE under Wayland).
@Suite(
  .serialized, .enabled(if: AccessibleSession.isInstalled && Editable.Toolkit.gtk3.isInstalled),
  .timeLimit(.minutes(1)))
struct RealHangingTests {
  /// Two applications that were there before the reader, so that it has heard of neither.
  private struct Stand {
    let desk: AccessibleDesk
    let background: Editable
    let front: Editable

    init() async throws {
      desk = try await AccessibleDesk()
      background = try await desk.editable(.gtk3, .entry)
      front = try await desk.editable(.gtk3, .entry)
    }

    func reader() async throws -> TargetReader {
      let bus = AccessibilityBus(session: desk.bus)
      guard await eventually({ bus.isListening }) else {
        throw DesktopProgram.Failure(reason: "the accessibility bus did not start")
      }
      return TargetReader(accessibility: bus, windows: nil, options: TargetOptions(), console: { nil })
    }
  }

  @Test
  func `an application that hangs and never had the focus does not keep the text from the one in front`()
    async throws
  {
    let stand = try await Stand()
    let reader = try await stand.reader()
    stand.background.program.signal(SIGSTOP)
    guard case .target(let target) = reader.capture() else {
      Issue.record("refused")
      return
    }
    #expect(target.processID == stand.front.program.process)
  }

  @Test func `with nothing in front that shows itself, one that hangs costs its time once`() async throws {
    let stand = try await Stand()
    let reader = try await stand.reader()
    // In this order: the display server gives the one that is left the focus, which it must not tell.
    stand.background.program.signal(SIGSTOP)
    stand.front.program.end()
    #expect(reader.capture() == .target(.unverified))
    let start = ContinuousClock.now
    #expect(reader.capture() == .target(.unverified))
    #expect(start.duration(to: .now) < TargetOptions().callLimit)
  }

  @Test func `the one that got the focus last may be in front, and is not passed over`() async throws {
    let stand = try await Stand()
    let reader = try await stand.reader()
    guard case .target = reader.capture() else {
      Issue.record("refused")
      return
    }
    stand.front.program.signal(SIGSTOP)
    for _ in 0..<2 {
      guard case .refused(let refusal) = reader.capture() else {
        Issue.record("not refused")
        continue
      }
      #expect(refusal.problem == .notAnswering)
    }
  }
}
