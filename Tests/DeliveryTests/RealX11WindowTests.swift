import DesktopTesting
import Testing

@testable import Delivery

/// The X server's active window, with real programs and a real window manager.
@Suite(.enabled(if: DesktopProgram.areInstalled("Xvfb", "xterm", "openbox")))
struct RealX11WindowTests {
  @Test func `without a window manager the input focus leads to the application and its process`()
    async throws
  {
    let server = try await XServer()
    let xterm = try await server.xterm()
    let connection = try X11Connection(display: server.display)
    // Without a manager nobody sets the focus; the test does, on the child window that xterm itself would choose.
    try await connection.focus(xterm.process)
    let active = try #require(connection.activeWindow())
    #expect(active.className == "XTerm")
    #expect(active.instanceName == "xterm")
    #expect(active.processID == xterm.process)
  }

  @Test func `a window manager names the active window, and none when it has closed`() async throws {
    let server = try await XServer()
    let connection = try X11Connection(display: server.display)
    let manager = try server.start("openbox")
    #expect(await eventually { connection.property("_NET_SUPPORTING_WM_CHECK", of: connection.root) != nil })
    let xterm = try await server.xterm()
    #expect(await eventually { connection.activeWindow()?.processID == xterm.process })
    xterm.program.end()
    #expect(await eventually { connection.activeWindow()?.processID != xterm.process })
    withExtendedLifetime(manager) {}
  }

  @Test func `the window on which a window manager parks the focus is none`() async throws {
    let server = try await XServer()
    let connection = try X11Connection(display: server.display)
    let manager = try server.start("openbox")
    #expect(await eventually { connection.property("_NET_SUPPORTING_WM_CHECK", of: connection.root) != nil })
    #expect(await eventually { connection.activeWindow() == nil })
    let xterm = try await server.xterm()
    #expect(await eventually { connection.activeWindow()?.processID == xterm.process })
    xterm.program.end()
    #expect(await eventually { connection.activeWindow() == nil })
    withExtendedLifetime(manager) {}
  }

  @Test func `an active window that is long gone is not believed`() async throws {
    let server = try await XServer()
    let connection = try X11Connection(display: server.display)
    let property = X11Property(type: connection.atom("WINDOW"), words: [0x00be_ef01])
    connection.setProperty(connection.atom("_NET_ACTIVE_WINDOW"), of: connection.root, to: property)
    connection.synchronize()
    #expect(connection.activeWindow() == nil)
    #expect(!connection.isGone)
  }

  @Test func `a server that has ended answers nothing and hangs nobody`() async throws {
    let server = try await XServer()
    let connection = try X11Connection(display: server.display)
    server.end()
    #expect(connection.activeWindow() == nil)
    #expect(connection.isGone)
  }

  @Test func `a display that does not exist is an error that names it`() {
    let error = #expect(throws: DeliveryError.self) { try X11Connection(display: ":4099") }
    #expect(error?.code == .noDisplay)
    #expect(error?.subject == ":4099")
  }
}
