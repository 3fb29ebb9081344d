import Testing

@testable import Delivery

@Suite struct WindowSystemTests {
  private func sway(_ json: String) throws -> ActiveWindow? {
    try SwayWindows.activeWindow(in: Array(json.utf8))
  }

  @Test func `sway's focused window is found below workspaces and among floating ones`() throws {
    let window = try sway(
      """
      {"id": 1, "focused": false, "nodes": [{"id": 2, "focused": false, "type": "workspace", "nodes": [
        {"id": 5, "focused": false, "pid": 10, "app_id": "foot", "name": "a title", "nodes": []}],
        "floating_nodes": [{"id": 6, "focused": true, "pid": 11, "app_id": null, "window": 4194307,
          "window_properties": {"class": "XTerm", "instance": "xterm"}, "nodes": []}]}]}
      """)
    #expect(
      window
        == ActiveWindow(
          identity: .sway(container: 6), processID: 11, applicationID: "XTerm", isX11: true))
  }

  @Test func `an empty workspace that has the focus is no window`() throws {
    #expect(
      try sway(#"{"id": 1, "focused": false, "nodes": [{"id": 2, "focused": true, "nodes": []}]}"#) == nil)
    #expect(try sway(#"{"id": 1, "focused": false}"#) == nil)
  }

  @Test func `Hyprland's window is read, and none is none`() throws {
    let json =
      #"{"address": "0x55d1", "pid": 12, "class": "kitty", "title": "t", "xwayland": false, "at": [1, 2]}"#
    #expect(
      try HyprlandWindows.activeWindow(in: Array(json.utf8))
        == ActiveWindow(identity: .hyprland(address: "0x55d1"), processID: 12, applicationID: "kitty"))
    #expect(try HyprlandWindows.activeWindow(in: Array("{}".utf8)) == nil)
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"id": "x", "focused": true}"#])
  func `what is no answer is an error`(text: String) {
    #expect(throws: WindowSystemError(code: .malformed)) { try sway(text) }
  }

  static let sessions: [([String: String], String?)] = [
    ([:], nil), (["DISPLAY": ":0"], "X11"), (["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"], nil),
    (["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "SWAYSOCK": "/s"], "sway"),
    (["HYPRLAND_INSTANCE_SIGNATURE": "h", "XDG_RUNTIME_DIR": "/r"], "Hyprland"),
  ]

  @Test(arguments: sessions)
  func `the window system is known by the session's variables`(variables: [String: String], name: String?) {
    #expect(WindowSystems.current { variables[$0] }?.name == name)
  }

  @Test func `a socket where nobody listens is an error at once`() {
    let windows = SwayWindows(path: "/nonexistent/socket")
    #expect(throws: WindowSystemError(code: .unreachable)) {
      try windows.activeWindow(timeLimit: .milliseconds(100))
    }
  }
}
