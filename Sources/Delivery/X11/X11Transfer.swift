internal import CXCB

/// Data on its way to a program that has asked for it: at once, or in pieces where it is large (INCR, ICCCM 2.7.2).
///
///     INCR, size -> deleted -> piece -> deleted -> … -> deleted -> empty piece
final class X11Transfer {
  let requestor: UInt32
  private let property: UInt32
  private let data: X11Property
  /// Which read it is.
  let read: Int
  private var position = 0
  private var hasEnded = false

  init(requestor: UInt32, property: UInt32, data: X11Property, read: Int) {
    self.requestor = requestor
    self.property = property
    self.data = data
    self.read = read
  }

  /// A property of this size passes every server (Xorg takes 256 kB in a request without BIG-REQUESTS).
  private static let pieceSize = 128 << 10

  /// - Returns: whether all has been given.
  func begin(_ connection: X11Connection) -> Bool {
    if data.bytes.count <= Self.pieceSize {
      connection.setProperty(property, of: requestor, to: data)
      return true
    }
    // The requestor's deletions tell when the next piece is wanted, its end that none is.
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
    xcb_change_window_attributes(connection.handle, requestor, XCB_CW_EVENT_MASK.rawValue, &events)
    let size = X11Property(type: connection.atom("INCR"), words: [UInt32(data.bytes.count)])
    connection.setProperty(property, of: requestor, to: size)
    return false
  }

  func isFor(_ change: xcb_property_notify_event_t) -> Bool {
    change.window == requestor && change.atom == property
  }

  /// - Returns: whether that was the end.
  func sendPiece(_ connection: X11Connection) -> Bool {
    if hasEnded { return true }
    let end = min(position + Self.pieceSize, data.bytes.count)
    let piece = X11Property(type: data.type, format: data.format, bytes: Array(data.bytes[position..<end]))
    connection.setProperty(property, of: requestor, to: piece)
    hasEnded = position == data.bytes.count
    position = end
    return hasEnded
  }
}
