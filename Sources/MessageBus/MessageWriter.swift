internal import CSystemd
internal import Glibc
internal import SystemCalls

/// Writes values into an sd-bus message, which checks names, UTF-8 and signatures on the way.
enum MessageWriter {
  static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
    for value in values { try append(value, to: message) }
  }

  static func append(_ value: BusValue, to message: OpaquePointer) throws(BusError) {
    switch value {
    case .byte(let number): try basic("y", number, message)
    // D-Bus carries a boolean as 32 bits; sd-bus reads an int.
    case .boolean(let flag): try basic("b", CInt(flag ? 1 : 0), message)
    case .int16(let number): try basic("n", number, message)
    case .uint16(let number): try basic("q", number, message)
    case .int32(let number): try basic("i", number, message)
    case .uint32(let number): try basic("u", number, message)
    case .int64(let number): try basic("x", number, message)
    case .uint64(let number): try basic("t", number, message)
    case .double(let number): try basic("d", number, message)
    case .string(let text): try text.check("s", message)
    case .objectPath(let path): try path.check("o", message)
    case .signature(let signature): try signature.check("g", message)
    // sd-bus keeps a duplicate of its own.
    case .descriptor(let descriptor): try basic("h", descriptor.descriptor.rawValue, message)
    case .bytes(let bytes):
      let code = bytes.withUnsafeBytes {
        sd_bus_message_append_array(message, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
      }
      try check(code, value)
    case .array(let element, let elements): try container("a", element, elements, message)
    case .structure(let fields): try container("r", fields.map(\.signature).joined(), fields, message)
    case .entry(let key, let inner):
      try container("e", key.signature + inner.signature, [key, inner], message)
    case .variant(let inner): try container("v", inner.signature, [inner], message)
    }
  }

  private static func basic<Number>(_ type: Character, _ number: Number, _ message: OpaquePointer)
    throws(BusError)
  {
    let code = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type.type, $0) }
    guard code >= 0 else { throw refused(type, code) }
  }

  private static func container(
    _ type: Character, _ contents: String, _ values: [BusValue], _ message: OpaquePointer
  ) throws(BusError) {
    let opened = sd_bus_message_open_container(message, type.type, contents)
    guard opened >= 0 else { throw refused(type, opened) }
    try append(values, to: message)
    let closed = sd_bus_message_close_container(message)
    guard closed >= 0 else { throw refused(type, closed) }
  }

  private static func check(_ code: CInt, _ value: BusValue) throws(BusError) {
    guard code >= 0 else {
      throw BusError(.invalidMessage, detail: "\(value.signature): \(code.explanation)")
    }
  }

  static func refused(_ type: Character, _ code: CInt) -> BusError {
    BusError(.invalidMessage, detail: "type \(type): \(code.explanation)")
  }
}

extension String {
  fileprivate func check(_ type: Character, _ message: OpaquePointer) throws(BusError) {
    // A text with a NUL would be cut there without a word.
    guard !utf8.contains(0) else { throw MessageWriter.refused(type, -EINVAL) }
    let code = withCString { sd_bus_message_append_basic(message, type.type, $0) }
    guard code >= 0 else { throw MessageWriter.refused(type, code) }
  }
}

extension Character {
  /// As C's char; every D-Bus type code is ASCII.
  var type: CChar { CChar(bitPattern: asciiValue ?? 0) }
}
