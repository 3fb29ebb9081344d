internal import CXCB
internal import CXkbcommon

/// What the X server's keyboard has down, latched and locked, as bits of X.h (ShiftMask, LockMask, …).
struct X11KeyboardState: Hashable, Sendable {
  var held: UInt8
  var latched: UInt8
  var locked: UInt8
  var group: UInt8
}

extension X11Connection {
  /// Nil when the server has gone.
  var keyboardState: X11KeyboardState? {
    let keyboard = xcb_xkb_device_spec_t(XCB_XKB_ID_USE_CORE_KBD.rawValue)
    let reply = answer(xcb_xkb_get_state(handle, keyboard).sequence, xcb_xkb_get_state_reply_t.self)
    guard let state = reply?.value else { return nil }
    return X11KeyboardState(
      held: state.baseMods, latched: state.latchedMods, locked: state.lockedMods, group: state.group)
  }

  /// The keymap that the server uses now, in the group and with the locks that are on now.
  ///
  /// - Throws: `displayGone` or `noKeymap`.
  func keymap() throws(DeliveryError) -> XKBKeymap {
    guard let state = keyboardState else { throw DeliveryError(.displayGone, subject: "X11") }
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
      throw DeliveryError(.noKeymap, subject: "of the X server")
    }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let device = xkb_x11_get_core_keyboard_device_id(handle)
    let keymap = xkb_x11_keymap_new_from_device(context, handle, device, XKB_KEYMAP_COMPILE_NO_FLAGS)
    guard let keymap else {
      xkb_context_unref(context)
      throw DeliveryError(.noKeymap, subject: "of the X server")
    }
    // The first eight modifiers of a keymap are X's own, in the same order (XKB protocol, 2.1).
    let base = XKBKeymap.BaseState(group: UInt32(state.group), lockedModifiers: UInt32(state.locked))
    return XKBKeymap(context: context, keymap: keymap, base: base)
  }
}
