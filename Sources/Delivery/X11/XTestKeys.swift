internal import CXCB

/// Keys sent through the X server's test extension, as if by the user's own keyboard.
///
/// Not uinput: a new kernel keyboard gets the server's default layout instead of the user's, and typing on it changes the
/// layout of the others (measured).
struct XTestKeys: KeyOutput {
  private let connection: X11Connection

  /// - Throws: `noDisplay` when the server has no XTEST or no XKB.
  init(_ connection: X11Connection) throws(DeliveryError) {
    let test = xcb_get_extension_data(connection.handle, hwctl_xcb_test_id())
    guard let test, test.pointee.present != 0, connection.usesXKB else {
      throw DeliveryError(.noDisplay, subject: "(without XTEST or XKB)")
    }
    self.connection = connection
  }

  /// Keys of physical keyboards: those of hwctl are all up when this is asked.
  var modifiersAreHeld: Bool {
    guard let state = connection.keyboardState else { return false }
    return state.held & ~Self.lock != 0 || state.latched != 0
  }

  /// LockMask of X.h: Caps Lock, which counts as held while its key is down.
  private static let lock: UInt8 = 2

  func begin() -> Bool { true }

  func end() {}

  func send(_ frames: [KeyFrame]) throws(DeliveryError) {
    for transition in frames.joined() {
      let type = transition.isDown ? XCB_KEY_PRESS : XCB_KEY_RELEASE
      xcb_test_fake_input(
        connection.handle, UInt8(type), UInt8(transition.code) + UInt8(XKBKeymap.keyCodeOffset),
        UInt32(XCB_CURRENT_TIME), connection.root, 0, 0, 0)
    }
    connection.flush()
    if connection.isGone { throw DeliveryError(.displayGone, subject: "X11") }
  }

  func finishChunk() throws(DeliveryError) {
    if !connection.synchronize() { throw DeliveryError(.displayGone, subject: "X11") }
  }
}
