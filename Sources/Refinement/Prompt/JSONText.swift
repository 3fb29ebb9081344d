internal import FoundationEssentials

/// JSON as text, members sorted, so that the same request is the same bytes.
enum JSONText {
  static func encode(_ value: some Encodable) -> String { String(decoding: bytes(value), as: UTF8.self) }

  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value of strings, numbers and truth values always encodes")
    }
    return Array(data)
  }

  static func decodeOrThrow<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// What a decoder did not like, and where.
  static func explanation(of error: any Error) -> String {
    let context: DecodingError.Context
    switch error as? DecodingError {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    default: return "it cannot be read"
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return (path.isEmpty ? "" : path.drop { $0 == "." } + ": ") + context.debugDescription
  }

  /// Nil when it is not JSON, or not of that shape.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}

/// A JSON value that is written down in the program, such as a schema.
enum JSONValue: Encodable, Hashable, Sendable {
  case text(String)
  case number(Int)
  case truth(Bool)
  case array([JSONValue])
  case object([String: JSONValue])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .truth(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(booleanLiteral value: Bool) { self = .truth(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}
