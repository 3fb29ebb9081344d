/// The X server's active window.
struct X11Windows: WindowSystem {
  private let link: X11Link

  /// - Parameter display: as in DISPLAY, which is read when it is nil.
  init(display: String? = nil) { link = X11Link(display: display) }

  var name: String { "X11" }

  /// A server that does not answer holds up the whole desktop: `displayAnswerLimit` bounds the wait, and not the time limit.
  func activeWindow(timeLimit: Duration) throws(WindowSystemError) -> ActiveWindow? {
    guard let connection = try? link.connection() else { throw WindowSystemError(code: .unreachable) }
    guard let window = connection.activeWindow() else {
      if connection.isGone { throw WindowSystemError(code: .unreachable) }
      return nil
    }
    return ActiveWindow(
      identity: .x11(window: window.id), processID: window.processID,
      applicationID: window.className ?? window.instanceName, isX11: true)
  }
}
