internal import FoundationEssentials

/// JSON payloads of the few messages that are not audio.
enum WireJSON {
  static func encode(_ value: some Encodable) -> [UInt8] {
    do { return Array(try JSONEncoder().encode(value)) } catch {
      preconditionFailure(
        "the messages hold strings, whole numbers and booleans, which can always be encoded")
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from frame: Frame) throws(WireError) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(frame.payload)) } catch {
      throw .badPayload(frame.kind)
    }
  }
}
