import BusTesting
import DesktopTesting
import MessageBus
import SystemCalls

@testable import Delivery

/// A desktop with everything that delivers text to it.
final class AccessibleDesk: Sendable {
  let session: AccessibleSession
  let bus: MessageBus
  let finder: TargetFinder
  let writer: TextWriter

  init(route: DeliveryRoute = .accessibility, options: TargetOptions = .patient) async throws {
    session = try await AccessibleSession()
    bus = try MessageBus(.at(session.address), name: "test")
    let accessibility = AccessibilityBus(session: bus)
    finder = TargetFinder(
      reader: TargetReader(
        accessibility: accessibility, windows: X11Windows(display: session.server.display), options: options,
        console: { nil }))
    writer = TextWriter(
      route: route, routes: Routes(accessibility: AccessibilityRoute(bus: accessibility)),
      reader: finder.reader)
    guard await eventually({ [finder] in finder.isListening }) else {
      throw DesktopProgram.Failure(reason: "the accessibility bus did not start")
    }
  }

  deinit { bus.close() }

  /// Switches accessibility on for programs that look whether somebody needs it before they start.
  func turnOn() async throws {
    let call = BusCall.set(
      "IsEnabled", of: "org.a11y.Status", "org.a11y.Bus", "/org/a11y/bus", to: .boolean(true))
    _ = try await bus.call(call).get()
  }

  /// Starts a program, and returns when accessibility shows it: GTK 4 comes there later than its window.
  func editable(_ toolkit: Editable.Toolkit, _ widget: Editable.Widget) async throws -> Editable {
    let program = try await session.editable(toolkit, widget)
    let end = ContinuousClock.now.advanced(by: .seconds(20))
    while true {
      guard ContinuousClock.now < end else {
        throw DesktopProgram.Failure(reason: "accessibility does not show the program: \(await capture())")
      }
      switch await capture() {
      case .refused(let refusal) where refusal.problem != .notAnswering: return program
      case .target(let target) where target.role != nil: return program
      case .refused, .target: try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  func capture() async -> TargetCapture {
    await withCheckedContinuation { continuation in finder.capture { continuation.resume(returning: $0) } }
  }

  func target() async throws -> Target {
    switch await capture() {
    case .target(let target): return target
    case .refused(let refusal): throw refusal
    }
  }

  func deliver(_ text: String, to target: Target) async -> DeliveryReport.Outcome {
    await withCheckedContinuation { continuation in
      writer.deliver(text, to: target) { continuation.resume(returning: $0.outcome) }
    }
  }

  /// Captures and delivers at once.
  func deliver(_ text: String) async throws -> DeliveryReport.Outcome {
    await deliver(text, to: try await target())
  }
}

extension TargetOptions {
  /// For machines that do other things beside a test.
  static let patient: TargetOptions = {
    var options = TargetOptions()
    options.callLimit = .seconds(2)
    options.totalLimit = .seconds(5)
    options.proofLimit = .seconds(5)
    return options
  }()
}
