internal import Glibc

/// The window system of this session.
enum WindowSystems {
  /// By the variables that compositors set for their session. GNOME and KDE tell nobody under Wayland which window has the
  /// focus, and what their Xwayland says of it is of X11 windows only.
  static func current(_ variable: (String) -> String? = variable) -> (any WindowSystem)? {
    if let path = variable("SWAYSOCK") { return SwayWindows(path: path) }
    if let signature = variable("HYPRLAND_INSTANCE_SIGNATURE"), let folder = variable("XDG_RUNTIME_DIR") {
      return HyprlandWindows(path: "\(folder)/hypr/\(signature)/.socket.sock")
    }
    return isX11(variable) ? X11Windows() : nil
  }

  /// Whether X11 is the session's window system, and no Xwayland.
  static var isX11: Bool { isX11(variable) }

  private static func isX11(_ variable: (String) -> String?) -> Bool {
    variable("WAYLAND_DISPLAY") == nil && variable("DISPLAY") != nil
  }

  /// Nil also for an empty one.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
