import CXkbcommon

@testable import Delivery

/// A program that reads key events as every xkbcommon client does: one running state, no knowledge of any plan.
final class XKBReader {
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let state: OpaquePointer
  private(set) var down: Set<UInt16> = []
  private(set) var text = ""

  init?(layout: String, variant: String = "") {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return nil }
    let keymap = layout.withCString { layout in
      variant.withCString { variant in
        var names = xkb_rule_names(rules: nil, model: nil, layout: layout, variant: variant, options: nil)
        return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
      }
    }
    guard let keymap, let state = xkb_state_new(keymap) else { return nil }
    self.context = context
    self.keymap = keymap
    self.state = state
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  /// Takes one frame, event by event. A press adds what the key gives in the state of that moment.
  func read(_ frame: KeyFrame) {
    for transition in frame {
      let key = UInt32(transition.code) + 8
      if transition.isDown {
        down.insert(transition.code)
        let value = xkb_state_key_get_utf32(state, key)
        if let scalar = Unicode.Scalar(value), value != 0 {
          text.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
        }
        xkb_state_update_key(state, key, XKB_KEY_DOWN)
      } else {
        down.remove(transition.code)
        xkb_state_update_key(state, key, XKB_KEY_UP)
      }
    }
  }

  func read(_ plan: TypingPlan) {
    var packer = KeyFramePacker()
    for keystroke in plan.keystrokes { packer.frames(for: keystroke).forEach(read) }
    packer.finish().forEach(read)
  }
}
