internal import CXCB

/// A property of a window: what X programs tell each other.
struct X11Property: Hashable, Sendable {
  /// An atom.
  var type: UInt32
  /// 8, 16 or 32: the bits of one item, which matter to a reader of another byte order.
  var format: UInt8
  /// Items of 32 bits stand as 4 bytes each, in our byte order (xcb, other than Xlib, has no `long` here).
  var bytes: [UInt8]

  /// The items of a property of format 32.
  var words: [UInt32] {
    guard format == 32 else { return [] }
    return bytes.withUnsafeBytes { buffer in
      (0..<buffer.count / 4).map { buffer.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }

  init(type: UInt32, format: UInt8, bytes: [UInt8]) {
    self.type = type
    self.format = format
    self.bytes = bytes
  }

  init(type: UInt32, words: [UInt32]) {
    self.init(type: type, format: 32, bytes: words.withUnsafeBytes { Array($0) })
  }
}

extension X11Connection {
  /// Reads a property whole.
  ///
  /// - Parameters:
  ///   - deletes: removes it afterwards; the owner of an INCR transfer waits for that (ICCCM 2.7.2).
  ///   - limit: in bytes; a property that is longer reads as nil.
  /// - Returns: nil when the window or the property is not there.
  func property(
    _ name: UInt32, of window: UInt32, deletes: Bool = false, limit: Int = X11Connection.propertyLimit
  ) -> X11Property? {
    let cookie = xcb_get_property(
      handle, deletes ? 1 : 0, window, name, UInt32(XCB_GET_PROPERTY_TYPE_ANY.rawValue), 0,
      UInt32(limit / 4))
    guard let reply = answer(cookie.sequence, xcb_get_property_reply_t.self) else { return nil }
    let header = reply.value
    guard header.type != 0, header.bytes_after == 0 else { return nil }
    let count = Int(xcb_get_property_value_length(reply.pointer))
    let bytes = UnsafeRawBufferPointer(start: xcb_get_property_value(reply.pointer), count: count)
    return X11Property(type: header.type, format: header.format, bytes: Array(bytes))
  }

  func property(_ name: String, of window: UInt32) -> X11Property? {
    property(atom(name), of: window)
  }

  /// A property is read in one piece; the server's own limit on what it stores is of this order.
  static let propertyLimit = 64 << 20

  func setProperty(_ name: UInt32, of window: UInt32, to property: X11Property) {
    let count = property.bytes.count / (Int(property.format) / 8)
    property.bytes.withUnsafeBytes {
      _ = xcb_change_property(
        handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, name, property.type, property.format,
        UInt32(count), $0.baseAddress)
    }
  }
}
