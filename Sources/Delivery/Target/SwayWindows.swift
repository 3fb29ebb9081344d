internal import FoundationEssentials

/// sway's and i3's window tree, by their IPC (sway-ipc(7)).
struct SwayWindows: WindowSystem {
  var path: String

  var name: String { "sway" }

  func activeWindow(timeLimit: Duration) throws(WindowSystemError) -> ActiveWindow? {
    try Self.activeWindow(in: try SwayIPC.ask(.getTree, path: path, timeLimit: timeLimit))
  }

  static func activeWindow(in json: [UInt8]) throws(WindowSystemError) -> ActiveWindow? {
    do {
      return try JSONDecoder().decode(Node.self, from: Data(json)).focusedWindow
    } catch {
      throw WindowSystemError(code: .malformed)
    }
  }

  /// What is read of a node; titles are not.
  private struct Node: Decodable {
    struct Properties: Decodable {
      var `class`: String?
    }

    var id: Int64
    var focused: Bool
    var pid: Int32?
    var appID: String?
    var window: UInt32?
    var properties: Properties?
    var nodes: [Node]?
    var floatingNodes: [Node]?

    enum CodingKeys: String, CodingKey {
      case id, focused, pid, window, nodes
      case appID = "app_id"
      case properties = "window_properties"
      case floatingNodes = "floating_nodes"
    }

    /// Nil where a workspace has the focus, which has no process.
    var focusedWindow: ActiveWindow? {
      if focused {
        guard pid != nil || window != nil else { return nil }
        return ActiveWindow(
          identity: .sway(container: id), processID: pid, applicationID: appID ?? properties?.class,
          isX11: window != nil)
      }
      return ((nodes ?? []) + (floatingNodes ?? [])).lazy.compactMap(\.focusedWindow).first
    }
  }
}
