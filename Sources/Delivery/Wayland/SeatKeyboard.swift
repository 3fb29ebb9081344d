internal import CWayland
internal import Glibc

/// The keyboard of the seat: the keymap that the compositor uses now. It comes without the focus; the group does not.
final class SeatKeyboard {
  /// As text (XKB_KEYMAP_FORMAT_TEXT_V1); the last one that was not made by hwctl itself.
  private(set) var keymap: String?
  private var keyboard: OpaquePointer?
  /// Whether the seat has a keyboard.
  var isThere: Bool { keyboard != nil }
  private let seat: OpaquePointer

  init(seat: OpaquePointer) {
    self.seat = seat
    let me = Unmanaged.passUnretained(self).toOpaque()
    wl_seat_add_listener(seat, &Self.seatListener.value, me)
  }

  /// The largest keymap that is read; all of xkeyboard-config's are below 100 kB.
  private static let sizeLimit = 1 << 20

  private func take(capabilities: UInt32) {
    let hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
    if hasKeyboard, keyboard == nil {
      keyboard = wl_seat_get_keyboard(seat)
      let me = Unmanaged.passUnretained(self).toOpaque()
      wl_keyboard_add_listener(keyboard, &Self.keyboardListener.value, me)
    } else if !hasKeyboard, let keyboard {
      wl_keyboard_destroy(keyboard)
      self.keyboard = nil
    }
  }

  private func take(format: UInt32, file: CInt, size: UInt32) {
    defer { close(file) }
    let length = Int(size)
    guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, length > 0, length <= Self.sizeLimit else {
      return
    }
    let mapped = mmap(nil, length, PROT_READ, MAP_PRIVATE, file, 0)
    guard let mapped, mapped != MAP_FAILED else { return }
    defer { munmap(mapped, length) }
    let bytes = UnsafeRawBufferPointer(start: mapped, count: length).prefix { $0 != 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    if !WaylandKeymap.isOwn(text) { keymap = text }
  }

  private static let seatListener = WaylandListener(
    wl_seat_listener(
      capabilities: { data, _, capabilities in
        guard let data else { return }
        Unmanaged<SeatKeyboard>.fromOpaque(data).takeUnretainedValue().take(capabilities: capabilities)
      },
      name: { _, _, _ in }))

  private static let keyboardListener = WaylandListener(
    wl_keyboard_listener(
      keymap: { data, _, format, file, size in
        guard let data else { return }
        Unmanaged<SeatKeyboard>.fromOpaque(data).takeUnretainedValue()
          .take(format: format, file: file, size: size)
      },
      enter: { _, _, _, _, _ in }, leave: { _, _, _, _ in }, key: { _, _, _, _, _, _ in },
      modifiers: { _, _, _, _, _, _, _ in }, repeat_info: { _, _, _, _ in }))
}
