internal import Synchronization

/// The X server's active window.
final class X11Windows: WindowSystem {
  /// Made at the first question, and again when the server has gone.
  private let connection = Mutex<X11Connection?>(nil)
  /// As in DISPLAY, which is read when it is nil.
  private let display: String?

  init(display: String? = nil) { self.display = display }

  var name: String { "X11" }

  /// A server that does not answer holds up the whole desktop, so the time limit is not kept here.
  func activeWindow(timeLimit: Duration) throws(WindowSystemError) -> ActiveWindow? {
    guard let connection = current() else { throw WindowSystemError(code: .unreachable) }
    guard let window = connection.activeWindow() else {
      if connection.isGone { throw WindowSystemError(code: .unreachable) }
      return nil
    }
    return ActiveWindow(
      identity: .x11(window: window.id), processID: window.processID,
      applicationID: window.className ?? window.instanceName, isX11: true)
  }

  private func current() -> X11Connection? {
    connection.withLock { connection in
      if connection?.isGone ?? true { connection = try? X11Connection(display: display) }
      return connection
    }
  }
}
