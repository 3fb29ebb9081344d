import CXCB
import DesktopTesting

@testable import Delivery

/// What a window manager and a user would do.
extension X11Connection {
  /// Gives a program's window the keys, as soon as it has one.
  func focus(_ process: Int32) async throws {
    var window: UInt32?
    _ = await eventually {
      window = topLevelWindows.first { self.window($0).processID == process && isMapped($0) }
      return window != nil
    }
    guard let window else { throw DesktopProgram.Failure(reason: "no window appeared") }
    xcb_set_input_focus(handle, 0, window, 0)
    synchronize()
  }

  /// Switches the layout group, as a user's key for it does.
  func lock(group: UInt8) {
    xcb_xkb_latch_lock_state(handle, UInt16(XCB_XKB_ID_USE_CORE_KBD.rawValue), 0, 0, 1, group, 0, 0, 0)
    synchronize()
  }

  private var topLevelWindows: [UInt32] {
    guard let tree = answer(xcb_query_tree(handle, root).sequence, xcb_query_tree_reply_t.self) else {
      return []
    }
    let start = xcb_query_tree_children(tree.pointer)
    return Array(UnsafeBufferPointer(start: start, count: Int(xcb_query_tree_children_length(tree.pointer))))
  }

  private func isMapped(_ window: UInt32) -> Bool {
    let attributes = answer(
      xcb_get_window_attributes(handle, window).sequence, xcb_get_window_attributes_reply_t.self)
    return attributes?.value.map_state == UInt8(XCB_MAP_STATE_VIEWABLE.rawValue)
  }
}
