import SystemCalls
import TestSupport

/// An X session with a window manager and a message bus of its own. The accessibility bus is started by the first who asks
/// the message bus for it.
public final class AccessibleSession: Sendable {
  public let server: XServer
  /// "unix:path=…"
  public let address: String
  private let programs: [DesktopProgram]

  public static let need = "needs Xvfb, openbox, dbus-daemon and at-spi2-core (scripts/setup-packages test)"
  public static let isInstalled =
    XServer.isInstalled && DesktopProgram.areInstalled("openbox", "dbus-daemon")
    && Files.exists("/usr/libexec/at-spi-bus-launcher")

  public init() async throws {
    let server = try await XServer()
    let socket = server.folder.file("bus")
    let address = "unix:path=\(socket)"
    programs = [
      try server.start("openbox"),
      try server.start("dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(address)"),
    ]
    guard await eventually({ Files.exists(socket) }) else {
      throw DesktopProgram.Failure(reason: "dbus-daemon did not start")
    }
    self.server = server
    self.address = address
  }

  /// What a program of the session has to know.
  public var environment: [String: String] {
    server.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": address, "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb",
      // Qt 6 asks once, at its start, whether somebody needs it.
      "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    ]) { $1 }
  }

  /// Starts a program in the session.
  public func start(_ arguments: String..., descriptors: [CInt: CInt] = [:]) throws -> DesktopProgram {
    try start(arguments, descriptors)
  }

  private func start(_ arguments: [String], _ descriptors: [CInt: CInt]) throws -> DesktopProgram {
    try DesktopProgram(
      arguments, environment: environment, log: server.folder.file("programs.log"), descriptors: descriptors)
  }

  /// Starts a program with one widget, and returns when that has the focus.
  public func editable(_ toolkit: Editable.Toolkit, _ widget: Editable.Widget) async throws -> Editable {
    let editable = try Editable(toolkit, widget) { try start($0, $1) }
    try await editable.waitForFocus()
    return editable
  }
}
