internal import CSystemd
internal import Glibc
internal import SystemCalls

/// Reads the values of a message that another program made. Every limit of it is ours or sd-bus's, never the sender's.
struct MessageReader {
  /// Far more than any interface we speak uses; a message with more is refused, not kept.
  static let maximumValues = 65_536
  /// The specification allows 32 arrays and 32 structures in each other; nothing real nests so deep.
  static let maximumDepth = 32

  private let message: OpaquePointer
  private var values = 0

  private init(_ message: OpaquePointer) { self.message = message }

  static func message(_ message: OpaquePointer) throws(BusError) -> BusMessage {
    var reader = MessageReader(message)
    return BusMessage(
      sender: sd_bus_message_get_sender(message).map { String(cString: $0) },
      path: sd_bus_message_get_path(message).map { String(cString: $0) },
      interface: sd_bus_message_get_interface(message).map { String(cString: $0) },
      member: sd_bus_message_get_member(message).map { String(cString: $0) },
      arguments: try reader.rest(depth: 0))
  }

  /// Reads one value where the message stands now.
  static func value(_ message: OpaquePointer) throws(BusError) -> BusValue {
    var reader = MessageReader(message)
    guard let value = try reader.next(depth: 0) else {
      throw BusError(.malformed, detail: "there is no value")
    }
    return value
  }

  /// Everything up to the end of the container or message.
  private mutating func rest(depth: Int) throws(BusError) -> [BusValue] {
    guard depth <= Self.maximumDepth else { throw BusError(.malformed, detail: "nested too deep") }
    var values: [BusValue] = []
    while let value = try next(depth: depth) { values.append(value) }
    return values
  }

  private mutating func next(depth: Int) throws(BusError) -> BusValue? {
    var type = CChar(0)
    var contents: UnsafePointer<CChar>?
    guard try check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return nil }
    values += 1
    guard values <= Self.maximumValues else { throw BusError(.malformed, detail: "too many values") }
    // A copy: the library's text lives until the next look.
    let inner = contents.map { String(cString: $0) } ?? ""
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "a"):
      if inner == "y" { return .bytes(try bytes()) }
      return .array(of: inner, try container(type, inner, depth))
    case UInt8(ascii: "r"):
      return .structure(try container(type, inner, depth))
    case UInt8(ascii: "e"):
      let pair = try container(type, inner, depth)
      guard pair.count == 2 else { throw BusError(.malformed, detail: "an entry is not a pair") }
      return .entry(pair[0], pair[1])
    case UInt8(ascii: "v"):
      guard let value = try container(type, inner, depth).first else {
        throw BusError(.malformed, detail: "an empty variant")
      }
      return .variant(value)
    default:
      return try basic(type)
    }
  }

  private mutating func container(_ type: CChar, _ contents: String, _ depth: Int) throws(BusError)
    -> [BusValue]
  {
    try check(sd_bus_message_enter_container(message, type, contents))
    let values = try rest(depth: depth + 1)
    try check(sd_bus_message_exit_container(message))
    return values
  }

  private func basic(_ type: CChar) throws(BusError) -> BusValue {
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "y"): .byte(try number(type, 0))
    case UInt8(ascii: "b"): .boolean(try number(type, CInt(0)) != 0)
    case UInt8(ascii: "n"): .int16(try number(type, 0))
    case UInt8(ascii: "q"): .uint16(try number(type, 0))
    case UInt8(ascii: "i"): .int32(try number(type, 0))
    case UInt8(ascii: "u"): .uint32(try number(type, 0))
    case UInt8(ascii: "x"): .int64(try number(type, 0))
    case UInt8(ascii: "t"): .uint64(try number(type, 0))
    case UInt8(ascii: "d"): .double(try number(type, 0))
    case UInt8(ascii: "s"): .string(try text(type))
    case UInt8(ascii: "o"): .objectPath(try text(type))
    case UInt8(ascii: "g"): .signature(try text(type))
    case UInt8(ascii: "h"): .descriptor(try descriptor(type))
    default: throw BusError(.malformed, detail: "an unknown type")
    }
  }

  private func number<Number>(_ type: CChar, _ zero: Number) throws(BusError) -> Number {
    var number = zero
    try check(withUnsafeMutablePointer(to: &number) { sd_bus_message_read_basic(message, type, $0) })
    return number
  }

  private func text(_ type: CChar) throws(BusError) -> String {
    guard let text = try number(type, UnsafePointer<CChar>?.none) else {
      throw BusError(.malformed, detail: "a text is missing")
    }
    return String(cString: text)
  }

  private func bytes() throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    try check(sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &start, &count))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The message closes its own descriptor; ours is a duplicate.
  private func descriptor(_ type: CChar) throws(BusError) -> BusDescriptor {
    let borrowed = try number(type, CInt(-1))
    let own = fcntl(borrowed, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { throw BusError(.malformed, detail: "the descriptor cannot be kept") }
    return BusDescriptor(FileDescriptor(owning: own))
  }

  @discardableResult
  private func check(_ code: CInt) throws(BusError) -> CInt {
    guard code >= 0 else { throw BusError(.malformed, detail: code.explanation) }
    return code
  }
}

extension CInt {
  /// What strerror(3) says of a negative result of sd-bus.
  var explanation: String { String(cString: strerror(-self)) }
}
