internal import CXCB

/// A window of an application, as the X server and its owner describe it.
struct X11Window: Hashable, Sendable {
  var id: UInt32
  /// The process of the client that made it, by the server's own knowledge where it has some, else as the client says.
  var processID: Int32?
  /// The two names of WM_CLASS (ICCCM 4.1.2.5): "xterm" and "XTerm".
  var instanceName: String?
  var className: String?
}

extension X11Connection {
  /// The window that gets the keys.
  ///
  /// A window manager names it (_NET_ACTIVE_WINDOW). Where there is none, or it names a window that has gone, the server's
  /// input focus is followed up to the application's own window.
  ///
  /// - Returns: nil when no window has the focus.
  func activeWindow() -> X11Window? {
    if let named = property("_NET_ACTIVE_WINDOW", of: root)?.words.first, named != 0,
      isThere(named)
    {
      return window(named)
    }
    let focus = answer(xcb_get_input_focus(handle).sequence, xcb_get_input_focus_reply_t.self)
    guard let focus = focus?.value.focus, focus > Self.pointerRoot, focus != root else { return nil }
    return topLevel(of: focus).map(window).flatMap { isParking($0) ? nil : $0 }
  }

  /// A window manager keeps the focus on a nameless window of its own while it has no other to give it to. Which program it is,
  /// its _NET_SUPPORTING_WM_CHECK window tells. A manager's window that has names is an application's: Emacs can be both.
  private func isParking(_ window: X11Window) -> Bool {
    guard window.className == nil, window.instanceName == nil,
      let check = property("_NET_SUPPORTING_WM_CHECK", of: root)?.words.first, isThere(check),
      let manager = processID(of: check)
    else { return false }
    return window.processID == manager
  }

  /// The input focus "follows the pointer" (X.h PointerRoot); 0 is none.
  private static let pointerRoot: UInt32 = 1

  /// Whether a window exists.
  func isThere(_ window: UInt32) -> Bool {
    answer(xcb_get_geometry(handle, window).sequence, xcb_get_geometry_reply_t.self) != nil
  }

  func window(_ id: UInt32) -> X11Window {
    let names = classNames(of: id)
    return X11Window(
      id: id, processID: processID(of: id), instanceName: names.first, className: names.dropFirst().first)
  }

  /// The nearest window from here upwards that carries the names of an application; the window itself when none does.
  private func topLevel(of window: UInt32) -> UInt32? {
    var current = window
    for _ in 0..<Self.depthLimit {
      if !classNames(of: current).isEmpty { return current }
      let tree = answer(xcb_query_tree(handle, current).sequence, xcb_query_tree_reply_t.self)
      guard let parent = tree?.value.parent, parent != 0, parent != root else { break }
      current = parent
    }
    return isThere(window) ? window : nil
  }

  /// Deeper than toolkits nest windows; ends a walk through a tree that changes meanwhile.
  private static let depthLimit = 32

  private func classNames(of window: UInt32) -> [String] {
    guard let bytes = property("WM_CLASS", of: window)?.bytes else { return [] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Which process a window (or anything else in the server) belongs to.
  func processID(of resource: UInt32) -> Int32? {
    if let local = localProcessID(of: resource) { return local }
    guard let said = property("_NET_WM_PID", of: resource)?.words.first, said > 0 else { return nil }
    return Int32(exactly: said)
  }

  /// The process at the other end of the client's socket (X-Resource 1.2, LocalClientPID): a program cannot choose it, and a
  /// program that names none still has one.
  private func localProcessID(of resource: UInt32) -> Int32? {
    guard let extensionData = xcb_get_extension_data(handle, hwctl_xcb_res_id()),
      extensionData.pointee.present != 0
    else { return nil }
    var wanted = xcb_res_client_id_spec_t(
      client: resource, mask: XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue)
    guard
      let reply = answer(
        xcb_res_query_client_ids(handle, 1, &wanted).sequence, xcb_res_query_client_ids_reply_t.self)
    else { return nil }
    let found = xcb_res_query_client_ids_ids_iterator(reply.pointer)
    guard found.rem > 0, xcb_res_client_id_value_value_length(found.data) > 0,
      let value = xcb_res_client_id_value_value(found.data)
    else { return nil }
    return Int32(exactly: value.pointee).flatMap { $0 > 0 ? $0 : nil }
  }
}
