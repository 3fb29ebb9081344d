internal import CXCB
internal import Glibc
internal import Synchronization

/// A connection to an X server.
///
/// `@unchecked Sendable`: libxcb locks for itself (xcb(3)). Only the events belong to one reader, who owns his connection.
final class X11Connection: @unchecked Sendable {
  let handle: OpaquePointer
  let root: UInt32
  /// What is asked for in one request at most, in bytes; the server's own limit is 4 bytes times what it says.
  let largestRequest: Int
  private let atoms = Mutex<[String: UInt32]>([:])
  private let names = Mutex<[UInt32: String]>([:])

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
    largestRequest = Int(xcb_get_maximum_request_length(handle)) * 4
  }

  deinit { xcb_disconnect(handle) }

  private static func root(of handle: OpaquePointer, screen: CInt) -> UInt32? {
    var screens = xcb_setup_roots_iterator(xcb_get_setup(handle))
    for _ in 0..<screen where screens.rem > 1 { xcb_screen_next(&screens) }
    return screens.rem > 0 ? screens.data.pointee.root : nil
  }

  /// Whether the server has gone; every answer is nil from then on.
  var isGone: Bool { xcb_connection_has_error(handle) != 0 }

  var descriptor: CInt { xcb_get_file_descriptor(handle) }

  func flush() { xcb_flush(handle) }

  /// Returns when the server has carried out everything sent before.
  func synchronize() {
    answer { xcb_get_input_focus_reply(handle, xcb_get_input_focus(handle), &$0) }
  }

  /// The answer to a request; nil when the server refuses it (a window that has gone) or has gone itself.
  @discardableResult
  func answer<Reply>(
    _ request: (inout UnsafeMutablePointer<xcb_generic_error_t>?) -> UnsafeMutablePointer<Reply>?
  ) -> X11Reply<Reply>? {
    var error: UnsafeMutablePointer<xcb_generic_error_t>?
    let reply = request(&error)
    free(error)
    return reply.map { X11Reply($0) }
  }

  /// The number of a name; 0 when the server has gone.
  func atom(_ name: String) -> UInt32 {
    if let known = atoms.withLock({ $0[name] }) { return known }
    let reply = answer {
      xcb_intern_atom_reply(handle, xcb_intern_atom(handle, 0, UInt16(name.utf8.count), name), &$0)
    }
    guard let atom = reply?.value.atom else { return 0 }
    atoms.withLock { $0[name] = atom }
    return atom
  }

  /// The name of a number; nil when there is none.
  func name(of atom: UInt32) -> String? {
    if let known = names.withLock({ $0[atom] }) { return known }
    guard
      let reply = answer({ xcb_get_atom_name_reply(handle, xcb_get_atom_name(handle, atom), &$0) }),
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
