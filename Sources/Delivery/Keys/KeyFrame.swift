/// A key that goes down or up.
struct KeyTransition: Hashable, Sendable {
  var code: UInt16
  var isDown: Bool
}

/// Transitions that reach readers together: one SYN_REPORT ends them.
typealias KeyFrame = [KeyTransition]

/// Puts keystrokes into as few events as a reader may take without mixing them up.
///
/// The evdev queue of a reader holds 128 events; separate frames for down and up overflow it. So the key before
/// comes up in the frame in which the next goes down. Modifiers come up with their key.
struct KeyFramePacker {
  /// The plain key that is still down.
  private(set) var held: UInt16?

  mutating func frames(for keystroke: Keystroke) -> [KeyFrame] {
    let up = held.map { [KeyTransition(code: $0, isDown: false)] } ?? []
    let down = (keystroke.modifiers + [keystroke.key]).map { KeyTransition(code: $0, isDown: true) }
    guard keystroke.modifiers.isEmpty else {
      held = nil
      let release = down.reversed().map { KeyTransition(code: $0.code, isDown: false) }
      return [up + down, release]
    }
    // Up and down of one key in one frame would be a frame without a change.
    let frames = held == keystroke.key ? [up, down] : [up + down]
    held = keystroke.key
    return frames
  }

  /// Lets go of the last key.
  mutating func finish() -> [KeyFrame] {
    guard let key = held else { return [] }
    held = nil
    return [[KeyTransition(code: key, isDown: false)]]
  }
}
