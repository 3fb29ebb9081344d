/// A network in the ONNX format, written by hand: a protocol buffer, of which the numbers are those of `onnx.proto3`.
struct ONNXNetwork {
  private var graph = ProtocolBuffer()
  private let metadata: [String: String]

  init(metadata: [String: String]) {
    self.metadata = metadata
    graph.text(2, "network")
  }

  var bytes: [UInt8] {
    var operators = ProtocolBuffer()
    operators.number(2, 13)
    var model = ProtocolBuffer()
    model.number(1, 8)
    model.message(7, graph)
    model.message(8, operators)
    for (key, value) in metadata {
      var entry = ProtocolBuffer()
      entry.text(1, key)
      entry.text(2, value)
      model.message(14, entry)
    }
    return model.bytes
  }

  enum ElementType: Int {
    case float = 1
    case int32 = 6
    case int64 = 7
  }

  /// A dimension that the caller decides.
  static let anySize = 0

  mutating func input(_ name: String, _ shape: [Int], _ type: ElementType = .float) {
    graph.message(11, Self.value(name, shape, type))
  }

  mutating func output(_ name: String, _ shape: [Int], _ type: ElementType = .float) {
    graph.message(12, Self.value(name, shape, type))
  }

  /// A row of integers.
  mutating func constant(_ name: String, _ values: [Int]) {
    var tensor = ProtocolBuffer()
    tensor.number(1, values.count)
    tensor.number(2, ElementType.int64.rawValue)
    for value in values { tensor.number(7, value) }
    tensor.text(8, name)
    graph.message(5, tensor)
  }

  mutating func constant(_ name: String, _ shape: [Int], _ values: [Float]) {
    var tensor = ProtocolBuffer()
    for size in shape { tensor.number(1, size) }
    tensor.number(2, ElementType.float.rawValue)
    tensor.text(8, name)
    tensor.data(9, values.flatMap { value in (0..<4).map { UInt8(value.bitPattern >> ($0 * 8) & 0xff) } })
    graph.message(5, tensor)
  }

  /// - Parameters:
  ///   - lists: attributes that are lists of integers.
  ///   - number: one that is an integer.
  mutating func node(
    _ type: String, _ inputs: [String], _ output: String, _ lists: [String: [Int]] = [:],
    number: (name: String, value: Int)? = nil
  ) {
    var node = ProtocolBuffer()
    for input in inputs { node.text(1, input) }
    node.text(2, output)
    node.text(4, type)
    for (name, values) in lists {
      var attribute = ProtocolBuffer()
      attribute.text(1, name)
      for value in values { attribute.number(8, value) }
      attribute.number(20, 7)
      node.message(5, attribute)
    }
    if let number {
      var attribute = ProtocolBuffer()
      attribute.text(1, number.name)
      attribute.number(3, number.value)
      attribute.number(20, 2)
      node.message(5, attribute)
    }
    graph.message(1, node)
  }

  private static func value(_ name: String, _ shape: [Int], _ element: ElementType) -> ProtocolBuffer {
    var sizes = ProtocolBuffer()
    for size in shape {
      var dimension = ProtocolBuffer()
      if size != anySize { dimension.number(1, size) }
      sizes.message(1, dimension)
    }
    var tensor = ProtocolBuffer()
    tensor.number(1, element.rawValue)
    tensor.message(2, sizes)
    var type = ProtocolBuffer()
    type.message(1, tensor)
    var value = ProtocolBuffer()
    value.text(1, name)
    value.message(2, type)
    return value
  }
}

/// Fields of a message, in the order in which they are written.
private struct ProtocolBuffer {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ field: Int, _ value: Int) {
    varint(field << 3)
    varint(value)
  }

  mutating func text(_ field: Int, _ text: String) { data(field, Array(text.utf8)) }
  mutating func message(_ field: Int, _ message: ProtocolBuffer) { data(field, message.bytes) }

  mutating func data(_ field: Int, _ data: [UInt8]) {
    varint(field << 3 | 2)
    varint(data.count)
    bytes += data
  }

  private mutating func varint(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
