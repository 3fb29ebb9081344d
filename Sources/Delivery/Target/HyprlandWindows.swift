internal import FoundationEssentials

/// Hyprland's active window, by its request socket (wiki.hypr.land, "IPC" and "Using hyprctl": a request that begins with
/// "j/" is answered in JSON, and the connection is closed after it).
struct HyprlandWindows: WindowSystem {
  var path: String

  var name: String { "Hyprland" }

  func activeWindow(timeLimit: Duration) throws(WindowSystemError) -> ActiveWindow? {
    let socket = try LocalSocket(path: path, timeLimit: timeLimit)
    try socket.send(Array("j/activewindow".utf8))
    return try Self.activeWindow(in: try socket.readToEnd(limit: Self.answerLimit))
  }

  static func activeWindow(in json: [UInt8]) throws(WindowSystemError) -> ActiveWindow? {
    do {
      let window = try JSONDecoder().decode(Window.self, from: Data(json))
      guard let address = window.address else { return nil }
      return ActiveWindow(
        identity: .hyprland(address: address), processID: window.pid, applicationID: window.class,
        isX11: window.xwayland ?? false)
    } catch {
      throw WindowSystemError(code: .malformed)
    }
  }

  /// One window in words.
  private static let answerLimit = 65_536

  /// Without a window the answer is "{}".
  private struct Window: Decodable {
    var address: String?
    var pid: Int32?
    var `class`: String?
    var xwayland: Bool?
  }
}
