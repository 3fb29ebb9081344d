internal import CXkbcommon

/// A keymap compiled by libxkbcommon.
struct XKBKeymap: ~Copyable {
  private let context: OpaquePointer
  private let keymap: OpaquePointer

  /// An XKB key code is the evdev code plus 8 (xkbcommon.h, xkb_keycode_t).
  static let keyCodeOffset: UInt32 = 8

  init(_ layout: KeyboardLayout) throws(DeliveryError) {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
      throw DeliveryError(.noKeymap, subject: layout.label)
    }
    // libxkbcommon would write its complaints to standard error by itself.
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    guard let keymap = Self.compile(layout, context) else {
      xkb_context_unref(context)
      throw DeliveryError(.noKeymap, subject: layout.label)
    }
    self.context = context
    self.keymap = keymap
  }

  deinit {
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  private static func compile(_ layout: KeyboardLayout, _ context: OpaquePointer) -> OpaquePointer? {
    withOptionalCString(layout.layout) { layoutName in
      withOptionalCString(layout.variant) { variant in
        withOptionalCString(layout.options) { options in
          // A null name is read from XKB_DEFAULT_*, else libxkbcommon's default (evdev, pc105, us).
          var names = xkb_rule_names(
            rules: nil, model: nil, layout: layoutName, variant: variant, options: options)
          return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
      }
    }
  }

  private static func withOptionalCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    if let text { text.withCString { body($0) } } else { body(nil) }
  }

  /// The key whose symbol without modifiers is this one, the preferred code if several are.
  func key(for symbol: UInt32, preferred: UInt16) -> UInt16? {
    let keys = VirtualKeyboard.keyCodes.filter { symbolWithoutModifiers($0) == symbol }
    return keys.contains(preferred) ? preferred : keys.first
  }

  private func symbolWithoutModifiers(_ code: UInt16) -> UInt32? {
    var symbols: UnsafePointer<UInt32>?
    let count = xkb_keymap_key_get_syms_by_level(
      keymap, UInt32(code) + Self.keyCodeOffset, 0, 0, &symbols)
    return count == 1 ? symbols?.pointee : nil
  }

  /// What each key gives in the first group while keys are held, after others have been struck.
  ///
  /// The state machine of libxkbcommon answers, so that Lock, consumed modifiers and odd key types come out right.
  func output(holding held: [UInt16], afterStriking struck: [UInt16]) -> [(key: UInt16, symbol: UInt32)] {
    guard let state = xkb_state_new(keymap) else { return [] }
    defer { xkb_state_unref(state) }
    for key in struck {
      xkb_state_update_key(state, UInt32(key) + Self.keyCodeOffset, XKB_KEY_DOWN)
      xkb_state_update_key(state, UInt32(key) + Self.keyCodeOffset, XKB_KEY_UP)
    }
    for key in held { xkb_state_update_key(state, UInt32(key) + Self.keyCodeOffset, XKB_KEY_DOWN) }
    return VirtualKeyboard.keyCodes.compactMap { key in
      let symbol = xkb_state_key_get_one_sym(state, UInt32(key) + Self.keyCodeOffset)
      return symbol == 0 || held.contains(key) ? nil : (key, symbol)
    }
  }
}
