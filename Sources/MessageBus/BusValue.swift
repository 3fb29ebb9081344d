public import SystemCalls

/// A value that D-Bus can carry, with its type (D-Bus specification, "Type system").
public enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  case descriptor(BusDescriptor)
  /// An array of bytes, kept as such: pictures can be long.
  case bytes([UInt8])
  /// - Parameter of: the signature of one element; a dictionary's is "{sv}" or the like, its elements are entries.
  case array(of: String, [BusValue])
  case structure([BusValue])
  indirect case entry(BusValue, BusValue)
  indirect case variant(BusValue)

  /// "s", "a{sv}" …
  public var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }
}

/// Writing the shapes that interfaces use most.
extension BusValue {
  /// "as"
  public static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map(BusValue.string)) }

  /// "a{sv}", sorted by key so that equal dictionaries are equal values.
  public static func properties(_ properties: [String: BusValue]) -> BusValue {
    .array(
      of: "{sv}",
      properties.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) })
  }
}

/// Reading: nil where the value has another type. Variants around a value are looked through.
extension BusValue {
  public var unwrapped: BusValue {
    guard case .variant(let inner) = self else { return self }
    return inner.unwrapped
  }

  public var string: String? {
    guard case .string(let text) = unwrapped else { return nil }
    return text
  }

  public var objectPath: String? {
    guard case .objectPath(let path) = unwrapped else { return nil }
    return path
  }

  public var boolean: Bool? {
    guard case .boolean(let flag) = unwrapped else { return nil }
    return flag
  }

  /// Any integer type whose value fits.
  public var integer: Int64? {
    switch unwrapped {
    case .byte(let number): Int64(number)
    case .int16(let number): Int64(number)
    case .uint16(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(exactly: number)
    case .boolean, .double, .string, .objectPath, .signature, .descriptor, .bytes, .array, .structure, .entry,
      .variant:
      nil
    }
  }

  public var double: Double? {
    guard case .double(let number) = unwrapped else { return nil }
    return number
  }

  public var descriptor: BusDescriptor? {
    guard case .descriptor(let descriptor) = unwrapped else { return nil }
    return descriptor
  }

  public var bytes: [UInt8]? {
    guard case .bytes(let bytes) = unwrapped else { return nil }
    return bytes
  }

  public var elements: [BusValue]? {
    guard case .array(_, let elements) = unwrapped else { return nil }
    return elements
  }

  public var fields: [BusValue]? {
    guard case .structure(let fields) = unwrapped else { return nil }
    return fields
  }

  /// "as" or "ao"
  public var strings: [String]? {
    guard let elements else { return nil }
    let texts = elements.compactMap { $0.string ?? $0.objectPath }
    return texts.count == elements.count ? texts : nil
  }

  /// "a{sv}" with the variants taken off. Of a key that stands there twice the last counts.
  public var properties: [String: BusValue]? {
    guard case .array(of: "{sv}", let entries) = unwrapped else { return nil }
    var properties: [String: BusValue] = [:]
    for case .entry(.string(let key), let value) in entries { properties[key] = value.unwrapped }
    return properties
  }
}

/// A file descriptor that came over the bus, or goes over it; closed when nobody has it any more.
public final class BusDescriptor: Hashable, Sendable {
  public let descriptor: FileDescriptor

  public init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
