/// Tells which window has the focus: the X server, sway, Hyprland.
protocol WindowSystem: Sendable {
  /// "X11", "sway": for people.
  var name: String { get }

  /// Asks anew. Called on the target's and the delivery's queue; blocks for the time limit at most.
  ///
  /// - Returns: nil when no window has the focus.
  func activeWindow(timeLimit: Duration) throws(WindowSystemError) -> ActiveWindow?
}

/// The window that has the focus.
struct ActiveWindow: Hashable, Sendable {
  enum Identity: Hashable, Sendable {
    /// The XID.
    case x11(window: UInt32)
    /// The con_id.
    case sway(container: Int64)
    /// The address, "0x55d1…".
    case hyprland(address: String)
    /// A virtual terminal in front: "tty3".
    case console(name: String)
  }

  var identity: Identity
  var processID: Int32?
  /// app_id, or the class of WM_CLASS.
  var applicationID: String?
  /// Whether it is an X11 window, which under Wayland is drawn by Xwayland.
  var isX11 = false

  var isConsole: Bool {
    guard case .console = identity else { return false }
    return true
  }
}

/// What the window system said.
enum WindowFact: Hashable, Sendable {
  /// There is none that can be asked, or it did not answer.
  case unknown
  /// No window has the focus. Panels and launchers that are none may have it.
  case nothing
  case window(ActiveWindow)
}

struct WindowSystemError: Error, Hashable, Sendable {
  enum Code: String, CaseIterable, Hashable, Sendable {
    /// Its socket or display cannot be reached.
    case unreachable
    case timedOut
    /// The answer was not understood.
    case malformed
  }

  var code: Code
}
