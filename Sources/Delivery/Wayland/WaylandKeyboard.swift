internal import CSystem
internal import CWayland
internal import Domain
internal import Glibc
internal import SystemCalls

/// The virtual keyboard of a wlroots compositor, on the session's thread.
///
/// It is made once and kept: the first keyboard of a seat makes programs ask for it, and until they have it they lose keys
/// (measured: the first character in 10 of 14 runs).
final class WaylandKeyboard {
  /// The session owns the keyboard.
  private unowned let session: WaylandSession
  private let keyboard: OpaquePointer
  private var keymap = ""
  private var down: Set<UInt16> = []
  /// Until then programs may not have asked for it.
  private(set) var settled = MonotonicInstant.now()

  /// For programs to ask for the first keyboard of a seat; with 30 ms half of a text was lost, with 200 nothing (measured).
  private static let settling = Duration.milliseconds(300)

  /// - Returns: nil when the compositor offers none.
  init?(_ session: WaylandSession) {
    guard let manager = session.virtualKeyboards, let seat = session.seat,
      let keyboard = hwctl_make_virtual_keyboard(manager, seat)
    else { return nil }
    self.session = session
    self.keyboard = keyboard
    if session.seatKeyboard?.isThere != true { settled = settled.advanced(by: Self.settling) }
    guard use(keymap: WaylandKeymap.Section().text) else { return nil }
    session.roundTrip()
  }

  deinit { hwctl_virtual_keyboard_destroy(keyboard) }

  /// - Returns: false when the keymap cannot be handed over.
  func use(keymap text: String) -> Bool {
    guard text != keymap else { return true }
    let bytes = Array(text.utf8) + [0]
    let number = hwctl_memory_file("hwctl-keymap")
    guard number >= 0 else { return false }
    let file = FileDescriptor(owning: number)
    guard (try? file.writeAll(bytes)) != nil else { return false }
    hwctl_virtual_keyboard_keymap(keyboard, file.rawValue, UInt32(bytes.count))
    // libwayland has a descriptor of its own by now.
    wl_display_flush(session.display)
    keymap = text
    return true
  }

  func send(_ frames: [KeyFrame]) {
    for transition in frames.joined() {
      let milliseconds = UInt32(truncatingIfNeeded: MonotonicInstant.now().nanoseconds / 1_000_000)
      hwctl_virtual_keyboard_key(keyboard, milliseconds, UInt32(transition.code), transition.isDown)
      if transition.isDown { down.insert(transition.code) } else { down.remove(transition.code) }
      if [WaylandKeymap.control, WaylandKeymap.shift].contains(transition.code) { sendModifiers() }
    }
    wl_display_flush(session.display)
  }

  /// The real modifiers of X's first two bits that matter: Shift 1, Control 4 (XKB protocol, 2.1).
  private func sendModifiers() {
    let shift: UInt32 = down.contains(WaylandKeymap.shift) ? 1 : 0
    let control: UInt32 = down.contains(WaylandKeymap.control) ? 4 : 0
    hwctl_virtual_keyboard_modifiers(keyboard, shift | control)
  }

  func releaseAll() {
    send([down.sorted().map { KeyTransition(code: $0, isDown: false) }])
  }
}
