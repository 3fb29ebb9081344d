internal import CXkbcommon

/// A keymap compiled by libxkbcommon.
struct XKBKeymap: ~Copyable {
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  /// What holds before any key is struck.
  private let base: BaseState

  /// What a user has locked: the layout group that is typed in, and modifiers by the keymap's own bits.
  struct BaseState: Hashable, Sendable {
    var group: UInt32 = 0
    var lockedModifiers: UInt32 = 0
  }

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
    self.init(context: context, keymap: keymap, base: BaseState())
  }

  /// Takes over both.
  init(context: OpaquePointer, keymap: OpaquePointer, base: BaseState) {
    self.context = context
    self.keymap = keymap
    self.base = base
  }

  /// Compiles what a display server describes (XKB_KEYMAP_FORMAT_TEXT_V1).
  ///
  /// - Throws: `noKeymap`.
  init(text: String, base: BaseState) throws(DeliveryError) {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
      throw DeliveryError(.noKeymap, subject: "of the desktop")
    }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let compiled = xkb_keymap_new_from_string(
      context, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    guard let compiled else {
      xkb_context_unref(context)
      throw DeliveryError(.noKeymap, subject: "of the desktop")
    }
    self.init(context: context, keymap: compiled, base: base)
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

  /// The names of its groups; "" for one without.
  var layouts: [String] {
    (0..<xkb_keymap_num_layouts(keymap)).map { index in
      xkb_keymap_layout_get_name(keymap, index).map { String(cString: $0) } ?? ""
    }
  }

  /// The key whose symbol without modifiers is this one, the preferred code if several are.
  func key(for symbol: UInt32, preferred: UInt16) -> UInt16? {
    let keys = VirtualKeyboard.keyCodes.filter { symbolWithoutModifiers($0) == symbol }
    return keys.contains(preferred) ? preferred : keys.first
  }

  private func symbolWithoutModifiers(_ code: UInt16) -> UInt32? {
    var symbols: UnsafePointer<UInt32>?
    let key = UInt32(code) + Self.keyCodeOffset
    // A key that has fewer groups gives the symbols of its first in the others, mostly (xkb_keymap groups wrap).
    let group = base.group < xkb_keymap_num_layouts_for_key(keymap, key) ? base.group : 0
    let count = xkb_keymap_key_get_syms_by_level(keymap, key, group, 0, &symbols)
    return count == 1 ? symbols?.pointee : nil
  }

  /// What each key gives while keys are held, after others have been struck.
  ///
  /// The state machine of libxkbcommon answers, so that Lock, consumed modifiers and odd key types come out right.
  func output(holding held: [UInt16], afterStriking struck: [UInt16]) -> [(key: UInt16, symbol: UInt32)] {
    guard let state = xkb_state_new(keymap) else { return [] }
    defer { xkb_state_unref(state) }
    xkb_state_update_mask(state, 0, 0, base.lockedModifiers, 0, 0, base.group)
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
