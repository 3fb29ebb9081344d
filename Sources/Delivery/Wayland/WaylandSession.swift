internal import CWayland
internal import Domain
internal import Glibc
internal import SystemCalls

/// A connection to a Wayland compositor: what it offers of the keyboard and the clipboard, on the thread that made it.
final class WaylandSession: DisplaySession {
  let display: OpaquePointer
  let registry: OpaquePointer
  private(set) var seat: OpaquePointer?
  private(set) var virtualKeyboards: OpaquePointer?
  private(set) var dataControl: OpaquePointer?
  private(set) var dataControlIsStandard = false
  /// The keyboard of the user; nil while the seat has none.
  var seatKeyboard: SeatKeyboard?
  /// hwctl's own, once it is made.
  private(set) var keyboard: WaylandKeyboard?
  private(set) var clipboard: WaylandClipboard?

  /// - Parameter name: as in WAYLAND_DISPLAY, which is read when it is nil; may be a path.
  /// - Throws: `noDisplay`.
  init(name: String?) throws(DeliveryError) {
    let shown =
      name ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "(WAYLAND_DISPLAY is not set)"
    guard let display = wl_display_connect(name), let registry = wl_display_get_registry(display) else {
      throw DeliveryError(.noDisplay, subject: shown)
    }
    self.display = display
    self.registry = registry
    let me = Unmanaged.passUnretained(self).toOpaque()
    wl_registry_add_listener(registry, &Self.registryListener.value, me)
    // The globals come with the first round trip, what belongs to the seat with the second.
    guard roundTrip(), roundTrip() else { throw DeliveryError(.noDisplay, subject: shown) }
  }

  /// A session on a thread of its own.
  ///
  /// - Parameter name: as in WAYLAND_DISPLAY, which is read when it is nil.
  static func thread(_ name: String?) -> DisplayThread<WaylandSession> {
    DisplayThread(name: "wayland") { () throws(DeliveryError) in try WaylandSession(name: name) }
  }

  /// hwctl's own keyboard, made at the first question; nil when the compositor offers none.
  func madeKeyboard() -> WaylandKeyboard? {
    if keyboard == nil { keyboard = WaylandKeyboard(self) }
    return keyboard
  }

  /// The clipboard, made at the first question; nil when the compositor does not hand it over (GNOME).
  func madeClipboard() -> WaylandClipboard? {
    if clipboard == nil { clipboard = WaylandClipboard(self) }
    return clipboard
  }

  deinit {
    // All proxies end with it.
    keyboard = nil
    clipboard = nil
    wl_display_disconnect(display)
  }

  var descriptor: CInt { wl_display_get_fd(display) }

  var writing: [CInt] { clipboard?.writing ?? [] }

  func dispatch() -> Bool {
    clipboard?.writeOn()
    return dispatchEvents()
  }

  private func dispatchEvents() -> Bool {
    guard wl_display_dispatch_pending(display) >= 0 else { return false }
    if wl_display_flush(display) < 0 && errno != EAGAIN { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return wl_display_get_error(display) == 0 }
    // Nobody else reads, so nothing can be pending here.
    guard wl_display_prepare_read(display) == 0 else { return wl_display_dispatch_pending(display) >= 0 }
    return wl_display_read_events(display) >= 0 && wl_display_dispatch_pending(display) >= 0
  }

  /// Returns when the compositor has carried out everything sent before.
  ///
  /// - Returns: false when it has gone or has not answered within the limit.
  @discardableResult
  func roundTrip() -> Bool {
    guard let callback = wl_display_sync(display) else { return false }
    defer { wl_callback_destroy(callback) }
    let answer = RoundTrip()
    return withExtendedLifetime(answer) {
      wl_callback_add_listener(
        callback, &Self.callbackListener.value, Unmanaged.passUnretained(answer).toOpaque())
      return serve(until: MonotonicInstant.now().advanced(by: displayAnswerLimit)) { answer.isDone }
    }
  }

  private final class RoundTrip { var isDone = false }

  private static let callbackListener = WaylandListener(
    wl_callback_listener(done: { data, _, _ in
      guard let data else { return }
      Unmanaged<RoundTrip>.fromOpaque(data).takeUnretainedValue().isDone = true
    }))

  private static let registryListener = WaylandListener(
    wl_registry_listener(
      global: { data, _, name, interface, version in
        guard let data, let interface else { return }
        Unmanaged<WaylandSession>.fromOpaque(data).takeUnretainedValue()
          .take(global: name, String(cString: interface), version)
      },
      global_remove: { _, _, _ in }))

  private func take(global name: UInt32, _ interface: String, _ version: UInt32) {
    switch interface {
    case "wl_seat" where seat == nil:
      // 4: the keymap's file is mapped privately from version 7 on; nothing of later versions is used.
      let bound = hwctl_bind_seat(registry, name, min(version, 4))
      seat = bound
      seatKeyboard = SeatKeyboard(seat: bound)
    case String(cString: hwctl_virtual_keyboards_name):
      virtualKeyboards = hwctl_bind_virtual_keyboards(registry, name)
    case String(cString: hwctl_data_control_name):
      if let dataControl { wl_proxy_destroy(dataControl) }
      dataControl = hwctl_bind_data_control(registry, name, 1, true)
      dataControlIsStandard = true
    case String(cString: hwctl_wlr_data_control_name) where !dataControlIsStandard:
      dataControl = hwctl_bind_data_control(registry, name, min(version, 2), false)
    default: break
    }
  }
}
