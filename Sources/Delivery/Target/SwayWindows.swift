internal import FoundationEssentials

/// sway's and i3's window tree, by their IPC (sway-ipc(7)).
struct SwayWindows: WindowSystem {
  var path: String

  var name: String { "sway" }

  func activeWindow(timeLimit: Duration) throws(WindowSystemError) -> ActiveWindow? {
    let socket = try LocalSocket(path: path, timeLimit: timeLimit)
    try socket.send(Self.message(type: Self.getTree))
    let header = try socket.read(Self.headerSize)
    guard header.starts(with: Self.magic) else { throw WindowSystemError(code: .malformed) }
    let length = header[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.treeLimit else { throw WindowSystemError(code: .malformed) }
    return try Self.activeWindow(in: try socket.read(length))
  }

  static func activeWindow(in json: [UInt8]) throws(WindowSystemError) -> ActiveWindow? {
    do {
      return try JSONDecoder().decode(Node.self, from: Data(json)).focusedWindow
    } catch {
      throw WindowSystemError(code: .malformed)
    }
  }

  /// GET_TREE
  private static let getTree: UInt8 = 4
  private static let magic = Array("i3-ipc".utf8)
  /// "i3-ipc", the length and the type, 32 bits each in the machine's order.
  private static let headerSize = 14
  /// A window takes about 2 kB; nobody has thousands.
  private static let treeLimit = 16 << 20

  private static func message(type: UInt8) -> [UInt8] { magic + [0, 0, 0, 0, type, 0, 0, 0] }

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
