import CXCB
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
    let window = try await #require(self.window(of: xterm, connection))
    xcb_set_input_focus(connection.handle, 0, window, 0)
    connection.synchronize()
    let active = try #require(connection.activeWindow())
    #expect(active.className == "XTerm")
    #expect(active.instanceName == "xterm")
    #expect(active.processID == xterm.program.process)
  }

  @Test func `a window manager names the active window, and none when it has closed`() async throws {
    let server = try await XServer()
    let connection = try X11Connection(display: server.display)
    let manager = try server.start("openbox")
    #expect(await eventually { connection.property("_NET_SUPPORTING_WM_CHECK", of: connection.root) != nil })
    let xterm = try await server.xterm()
    #expect(await eventually { connection.activeWindow()?.processID == xterm.program.process })
    xterm.program.end()
    #expect(await eventually { connection.activeWindow()?.processID != xterm.program.process })
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

  private func window(of receiver: TerminalReceiver, _ connection: X11Connection) async -> UInt32? {
    var found: UInt32?
    _ = await eventually {
      guard
        let tree = connection.answer({
          xcb_query_tree_reply(connection.handle, xcb_query_tree(connection.handle, connection.root), &$0)
        })
      else { return false }
      let children = UnsafeBufferPointer(
        start: xcb_query_tree_children(tree.pointer), count: Int(xcb_query_tree_children_length(tree.pointer))
      )
      found = children.first { connection.window($0).processID == receiver.program.process }
      return found != nil
    }
    return found
  }
}
