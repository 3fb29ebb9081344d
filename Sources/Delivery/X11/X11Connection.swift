internal import CXCB
internal import CXkbcommon
internal import Domain
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// A connection to an X server.
///
/// `@unchecked Sendable`: libxcb locks for itself (xcb(3)). Only the events belong to one reader, who owns his connection.
final class X11Connection: @unchecked Sendable {
  let handle: OpaquePointer
  let root: UInt32
  /// Whether it speaks XKB; to be asked before anything else of the keyboard.
  let usesXKB: Bool
  /// The server has not answered in time, and is not asked again on this connection.
  private let isStuck = Atomic(false)
  private let atoms = Mutex<[String: UInt32]>([:])
  private let names = Mutex<[UInt32: String]>([:])

  /// Blocks while the server does not answer; `X11Link` bounds that.
  ///
  /// - Parameter display: as in DISPLAY, which is read when it is nil.
  /// - Throws: `noDisplay`.
  init(display: String? = nil) throws(DeliveryError) {
    var number: CInt = 0
    let handle = xcb_connect(display, &number)
    let shown = display ?? getenv("DISPLAY").map { String(cString: $0) } ?? "(DISPLAY is not set)"
    // Never null, but useless after an error (xcb_connect(3)).
    guard let handle, xcb_connection_has_error(handle) == 0,
      let root = Self.root(of: handle, screen: number)
    else {
      xcb_disconnect(handle)
      throw DeliveryError(.noDisplay, subject: shown)
    }
    self.handle = handle
    self.root = root
    // Asked for here, and known from then on.
    _ = xcb_get_extension_data(handle, hwctl_xcb_test_id())
    _ = xcb_get_extension_data(handle, hwctl_xcb_res_id())
    usesXKB =
      xkb_x11_setup_xkb_extension(
        handle, UInt16(XKB_X11_MIN_MAJOR_XKB_VERSION), UInt16(XKB_X11_MIN_MINOR_XKB_VERSION),
        XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS, nil, nil, nil, nil) == 1
  }

  deinit { xcb_disconnect(handle) }

  private static func root(of handle: OpaquePointer, screen: CInt) -> UInt32? {
    var screens = xcb_setup_roots_iterator(xcb_get_setup(handle))
    for _ in 0..<screen where screens.rem > 1 { xcb_screen_next(&screens) }
    return screens.rem > 0 ? screens.data.pointee.root : nil
  }

  /// Whether the server has gone or is stuck; every answer is nil from then on.
  var isGone: Bool { isStuck.load(ordering: .relaxed) || xcb_connection_has_error(handle) != 0 }

  var descriptor: CInt { xcb_get_file_descriptor(handle) }

  func flush() { xcb_flush(handle) }

  /// Returns when the server has carried out everything sent before.
  ///
  /// - Returns: false when it has gone.
  @discardableResult
  func synchronize() -> Bool {
    answer(xcb_get_input_focus(handle).sequence, xcb_get_input_focus_reply_t.self) != nil
  }

  /// The answer to a request; nil when the server refuses it (a window that has gone) or has gone itself.
  ///
  /// - Parameter sequence: of the request's cookie.
  func answer<Reply>(_ sequence: CUnsignedInt, _: Reply.Type) -> X11Reply<Reply>? {
    let deadline = MonotonicInstant.now().advanced(by: displayAnswerLimit)
    xcb_flush(handle)
    while !isGone {
      var reply: UnsafeMutableRawPointer?
      var error: UnsafeMutablePointer<xcb_generic_error_t>?
      if xcb_poll_for_reply(handle, sequence, &reply, &error) != 0 {
        free(error)
        return reply.map { X11Reply($0.assumingMemoryBound(to: Reply.self)) }
      }
      guard MonotonicInstant.now() < deadline else {
        isStuck.store(true, ordering: .relaxed)
        break
      }
      // Another thread that waits may read the answer from the socket: it is looked for often.
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, 5)
    }
    return nil
  }

  /// The number of a name; 0 when the server has gone.
  func atom(_ name: String) -> UInt32 {
    if let known = atoms.withLock({ $0[name] }) { return known }
    let cookie = xcb_intern_atom(handle, 0, UInt16(name.utf8.count), name)
    let reply = answer(cookie.sequence, xcb_intern_atom_reply_t.self)
    guard let atom = reply?.value.atom else { return 0 }
    atoms.withLock { $0[name] = atom }
    return atom
  }

  /// The name of a number; nil when there is none.
  func name(of atom: UInt32) -> String? {
    if let known = names.withLock({ $0[atom] }) { return known }
    guard
      let reply = answer(xcb_get_atom_name(handle, atom).sequence, xcb_get_atom_name_reply_t.self),
      let start = xcb_get_atom_name_name(reply.pointer)
    else { return nil }
    let length = Int(xcb_get_atom_name_name_length(reply.pointer))
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    let name = String(decoding: bytes, as: UTF8.self)
    names.withLock { $0[atom] = name }
    return name
  }
}

/// What libxcb allocated for an answer.
struct X11Reply<Value>: ~Copyable {
  let pointer: UnsafeMutablePointer<Value>

  init(_ pointer: UnsafeMutablePointer<Value>) { self.pointer = pointer }

  deinit { free(pointer) }

  var value: Value { pointer.pointee }
}
