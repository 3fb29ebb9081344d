import BusTesting
import DesktopTesting
import Domain
import MessageBus

@testable import Delivery

/// A session as the delivery matrix needs it: a display server, accessibility, and the ways that hwctl has there by itself.
final class MatrixDesk: Sendable {
  enum Session: Sendable {
    case x11(AccessibleSession)
    case sway(SwaySession)
  }

  let session: Session
  private let buses: (session: MessageBus, daemon: DesktopProgram?)
  private let finder: TargetFinder
  private let writer: TextWriter

  init(for application: MatrixApplication) async throws {
    // The kernel's keyboard would type into whatever this machine has in front.
    let uinput = UinputRoute(
      keyboard: .failure(DeliveryError(.noUinput, subject: "/dev/uinput")), keymap: .console,
      options: TypingOptions())
    let windows: any WindowSystem
    var routes: Routes
    if application.isOnSway {
      let sway = try await SwaySession()
      let (address, daemon) = try await sway.messageBus()
      session = .sway(sway)
      buses = (try MessageBus(.at(address), name: "test"), daemon)
      windows = SwayWindows(path: sway.controlSocket)
      routes = .wayland(display: sway.display, swaySocket: sway.controlSocket, uinput)
    } else {
      let x11 = try await AccessibleSession()
      session = .x11(x11)
      buses = (try MessageBus(.at(x11.address), name: "test"), nil)
      windows = X11Windows(display: x11.server.display)
      routes = .x11(display: x11.server.display, uinput)
    }
    let accessibility = AccessibilityBus(session: buses.session)
    routes.accessibility = AccessibilityRoute(bus: accessibility)
    finder = TargetFinder(
      reader: TargetReader(
        accessibility: accessibility, windows: windows, options: .patient, console: { nil }))
    writer = TextWriter(route: .automatic, routes: routes, reader: finder.reader)
    guard await eventually({ [finder] in finder.isListening }) else {
      throw DesktopProgram.Failure(reason: "the accessibility bus did not start")
    }
    // As the documentation tells users of Chromium and Qt.
    let call = BusCall.set(
      "IsEnabled", of: "org.a11y.Status", "org.a11y.Bus", "/org/a11y/bus", to: .boolean(true))
    _ = try await buses.session.call(call).get()
  }

  deinit { buses.session.close() }

  var x11: XServer {
    get throws {
      guard case .x11(let session) = session else { throw DesktopProgram.Failure(reason: "no X11 session") }
      return session.server
    }
  }

  var sway: SwaySession {
    get throws {
      guard case .sway(let session) = session else { throw DesktopProgram.Failure(reason: "no sway session") }
      return session
    }
  }

  func plainGTK() async throws -> GTKReceiver {
    switch session {
    case .sway(let session): return try await session.gtk(.entry)
    case .x11(let session):
      let receiver = try await session.server.gtk(.entry)
      try await receiver.waitForFocus()
      return receiver
    }
  }

  func page() async throws -> WebPage {
    guard case .x11(let session) = session else { throw DesktopProgram.Failure(reason: "no X11 session") }
    let page = try WebPage(on: session)
    guard await eventually(within: .seconds(60), { page.isShown }) else {
      throw DesktopProgram.Failure(reason: "the page was not shown")
    }
    return page
  }

  func editable(_ toolkit: Editable.Toolkit, _ widget: Editable.Widget) async throws -> Editable {
    switch session {
    case .x11(let session): try await session.editable(toolkit, widget)
    case .sway(let session): try await session.editable(toolkit, widget)
    }
  }

  func set(_ layout: MatrixLayout, after last: MatrixLayout?) async throws {
    switch session {
    case .x11(let session):
      if !layout.isSwitch(from: last) {
        try await session.server.setLayout(layout.layout, variant: layout.variant)
      }
      try X11Connection(display: session.server.display).lock(group: layout.group)
    case .sway(let session):
      if !layout.isSwitch(from: last) { try await session.setLayout(layout.layout, variant: layout.variant) }
      try await session.command("input", "*", "xkb_switch_layout", String(layout.group))
    }
  }

  /// What has the focus, as soon as it is this program in this role, and stays so: Chromium tells of the caret a little later.
  func target(_ process: Int32, _ role: TargetRole?) async throws -> Target {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while true {
      let capture = await withCheckedContinuation { continuation in
        finder.capture { continuation.resume(returning: $0) }
      }
      if case .target(let target) = capture, target.processID == process, target.role == role {
        return target
      }
      guard ContinuousClock.now < end else {
        throw DesktopProgram.Failure(reason: "the program did not get the focus: \(capture)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  func deliver(_ text: String, to target: Target) async -> DeliveryReport {
    await withCheckedContinuation { continuation in
      writer.deliver(text, to: target) { continuation.resume(returning: $0) }
    }
  }
}
